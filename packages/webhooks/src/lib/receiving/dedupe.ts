import { systemClock, type Clock } from '../clock.ts';

/**
 * Remembers which events were handled, because the service delivers each at least once (DLV-6). {@link createMemoryDedupe}
 * is for one process. With several processes, use a store that they share, such as the database that the handler writes to.
 */
export interface DedupeStore {
  /**
   * Claims an event for one handler. Of concurrent claims of one event, exactly one may succeed.
   *
   * - a {@link Claim}: the event is new. The handler runs.
   * - `done`: the event was handled. It is acknowledged and not handled again.
   * - `busy`: another handler has it. The response is 409, and the event is delivered again.
   *
   * A claim that is neither committed nor released, because its process died, must lapse after some time.
   */
  claim(event_id: string): Claim | 'done' | 'busy' | Promise<Claim | 'done' | 'busy'>;
}

/** The right to handle one event. */
export interface Claim {
  /** Marks the event as handled: from now on it is `done`. */
  commit(): void | Promise<void>;
  /** Gives up the claim after a failure: the next delivery of the event may claim it. */
  release(): void | Promise<void>;
}

/** Options of {@link createMemoryDedupe}. */
export interface MemoryDedupeOptions {
  /** The time for which a handled event is remembered, in seconds. Default 86400. The retries of the service end after 13 minutes. */
  readonly keepSeconds?: number;
  /** The time after which the next delivery may claim an event whose handler still runs, in seconds. Default 60. */
  readonly leaseSeconds?: number;
  /** The maximum number of handled events to remember; the oldest are dropped. Default 10000. */
  readonly maxEvents?: number;
  /** The current time. Default: that of the computer. */
  readonly clock?: Clock;
}

/** Creates a dedupe store in the memory of this process. */
export function createMemoryDedupe({
  keepSeconds = 86_400,
  leaseSeconds = 60,
  maxEvents = 10_000,
  clock = systemClock,
}: MemoryDedupeOptions = {}): DedupeStore {
  const now = () => clock.now().getTime();
  /** The time at which each event was handled, oldest first. */
  const done = new Map<string, number>();
  /** The claim of each event, and the time at which it lapses. */
  const busy = new Map<string, { readonly claim: Claim; readonly lapses: number }>();

  function claim(event_id: string): Claim | 'done' | 'busy' {
    forget();
    if (done.has(event_id)) return 'done';
    const held = busy.get(event_id);
    if (held && held.lapses > now()) return 'busy';

    const current: Claim = {
      commit() {
        if (busy.get(event_id)?.claim === current) busy.delete(event_id);
        // Deleted first, so that the map stays in the order of time.
        done.delete(event_id);
        done.set(event_id, now());
        forget();
      },
      release() {
        // Another handler may have claimed the event after this claim lapsed.
        if (busy.get(event_id)?.claim === current) busy.delete(event_id);
      },
    };
    busy.set(event_id, { claim: current, lapses: now() + leaseSeconds * 1000 });
    return current;
  }

  function forget(): void {
    for (const [event_id, handled] of done) {
      if (done.size <= maxEvents && handled > now() - keepSeconds * 1000) return;
      done.delete(event_id);
    }
  }

  return { claim };
}
