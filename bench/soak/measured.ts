/** What one interval of a soak measures. */

/** What the load saw. Times are those of requests that were sent in this interval. */
export interface LoadOfInterval {
  readonly requests: number;
  readonly creates: number;
  /** Requests without a response, or with a status that they must not get. */
  readonly errors: number;
  readonly p50_ms: number;
  readonly p99_ms: number;
  readonly p999_ms: number;
  /** Webhooks that arrived, repeated ones included. */
  readonly webhooks: number;
}

/** What the service used: at the end of the interval, and for `lowest` the least of all samples in it. */
export interface UsedInInterval {
  readonly rss_bytes: number;
  /** What the garbage collection left. */
  readonly lowest_heap_bytes: number;
  readonly loop_lag_ms: number;
  /** Milliseconds of garbage collection in a second. */
  readonly gc_ms: number;
  readonly open_files: number;
  readonly database_bytes: number;
  readonly wal_bytes: number;
  readonly log_bytes: number;
  readonly due: number;
}

export interface Interval extends LoadOfInterval, UsedInInterval {
  /** Since the start. */
  readonly seconds: number;
}

/** Returns the cells of an interval, by the head of their column. */
export function toRow(interval: Interval): Readonly<Record<string, string>> {
  const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1);
  return {
    s: interval.seconds.toFixed(0),
    requests: String(interval.requests),
    errors: String(interval.errors),
    'p50 ms': interval.p50_ms.toFixed(1),
    'p99 ms': interval.p99_ms.toFixed(1),
    'p99.9 ms': interval.p999_ms.toFixed(1),
    webhooks: String(interval.webhooks),
    'RSS MB': megabytes(interval.rss_bytes),
    'heap MB': megabytes(interval.lowest_heap_bytes),
    'loop ms': interval.loop_lag_ms.toFixed(1),
    'GC ms/s': interval.gc_ms.toFixed(1),
    'open files': String(interval.open_files),
    'database MB': megabytes(interval.database_bytes),
    'WAL MB': megabytes(interval.wal_bytes),
    'log MB': megabytes(interval.log_bytes),
    due: String(interval.due),
  };
}
