import { access } from '@booking-service/contract';
import type { Booking, KeyMode } from '@booking-service/contract';
import type { Clock } from '../time/clock.ts';
import { bookingAt } from '../domain/booking.ts';
import { Refusal } from '../domain/refusal.ts';
import type { BookingChange, Caller, Store, StoredBooking } from '../store/store.ts';

interface Using {
  readonly store: Pick<Store, 'findBooking' | 'changeBooking'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** A booking under a lost race is decided again; losing this often in a row means that something is wrong. */
const maxRaces = 20;

/** Whether what this key makes is live. */
export function livemodeOf(mode: KeyMode): boolean {
  return access.key_modes[mode].livemode;
}

/**
 * The caller's booking as it is now, beside its stored form.
 * Throws not_found for one of another organization, wrong_key_environment for one of the other environment (BKG-10).
 */
export async function getOwnBooking(
  id: string,
  { organization, key }: Caller,
  { store, clock }: Using,
): Promise<{ stored: StoredBooking; booking: Booking }> {
  const stored = await store.findBooking(id);
  if (!stored || stored.organization_id !== organization.id) {
    throw new Refusal('not_found', { message: `There is no booking ${id}.` });
  }
  if (stored.booking.livemode !== livemodeOf(key.mode)) throw new Refusal('wrong_key_environment');
  const present = await atPresent(stored, { store, clock });
  return { stored: present, booking: present.booking };
}

/**
 * The booking as it is now. One that has expired is stored as such before anybody is told: what was seen to be final stays
 * so, also where an answer to it is under way that was decided a moment before (STA-9, STA-10).
 */
export async function atPresent(found: StoredBooking, { store, clock }: Using): Promise<StoredBooking> {
  let stored = found;
  for (let race = 0; race < maxRaces; race += 1) {
    const now = clock.now();
    const booking = bookingAt(stored.booking, now);
    if (booking === stored.booking) return stored;
    const run = { step: stored.step, due_at: now.toISOString() };
    const changed = await store.changeBooking({ before: stored, booking, events: [], run });
    if (changed) return changed;
    stored = (await store.findBooking(booking.id)) ?? stored;
  }
  throw new Refusal('service_unavailable', { message: `Booking ${found.booking.id} is changed too often at once.` });
}

/**
 * Reads the caller's booking, has `decide` say what becomes of it (or throw a refusal), and stores that.
 * Where somebody else was faster the booking is read and decided again, so that a lost race is refused with the
 * status found.
 */
export async function changeOwnBooking(
  id: string,
  caller: Caller,
  { store, clock }: Using,
  decide: (booking: Booking, stored: StoredBooking) => Omit<BookingChange, 'before'>,
): Promise<StoredBooking> {
  for (let race = 0; race < maxRaces; race += 1) {
    const { stored, booking } = await getOwnBooking(id, caller, { store, clock });
    const changed = await store.changeBooking({ before: stored, ...decide(booking, stored) });
    if (changed) return changed;
  }
  throw new Refusal('service_unavailable', { message: `Booking ${id} is changed too often at once.` });
}
