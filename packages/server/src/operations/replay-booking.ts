import { idempotency, type Booking, type OperationResponse } from '@booking-service/contract';
import type { Clock } from '../time/clock.ts';
import type { Observer } from '../log/observer.ts';
import { noteBooking } from '../log/trail.ts';
import type { Caller, Store, StoredBooking } from '../store/store.ts';
import { atPresent, livemodeOf } from './own-booking.ts';

interface Using {
  readonly store: Pick<Store, 'findBooking' | 'changeBooking'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly observer: Pick<Observer, 'replayed'>;
}

/** Returns the replay of a create under this key; undefined if the key is unused (IDM-1, IDM-7). */
export async function findReplay(
  idempotency_key: string,
  { organization, key }: Caller,
  { store, ...using }: Using & { readonly store: Pick<Store, 'findBookingByKey'> },
): Promise<OperationResponse<'createBooking'> | undefined> {
  const livemode = livemodeOf(key.mode);
  const earlier = await store.findBookingByKey({ organization_id: organization.id, livemode, idempotency_key });
  return earlier && replayBooking(earlier, { store, ...using });
}

/** Returns the booking made earlier under the key, at this moment. Starts nothing (IDM-1, IDM-5). */
export async function replayBooking(
  earlier: StoredBooking,
  { observer, ...using }: Using,
): Promise<OperationResponse<'createBooking'>> {
  const { booking } = await atPresent(earlier, using);
  noteBooking(booking.id);
  observer.replayed({ booking_id: booking.id });
  const headers = { ...locationOf(booking), [idempotency.replay_header]: 'true' } as const;
  return { status: idempotency.replay_status, headers, body: booking };
}

/** Returns the Location header with the path of the booking. */
export function locationOf({ id }: Booking): { Location: string } {
  return { Location: `/v1/bookings/${id}` };
}
