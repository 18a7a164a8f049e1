/** Stores bookings whose events are delivered at the first attempt, through the port, with the rows that the service stores. */
import { createOrganization, type Store } from '@booking-service/server';
import { createSigner } from '@booking-service/webhooks';
// @boundaries-ignore the events and their ids are those of the service
import { moveBooking, toEvents } from '../../packages/server/src/domain/booking.ts';
// @boundaries-ignore as above
import { randomId } from '../../packages/kernel/src/ids.ts';
import { newCreate } from './creates.ts';

/** Each booking is created and confirmed. */
export const eventsOfBooking = 2;

const lease = { lease_token: 'lease_0123456789abcdef0123456789abcdef', limit: 100 };
const signer = createSigner({ secret: 'whsec_of_the_benchmark' });

export interface Filling {
  readonly organizations: number;
  readonly bookings: number;
  /** The bookings that are stored before their events are delivered. */
  readonly batch: number;
  /** Called when the bookings of a batch are stored, before their events are delivered. */
  readonly beforeDeliveries?: () => Promise<void>;
  /** Called after each batch. */
  readonly afterBatch: () => Promise<void>;
}

export async function storeDelivered(
  store: Store,
  { organizations, bookings, batch, beforeDeliveries, afterBatch }: Filling,
): Promise<void> {
  const ids: string[] = [];
  for (let index = 0; index < organizations; index += 1) {
    const settings = { name: 'Diner', webhook_url: 'https://diner.test/webhooks' };
    ids.push((await createOrganization(store, settings, new Date())).organization_id);
  }
  for (let stored = 0; stored < bookings; stored += 1) {
    await storeBooking(store, ids[stored % ids.length] ?? '');
    if ((stored + 1) % batch > 0 && stored + 1 < bookings) continue;
    await beforeDeliveries?.();
    await deliverAll(store, ids);
    await afterBatch();
  }
}

async function storeBooking(store: Store, organization_id: string): Promise<void> {
  const { booking, run: _run, ...create } = newCreate(organization_id);
  const origin = { request_id: randomId('req'), traceparent: null };
  const events = toEvents(['booking.created'], booking, { newId: randomId });
  await store.createBooking({ ...create, booking, origin, events });
  const before = await store.findBooking({ organization_id, id: booking.id });
  const move = { trigger: 'provider', to: 'confirmed', confirmation_code: 'HT-4711' } as const;
  const moved = moveBooking(booking, move, new Date());
  if (!before || !moved) throw new Error('The booking was not stored, or cannot be confirmed.');
  await store.changeBooking({
    before,
    booking: moved.booking,
    origin,
    events: toEvents(moved.events, moved.booking, { newId: randomId }),
  });
}

async function deliverAll(store: Store, of: readonly string[]): Promise<void> {
  for (;;) {
    const now = new Date();
    const lease_until = new Date(now.getTime() + 60_000);
    const claimed = await store.claimDeliveries({ ...lease, now, lease_until, of });
    if (claimed.length === 0) return;
    await store.recordAttempts(
      claimed.map((delivery) => ({ delivery, attempt: attemptOf(delivery.payload, now), state: 'succeeded' })),
    );
  }
}

function attemptOf(payload: string, now: Date): Parameters<Store['recordAttempts']>[0][number]['attempt'] {
  const request_headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'User-Agent': 'booking-service',
    'Service-Signature': signer.header(payload),
  };
  const outcome = { status: 200, error: null, cause: null, answer: '{"received":true}' };
  return { request_headers, started: now.toISOString(), duration_ms: 12, ...outcome };
}
