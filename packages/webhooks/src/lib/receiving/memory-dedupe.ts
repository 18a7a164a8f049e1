import type { Claim, DedupeStore } from './dedupe-store.ts';

/** Options of {@link createMemoryDedupe}. */
export interface MemoryDedupeOptions {
  /** How long a handled event is remembered, in seconds. Default 86400; the service's own retries end after 13 minutes. */
  readonly keepSeconds?: number;
  /** How long a handler may take before the next delivery may claim the event, in seconds. Default 60. */
  readonly leaseSeconds?: number;
  /** How many handled events are remembered at most, the newest. Default 10000. */
  readonly maxEvents?: number;
  /** The current time in milliseconds since the Unix epoch. Default `Date.now`. */
  readonly now?: () => number;
}

/** Remembers handled events in this process, as long as it runs. */
export function createMemoryDedupe({
  keepSeconds = 86_400,
  leaseSeconds = 60,
  maxEvents = 10_000,
  now = Date.now,
}: MemoryDedupeOptions = {}): DedupeStore {
  /** When each was handled: the oldest first. */
  const done = new Map<string, number>();
  /** Who has each, and when that claim lapses. */
  const busy = new Map<string, { readonly claim: Claim; readonly lapses: number }>();

  function claim(event_id: string): Claim | 'done' | 'busy' {
    forget();
    if (done.has(event_id)) return 'done';
    const held = busy.get(event_id);
    if (held && held.lapses > now()) return 'busy';

    const mine: Claim = {
      commit() {
        if (busy.get(event_id)?.claim === mine) busy.delete(event_id);
        // Set anew, so that the order stays the order of time.
        done.delete(event_id);
        done.set(event_id, now());
        forget();
      },
      release() {
        // A claim that lapsed and was taken over is not ours to release.
        if (busy.get(event_id)?.claim === mine) busy.delete(event_id);
      },
    };
    busy.set(event_id, { claim: mine, lapses: now() + leaseSeconds * 1000 });
    return mine;
  }

  function forget(): void {
    for (const [event_id, handled] of done) {
      if (done.size <= maxEvents && handled > now() - keepSeconds * 1000) return;
      done.delete(event_id);
    }
  }

  return { claim };
}
