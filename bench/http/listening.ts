/** The address of a candidate, and the API key that it accepts. */
export interface Listening {
  readonly url: string;
  readonly key: string;
}

/** CPU time in microseconds since the process started. */
export interface CpuTime {
  /** Of the main thread. */
  readonly thread: number;
  /** Of all threads: also of garbage collection, and of the thread that writes to SQLite. */
  readonly process: number;
}
