import {
  access,
  type Booking,
  type JsonText,
  type KeyMode,
  idempotency,
  type OperationResponse,
} from '@booking-service/contract';
import { currentOrigin, noteSubject } from '@booking-service/kernel/log';
import type { Clock } from '@booking-service/kernel/time';
import { bookingAt } from '../../domain/booking.ts';
import { Refusal } from '../../domain/contract.ts';
import type { CallContext } from '../../providers/provider.ts';
import type { BookingChange, Caller, Store, StoredBooking } from '../../store/store.ts';
import type { Observer } from '../../log/observer.ts';

interface Using {
  readonly store: Pick<Store, 'findBooking' | 'changeBooking'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** After a lost race the change is decided again. This many losses in a row mean a fault. */
const maxRaces = 20;

/** Returns on whose behalf a request of this caller calls a port. */
export function contextOf({ organization, key }: Caller): CallContext {
  return { organization_id: organization.id, livemode: livemodeOf(key.mode) };
}

/** Returns whether bookings made with a key of this mode are live. */
export function livemodeOf(mode: KeyMode): boolean {
  return access.key_modes[mode].livemode;
}

/**
 * Returns the caller's booking at this moment, and its stored form.
 * Throws not_found for a booking of another organization, and wrong_key_environment for one of the other environment (BKG-10).
 */
export async function getOwnBooking(
  id: string,
  caller: Caller,
  { store, clock }: Using,
): Promise<{ stored: StoredBooking; booking: Booking }> {
  const stored = await store.findBooking({ organization_id: caller.organization.id, id });
  if (!stored) throw noBooking(id);
  noteSubject({ booking_id: id });
  requireEnvironment(stored.booking, caller);
  const present = await expireIfDue(stored, { store, clock });
  return { stored: present, booking: present.booking };
}

/**
 * Returns the caller's booking as JSON text, which is what the store has: nothing is parsed. A booking whose time to expire has
 * come is first brought to this moment. Throws the refusals of getOwnBooking.
 */
export async function getOwnBookingText(
  id: string,
  caller: Caller,
  { store, clock }: Using & { readonly store: Pick<Store, 'findBookingText'> },
): Promise<JsonText<Booking>> {
  const found = await store.findBookingText({ organization_id: caller.organization.id, id });
  if (!found) throw noBooking(id);
  noteSubject({ booking_id: id });
  requireEnvironment(found, caller);
  const { expires_at, text } = found;
  if (expires_at === null || clock.now().getTime() <= Date.parse(expires_at)) return text;
  const { booking } = await getOwnBooking(id, caller, { store, clock });
  // Text made from a booking.
  return JSON.stringify(booking) as JsonText<Booking>;
}

/** Throws wrong_key_environment for a resource of the other environment (BKG-10). */
export function requireEnvironment({ livemode }: { readonly livemode: boolean }, { key }: Caller): void {
  if (livemode !== livemodeOf(key.mode)) throw new Refusal('wrong_key_environment');
}

function noBooking(id: string): Refusal {
  return new Refusal('not_found', { message: `There is no booking ${id}.` });
}

/**
 * Returns the booking at this moment. An expired booking is stored as expired before any response shows it, so that a final status
 * stays final, even if a change that was decided a moment earlier is still under way (STA-9, STA-10).
 */
export async function expireIfDue(found: StoredBooking, { store, clock }: Using): Promise<StoredBooking> {
  let stored = found;
  for (let race = 0; race < maxRaces; race += 1) {
    const now = clock.now();
    const booking = bookingAt(stored.booking, now);
    if (booking === stored.booking) return stored;
    const run = { step: stored.step, due_at: now.toISOString() };
    const changed = await store.changeBooking({ before: stored, booking, events: [], origin: currentOrigin(), run });
    if (changed) return changed;
    stored = (await store.findBooking({ organization_id: found.organization_id, id: booking.id })) ?? stored;
  }
  throw new Refusal('service_unavailable', {
    message: `Booking ${found.booking.id} has too many changes at the same time. Send the request again.`,
  });
}

/**
 * Reads the caller's booking, and stores the change that `decide` returns; `decide` may also throw a refusal. If another change came
 * first, the booking is read and decided again, so that a lost race is refused with the current status.
 */
export async function changeOwnBooking(
  id: string,
  caller: Caller,
  { store, clock }: Using,
  decide: (booking: Booking, stored: StoredBooking) => Omit<BookingChange, 'before'>,
): Promise<StoredBooking> {
  for (let race = 0; race < maxRaces; race += 1) {
    const { stored, booking } = await getOwnBooking(id, caller, { store, clock });
    const changed = await store.changeBooking({ before: stored, origin: currentOrigin(), ...decide(booking, stored) });
    if (changed) return changed;
  }
  throw new Refusal('service_unavailable', {
    message: `Booking ${id} has too many changes at the same time. Send the request again.`,
  });
}

interface Replaying extends Using {
  readonly observer: Pick<Observer, 'replayed'>;
}

/** Returns the replay of a create under this key; undefined if the key is unused (IDM-1, IDM-7). */
export async function findReplay(
  idempotency_key: string,
  { organization, key }: Caller,
  { store, ...using }: Replaying & { readonly store: Pick<Store, 'findBookingByKey'> },
): Promise<OperationResponse<'createBooking'> | undefined> {
  const livemode = livemodeOf(key.mode);
  const earlier = await store.findBookingByKey({ organization_id: organization.id, livemode, idempotency_key });
  return earlier && replayBooking(earlier, { store, ...using });
}

/** Returns the booking made earlier under the key, at this moment. Starts nothing (IDM-1, IDM-5). */
export async function replayBooking(
  earlier: StoredBooking,
  { observer, ...using }: Replaying,
): Promise<OperationResponse<'createBooking'>> {
  const { booking } = await expireIfDue(earlier, using);
  noteSubject({ booking_id: booking.id });
  observer.replayed({ booking_id: booking.id });
  const headers = { ...locationOf(booking), [idempotency.replay_header]: 'true' } as const;
  return { status: idempotency.replay_status, headers, body: booking };
}

/** Returns the Location header with the path of the booking. */
export function locationOf({ id }: Booking): { Location: string } {
  return { Location: `/v1/bookings/${id}` };
}
