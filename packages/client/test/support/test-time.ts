import type { Clock, LogFields, Logger } from '@booking-service/client';

/**
 * The time of a test. Delays between attempts pass immediately: the clock jumps. The limits of an attempt end only on a call
 * of `expire` or `advance`, because real bytes are under way in the meantime.
 */
export interface TestTime {
  /** Pass both to the client. It logs an attempt just before it sets the limit, which distinguishes limits from delays. */
  readonly clock: Clock;
  readonly logger: Logger;
  /** The delays so far, in milliseconds. */
  readonly waits: number[];
  /** The log lines so far. */
  readonly lines: { readonly level: string; readonly operation: string; readonly fields: LogFields }[];
  /** Advances the clock while an attempt is under way. A limit that becomes due ends it. */
  advance(ms: number): void;
  /** Advances the clock to the limit of the attempt under way, which ends. */
  expire(): void;
}

export interface TestTimeOptions {
  readonly start?: number;
  /** Runs before each delay ends, to advance other clocks. The delay ends when its promise settles. */
  readonly onWait?: (ms: number) => Promise<void>;
}

interface Limit {
  readonly due: number;
  readonly task: () => void;
}

export function createTestTime({ start = Date.parse('2026-11-21T09:30:00Z'), onWait }: TestTimeOptions = {}): TestTime {
  let now = start;
  let isLimit = false;
  const limits = new Set<Limit>();
  const waits: number[] = [];
  const lines: { level: string; operation: string; fields: LogFields }[] = [];

  function advance(ms: number): void {
    // After an attempt has ended, the server's work on it takes no time of the client.
    if (limits.size === 0) return;
    now += ms;
    for (const limit of limits) {
      if (limit.due > now) continue;
      limits.delete(limit);
      limit.task();
    }
  }

  const log = (level: string) => (operation: string, fields: LogFields) => {
    lines.push({ level, operation, fields });
    if (level === 'debug') isLimit = true;
  };

  return {
    waits,
    lines,
    advance,
    expire() {
      const next = Math.min(...[...limits].map(({ due }) => due));
      if (next === Infinity) throw new Error('No attempt is under way: nothing can expire.');
      advance(next - now);
    },
    logger: { error: log('error'), warn: log('warn'), info: log('info'), debug: log('debug') },
    clock: {
      now: () => new Date(now),
      after(ms, task) {
        if (isLimit) {
          isLimit = false;
          const limit = { due: now + ms, task };
          limits.add(limit);
          return () => void limits.delete(limit);
        }
        waits.push(ms);
        let taken = false;
        void Promise.resolve(onWait?.(ms)).then(() => {
          if (taken) return;
          now += ms;
          task();
        });
        return () => {
          taken = true;
        };
      },
    },
  };
}
