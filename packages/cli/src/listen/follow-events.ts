/**
 * Forwards events as they happen, oldest first:
 *  1. list      the events since a moment before the newest one that was forwarded
 *  2. forward   those that are new, one after the other
 *  3. remember  each of them, after it was sent
 *  4. wait      a second, or longer while the service cannot be reached
 */
import type { BookingClientError, BookingClient, ListedEvent } from '@booking-service/client';
import { polledPage, pollOptions, pollUntilStopped } from '../poll-until-stopped.ts';
import type { Position } from './listen-state.ts';

export interface Followed {
  readonly client: BookingClient;
  readonly position: Position;
  readonly stop: AbortSignal;
  /** Forwards an event. Returns false if `stop` ended it: then it is forwarded again in the next run. */
  readonly forward: (event: ListedEvent) => Promise<boolean>;
  /** Called after an event was forwarded and added to the position. */
  readonly save: () => void;
  /** Called with the failure when the service can no longer be reached, and without one when it can again. */
  readonly onConnection: (failure?: BookingClientError) => void;
}

/** Begins behind the newest event, so that only later ones are forwarded. */
export async function skipToNewest({ client, position }: Pick<Followed, 'client' | 'position'>): Promise<void> {
  const [newest] = (await client.events.list({ limit: 1 }, pollOptions())).data;
  if (!newest) return;
  position.add(newest);
  for (const event of await readNew({ client, position })) position.add(event);
}

/** Resolves when `stop` aborts. Rejects if the service refuses the key. */
export async function followEvents({ client, position, stop, forward, save, onConnection }: Followed): Promise<void> {
  await pollUntilStopped({
    stop,
    onConnection,
    read: () => readNew({ client, position, stop }),
    async use(events) {
      for (const event of events) {
        if (!(await forward(event))) return;
        position.add(event);
        save();
        if (stop.aborted) return;
      }
    },
  });
}

/** Returns the events that were not forwarded, oldest first. */
async function readNew({
  client,
  position,
  stop,
}: Pick<Followed, 'client' | 'position'> & { readonly stop?: AbortSignal }): Promise<ListedEvent[]> {
  const from = position.from();
  const query = { limit: polledPage, ...(from && { created_from: from }) };
  const found: ListedEvent[] = [];
  for await (const event of client.events.list(query, pollOptions(stop))) if (!position.has(event)) found.push(event);
  return found.toReversed();
}
