import type { Clock, LogFields, Logger } from '@booking-service/client';

/**
 * Time for a test. Waits between attempts pass at once: the clock jumps. The limits of an attempt end only when the test says
 * so, for meanwhile real bytes are under way.
 */
export interface TestTime {
  /** Give both to the client: it logs an attempt just before it sets the attempt's limit, which tells limits from waits. */
  readonly clock: Clock;
  readonly logger: Logger;
  /** The waits so far, in milliseconds. */
  readonly waits: number[];
  /** All that was logged. */
  readonly lines: { readonly level: string; readonly operation: string; readonly fields: LogFields }[];
  /** Moves the clock while an attempt is under way; a limit that falls due ends it. */
  advance(ms: number): void;
  /** Moves the clock to the limit of the attempt under way, which ends. */
  expire(): void;
}

export interface TestTimeOptions {
  readonly start?: number;
  /** Runs in each wait, before it is over: what else moves with the time. A promise that stays open holds the wait. */
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
    // What a server still does for an attempt that has ended takes no time of the client's.
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
      now: () => now,
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
