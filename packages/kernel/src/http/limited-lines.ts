import type { Logger } from 'pino';

/** The number of log lines of rate_limited for one organization in a second. */
export const maxLinesPerSecond = 10;

/**
 * Bounds the log lines of requests over a limit. Such a request costs its sender nothing, so an organization could fill the log of all
 * others. The lines that are left out are counted in a line of their own, and every request is in the metrics.
 */
export interface LimitedLines {
  /** Returns whether the request gets a line of its own. */
  admit(organization_id: string): boolean;
}

export function createLimitedLines(log: Pick<Logger, 'info'>): LimitedLines {
  let second = Number.NaN;
  const counts = new Map<string, number>();

  function reportLeftOut(): void {
    for (const [organization_id, count] of counts) {
      const left_out = count - maxLinesPerSecond;
      if (left_out > 0)
        log.info({ organization_id, error_code: 'rate_limited', left_out }, 'refused requests without a line');
    }
    counts.clear();
  }

  return {
    admit(organization_id) {
      const current = Math.floor(performance.now() / 1000);
      if (current !== second) reportLeftOut();
      second = current;
      const count = (counts.get(organization_id) ?? 0) + 1;
      counts.set(organization_id, count);
      return count <= maxLinesPerSecond;
    },
  };
}
