/** The caller's own bookings and sessions: reads, changes and replays. */
import {
  access,
  type Booking,
  type Card,
  idempotency,
  type JsonText,
  type KeyMode,
  limits,
  type OperationResponse,
  type Session,
} from '@booking-service/contract';
import { currentOrigin, noteSubject } from '@booking-service/kernel/log';
import type { Clock } from '@booking-service/kernel/time';
import { bookingAt } from '../domain/booking.ts';
import { Refusal } from '../domain/contract.ts';
import type { CallContext } from '../providers/provider.ts';
import type { BookingChange, Caller, SessionChange, Store, StoredBooking, StoredSession } from '../store/store.ts';
import type { Observer } from '../log/observer.ts';
import { addCreation, forgottenBefore, nextCreation, normalizeDestination, sessionAt } from '../domain/session.ts';
import type { Channel, CodeSender } from '../providers/integrations.ts';
import type { ModePorts, PortsOf } from '../providers/ports.ts';

interface Using {
  readonly store: Pick<Store, 'findBooking' | 'changeBooking'>;
  readonly clock: Pick<Clock, 'now'>;
}

/**
 * After a lost race the change is decided again. This many losses in a row mean a fault. A session has fewer attempts than this, and a
 * destination has fewer sessions before the limit refuses the next one.
 */
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
async function expireIfDue(found: StoredBooking, { store, clock }: Using): Promise<StoredBooking> {
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

interface UsingSessions {
  readonly store: Pick<Store, 'findSession' | 'changeSession'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** Returns the caller's session at this moment, and its stored form. Throws not_found for a session of another organization. */
export async function getOwnSession(
  id: string,
  { organization }: Caller,
  { store, clock }: UsingSessions,
): Promise<{ stored: StoredSession; session: Session }> {
  const stored = await store.findSession({ organization_id: organization.id, id });
  if (!stored) throw new Refusal('not_found', { message: `There is no session ${id}.` });
  return { stored, session: sessionAt(stored.session, clock.now()) };
}

/** Reads the caller's session, and stores the change that `decide` returns; `decide` may also throw a refusal. */
export async function changeOwnSession(
  id: string,
  caller: Caller,
  { store, clock }: UsingSessions,
  decide: (session: Session) => Omit<SessionChange, 'before'>,
): Promise<StoredSession> {
  for (let race = 0; race < maxRaces; race += 1) {
    const { stored, session } = await getOwnSession(id, caller, { store, clock });
    const changed = await store.changeSession({ before: stored, ...decide(session) });
    if (changed) return changed;
  }
  throw new Refusal('service_unavailable', {
    message: `Session ${id} has too many changes at the same time. Send the request again.`,
  });
}

/**
 * Returns the code sender. Throws cardservice_disabled without one, because there are no sessions then, and if it does not send by the
 * channel.
 */
export function getCodeSender({ codes }: Pick<ModePorts, 'codes'>, channel?: Channel): CodeSender {
  if (!codes)
    throw new Refusal('cardservice_disabled', { message: 'Sessions are not enabled here: no code can be sent.' });
  if (channel !== undefined && codes.channels?.includes(channel) === false) {
    throw new Refusal('cardservice_disabled', { message: `Sessions by ${channel} are not enabled here.` });
  }
  return codes;
}

/** Throws service_unavailable for an error of the code sender or the card vault. */
export function refuseUnavailable(cause: unknown): never {
  const message = 'The card service does not respond. Send the request again later.';
  throw new Refusal('service_unavailable', { message, cause });
}

/**
 * Counts a new session for this destination. Throws rate_limited if there were too many, with the seconds until the next one is
 * allowed (SES-4). Runs before the code is sent, and counts a session even if sending fails.
 */
export async function countCreation(
  destination: string,
  { organization }: Caller,
  {
    store,
    clock,
  }: {
    readonly store: Pick<Store, 'findSessionCreations' | 'changeSessionCreations'>;
    readonly clock: Pick<Clock, 'now'>;
  },
): Promise<void> {
  const of = { organization_id: organization.id, destination: normalizeDestination(destination) };
  for (let race = 0; race < maxRaces; race += 1) {
    const before = await store.findSessionCreations(of);
    const now = clock.now();
    const next = nextCreation(before, now);
    if (next) {
      const seconds = Math.ceil((next.getTime() - now.getTime()) / 1000);
      throw new Refusal('rate_limited', { headers: { [limits.headers.retry_after]: String(seconds) } });
    }
    const after = addCreation(before, now);
    if (await store.changeSessionCreations({ ...of, before, after, forget_before: forgottenBefore(now) })) return;
  }
  throw new Refusal('service_unavailable', {
    message: 'Too many sessions are created for this destination at the same time. Send the request again.',
  });
}

/**
 * Returns the card of a verified session. Throws session_not_verified, and reconnect_required if no card is linked to the
 * session, or no longer.
 */
export async function readCard(
  { session, card_reference }: StoredSession,
  { portsOf, context }: { readonly portsOf: PortsOf; readonly context: CallContext },
): Promise<Card> {
  const { cards } = portsOf(context);
  if (!cards)
    throw new Refusal('cardservice_disabled', { message: 'Cards are not enabled here: there is no card vault.' });
  if (session.status !== 'verified') throw new Refusal('session_not_verified');
  if (card_reference === null) throw new Refusal('reconnect_required');
  const card = await cards.readCard(card_reference, context).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'reconnect_required') throw error;
    return refuseUnavailable(error);
  });
  return { object: 'card', ...card, session_id: session.id };
}
