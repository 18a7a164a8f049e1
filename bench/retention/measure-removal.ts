import { setTimeout as pause } from 'node:timers/promises';
import type { Store } from '@booking-service/server';
import { newCreate } from '../store/creates.ts';
import { amount } from '../smoke.ts';

/** A store with old events. */
export interface Planted extends AsyncDisposable {
  readonly store: Store;
  readonly organization_id: string;
}

export interface Removal {
  readonly events: number;
  readonly seconds: number;
  readonly steps_ms: readonly number[];
  readonly creates_ms: readonly number[];
  /** The times of creates without a removal. */
  readonly alone_ms: readonly number[];
}

const interval_ms = 10;
const day_ms = 24 * 3600 * 1000;

/** Removes all old events, with pauses between the steps, beside a create every 10 ms. */
export async function measureRemoval(
  { store, organization_id }: Planted,
  { pause_ms }: { pause_ms: number },
): Promise<Removal> {
  const alone = startCreates(store, organization_id);
  await pause(amount(5_000, 100));
  const alone_ms = await alone.stop();
  const load = startCreates(store, organization_id);
  const begun = performance.now();
  const [steps_ms, now]: [number[], Date] = [[], new Date()];
  let events = 0;
  let from: string | undefined;
  do {
    const start = performance.now();
    const removed = await store.removeHistory({ now, before: new Date(now.getTime() - 30 * day_ms), from });
    steps_ms.push(performance.now() - start);
    events += removed.events;
    from = removed.next;
    await pause(pause_ms);
  } while (from !== undefined);
  const seconds = (performance.now() - begun) / 1000;
  return { events, seconds, steps_ms, creates_ms: await load.stop(), alone_ms };
}

/** Creates a booking at each interval, whether or not the earlier ones are stored. */
function startCreates(store: Store, organization_id: string): { stop(): Promise<number[]> } {
  const times: Promise<number>[] = [];
  const timer = setInterval(() => times.push(timeCreate()), interval_ms);

  async function timeCreate(): Promise<number> {
    const start = performance.now();
    await store.createBooking(newCreate(organization_id));
    return performance.now() - start;
  }

  return {
    stop() {
      clearInterval(timer);
      return Promise.all(times);
    },
  };
}
