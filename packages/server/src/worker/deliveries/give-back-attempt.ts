import type { Logger } from 'pino';
import { noObserver, type Observer } from '../../log/observer.ts';
import { LapsedError } from '../send/safe-post.ts';
import type { ClaimedDelivery, Store } from '../../store/store.ts';

export interface GiveBackOptions {
  readonly store: Pick<Store, 'giveBackDeliveries'>;
  readonly log: Pick<Logger, 'warn'>;
  /** Default: none. */
  readonly observer?: Pick<Observer, 'lapsed'>;
}

/**
 * Gives back an attempt that was not sent because its lease was over or about to end. It is not counted, so pauses abandon no webhook.
 * Changes nothing if another worker has claimed the delivery meanwhile. Rethrows any other error.
 */
export async function giveBackAttempt(
  delivery: ClaimedDelivery,
  error: unknown,
  { store, log, observer = noObserver }: GiveBackOptions,
): Promise<void> {
  if (!(error instanceof LapsedError)) throw error;
  const { id: delivery_id, booking_id, event_id, event_type, organization_id, attempt, lease_token } = delivery;
  observer.lapsed({ work: 'delivery' });
  const line = { booking_id, delivery_id, event_id, event_type, organization_id, attempt };
  log.warn(line, 'a webhook attempt was not sent: its lease was about to end, and the process may have been paused');
  await store.giveBackDeliveries({ deliveries: [delivery], lease_token });
}
