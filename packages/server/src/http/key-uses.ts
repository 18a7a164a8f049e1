import type { Logger } from 'pino';
import { errorLine } from '../log/error-line.ts';
import { leaveTrail } from '../log/trail.ts';
import type { Store } from '../store/store.ts';
import type { Clock } from '../time/clock.ts';

/** The maximum time until a use is stored. */
const flush_ms = 5_000;
const minute_ms = 60_000;

/** Records when each API key was last used, to the minute. */
export interface KeyUses {
  /** Notes that the key was used. It writes nothing itself, so a request costs a search in a set. */
  note(key_id: string, now: Date): void;
  /** Stores what is noted. Resolves when it is stored. Never rejects. */
  flush(): Promise<void>;
}

/**
 * Creates the record. The first use of a key in each minute is kept for at most five seconds and stored together with those of other
 * keys. So a key is written at most once a minute, and a killed process loses the uses of its last five seconds.
 */
export function createKeyUses({
  store,
  clock,
  log,
}: {
  store: Pick<Store, 'recordKeyUses'>;
  clock: Pick<Clock, 'after'>;
  log: Pick<Logger, 'warn'>;
}): KeyUses {
  /** The keys that were used in `minute`. */
  const noted = new Set<string>();
  let minute = Number.NaN;
  let waiting: { readonly id: string; readonly at: string }[] = [];
  let cancel: (() => void) | undefined;

  async function flush(): Promise<void> {
    cancel?.();
    cancel = undefined;
    if (waiting.length === 0) return;
    const uses = waiting;
    waiting = [];
    try {
      await store.recordKeyUses(uses);
    } catch (error) {
      // The next use in another minute is stored again.
      log.warn({ err: errorLine(error) }, 'could not store when API keys were last used');
    }
  }

  return {
    flush,
    note(id, now) {
      const current = Math.floor(now.getTime() / minute_ms);
      if (current !== minute) {
        minute = current;
        noted.clear();
      }
      if (noted.has(id)) return;
      noted.add(id);
      waiting.push({ id, at: now.toISOString() });
      // The uses of many requests are stored together.
      cancel ??= leaveTrail(() => clock.after(flush_ms, () => void flush()));
    },
  };
}
