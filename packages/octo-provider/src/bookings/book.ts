/**
 * Books at an OCTO supplier in two steps, with the same UUID in every attempt:
 *  1. Reserve. The supplier holds the places (ON_HOLD) until utcExpiresAt. A repeated UUID makes no second reservation; a supplier that
 *     refuses or fails is asked for the booking that has it.
 *  2. Confirm, with the contact. If the supplier has questions that must be answered, the hold waits for the answers of the caller first. The booking becomes CONFIRMED, or PENDING where a person decides.
 *
 * If the process dies, or a response is lost, the next attempt reads the booking first and continues where it stands. A hold that is
 * about to end is extended, so that a supplier that is down for a while does not cost the guest the places. If the supplier refuses
 * the confirmation, the hold is cancelled before the booking fails. A booking that ends otherwise is released in confirmed-booking.ts.
 *
 * A hold that ended fails the booking at once. Suppliers report it in three ways: the booking reads as EXPIRED; it is unknown, and
 * its UUID cannot be reserved again; or it still reads as ON_HOLD after utcExpiresAt, and cannot be confirmed. The clocks may differ,
 * so the supplier is always requested to confirm, and the booking is read again, before our clock decides.
 */
import type { Booking, Question } from '@booking-service/contract';
import { type BookingStep, type Outcome, Refusal, type Acceptance, type SizedBooking } from '@booking-service/server';
import {
  countOf,
  unitsFor,
  unitItemsOf,
  mostUnits,
  newUnitItems,
  priceOf,
  toUnitQuantities,
} from '../availability/units.ts';
import type { Offer } from '../catalogue/offer.ts';
import type { OctoBooking } from '../http/octo-client.ts';
import { type OctoErrorCode, OctoError } from '../http/octo-error.ts';
import { toBookingUuid, toAvailabilityId } from '../ids.ts';
import { textOf, objectsOf } from '../unchecked.ts';
import { checkContact, toAnswered, toAsk, toContact } from './guest-details.ts';
import { documentsOf } from './confirmed-booking.ts';
import { endOf, hold_minutes, type Supplier } from './supplier.ts';
import { isOffered, termsOf } from '../availability/slots.ts';

/** A hold that ends sooner is extended before it is confirmed. */
const shortHold_ms = 2 * 60_000;
/** The delay before a PENDING booking is read again, in seconds. */
const pending_seconds = 30;
/** The delay after a refusal for too many requests, if the supplier names none. At most longestWait_seconds. */
const limited_seconds = 10;
const longestWait_seconds = 300;

const holdEnded = "The supplier's hold ended before the booking was confirmed.";

interface Attempt extends Omit<Supplier, 'newSignal'> {
  readonly booking: Booking;
  readonly answer: BookingStep['answer'];
  readonly attempt: number;
  readonly uuid: string;
  readonly signal: AbortSignal;
}

/** Takes the booking one step further. Rejects if the supplier fails; the service repeats the call then. */
export async function book(
  { booking, attempt, answer }: BookingStep,
  { newSignal, ...supplier }: Supplier,
): Promise<Outcome> {
  const uuid = toBookingUuid(booking.id);
  const work = { ...supplier, booking, answer, attempt, uuid, signal: newSignal() };
  try {
    const isAnswered = answer?.type === 'answer_questions';
    const known = attempt > 1 || isAnswered ? await work.octo.findBooking(uuid, work.signal) : undefined;
    // The step that asked has reserved the places.
    if (!known && isAnswered) return failed('slot_not_offered', holdEnded);
    return known ? await settle(known, work) : await reserve(work);
  } catch (error) {
    if (!(error instanceof OctoError)) throw error;
    const { code, row, retry_after_seconds = limited_seconds } = error;
    if (code === 'TOO_MANY_REQUESTS') {
      return { outcome: 'pending', retry_after_seconds: Math.min(retry_after_seconds, longestWait_seconds) };
    }
    if (row.temporary) throw error;
    return refused(error);
  }
}

async function reserve(work: Attempt): Promise<Outcome> {
  const { octo, catalogue, booking, uuid, signal } = work;
  const offer = await catalogue.find(booking.venue_id);
  const availabilityId = toAvailabilityId(booking.venue_id, booking.slot_id);
  const chosen = offer && unitsFor(offer, booking);
  if (!offer || availabilityId === undefined || !chosen) return failed('slot_not_offered');
  const reservation = {
    uuid,
    productId: offer.product_id,
    optionId: offer.option_id,
    availabilityId,
    expirationMinutes: hold_minutes,
    resellerReference: booking.id,
    unitItems: newUnitItems(chosen),
  };
  const made = await octo.reserve(reservation, signal).catch((error: unknown) => findReserved(error, work));
  if (!made) return failed('slot_not_offered', holdEnded);
  const named = textOf(made.uuid);
  if (named !== undefined && named.toLowerCase() !== uuid) return undoUnnamed(named, work);
  return settle(made, work);
}

/** The errors that a known UUID gets. */
const knownCodes: ReadonlySet<OctoErrorCode> = new Set(['INVALID_BOOKING_UUID', 'INTERNAL_SERVER_ERROR']);

/**
 * Returns the reservation that an earlier attempt made: suppliers respond to a known UUID with a refusal, or fail. Returns undefined
 * if a later attempt cannot reserve and finds none: the supplier has forgotten the hold of the earlier one. A supplier that fails may
 * only be down, so then the hold must also have ended. Otherwise throws the error.
 */
async function findReserved(
  error: unknown,
  { octo, uuid, booking, holdEnds, signal, attempt }: Attempt,
): Promise<OctoBooking | undefined> {
  if (!(error instanceof OctoError)) throw error;
  const isKnown = knownCodes.has(error.code) || error.status >= 500;
  if (!isKnown) throw error;
  const reserved = await octo.findBooking(uuid, signal);
  const isForgotten = attempt > 1 && (error.code === 'INVALID_BOOKING_UUID' || holdEnds.hasEnded(uuid, booking));
  if (reserved || isForgotten) return reserved;
  throw error;
}

/** A supplier that replaces the UUID would make a second booking in the next attempt. Its reservation is cancelled. */
async function undoUnnamed(named: string, { octo, signal }: Attempt): Promise<Outcome> {
  await octo.cancel(named, { reason: 'The supplier replaced the UUID of the reservation.' }, signal);
  return failed(
    'provider_failed',
    'The supplier does not keep the UUID of a reservation, so bookings are not safe there.',
  );
}

async function settle(known: OctoBooking, work: Attempt): Promise<Outcome> {
  if (known.status !== 'ON_HOLD') return toOutcome(known, work);
  work.holdEnds.note(work.uuid, known);
  const questions = await openQuestions(known, work);
  if (questions.length > 0) return { outcome: 'requires_action', next_action: { type: 'answer_questions', questions } };
  const held = await extendShortHold(known, work);
  return held.status === 'ON_HOLD' ? confirm(held, work) : toOutcome(held, work);
}

/** Returns the questions of a held booking, until its caller has answered them. */
async function openQuestions(held: OctoBooking, { catalogue, booking, answer }: Attempt): Promise<readonly Question[]> {
  if (answer?.type === 'answer_questions') return [];
  const offer = await catalogue.find(booking.venue_id);
  const chosen = offer && unitsFor(offer, booking);
  return offer && chosen ? toAsk(offer, { chosen, availability: held.availability }) : [];
}

/** A supplier that does not extend holds may still confirm in time. */
async function extendShortHold(held: OctoBooking, work: Attempt): Promise<OctoBooking> {
  const { octo, clock, uuid, holdEnds, signal } = work;
  const left_ms = endOf(held) - clock.now().getTime();
  if (!(left_ms < shortHold_ms)) return held;
  try {
    const extended = await octo.extend(uuid, { expirationMinutes: hold_minutes }, signal);
    holdEnds.note(uuid, extended);
    return extended;
  } catch (error) {
    if (!(error instanceof OctoError)) throw error;
    return held;
  }
}

async function confirm(held: OctoBooking, work: Attempt): Promise<Outcome> {
  const { octo, catalogue, booking, answer, uuid, contact: defaults, signal } = work;
  const offer = await catalogue.find(booking.venue_id);
  const answered = answer?.type === 'answer_questions' ? toAnswered(answer.answers) : {};
  const contact = toContact(booking.guest, { locale: offer?.locale }, defaults);
  const confirmation = {
    contact,
    resellerReference: booking.id,
    ...answered,
    ...unitContacts(held, { offer, contact }),
  };
  try {
    return toOutcome(await octo.confirm(uuid, confirmation, signal), work);
  } catch (error) {
    const isOctoError = error instanceof OctoError && error.code !== 'TOO_MANY_REQUESTS';
    if (!isOctoError || (error.row.temporary && !isOver(held, work))) throw error;
    return afterRefusal(error, held, work);
  }
}

/** The contact of each ticket, if the supplier requires one. All unit items are listed, because one that is left out is removed. */
function unitContacts(
  held: OctoBooking,
  { offer, contact }: { offer: Offer | undefined; contact: ReturnType<typeof toContact> },
) {
  const items = unitItemsOf(held);
  const needing = new Set(offer?.units.filter(({ required }) => required.size > 0).map(({ id }) => id));
  return items.some(({ unitId }) => needing.has(unitId))
    ? { unitItems: items.map((item) => ({ ...item, contact })) }
    : {};
}

/** The confirmation may have failed because an earlier one succeeded, or because the hold ended. */
async function afterRefusal(refusal: OctoError, held: OctoBooking, work: Attempt): Promise<Outcome> {
  const { octo, uuid, signal } = work;
  const now = await octo.findBooking(uuid, signal);
  if (now && now.status !== 'ON_HOLD') return toOutcome(now, work);
  const hasEnded = isOver(now ?? held, work) || (!now && refusal.code === 'INVALID_BOOKING_UUID');
  if (refusal.row.temporary && !hasEnded) throw refusal;
  if (now) {
    await octo.cancel(uuid, { reason: 'The booking could not be confirmed.' }, signal).catch((failure: unknown) => {
      // A hold that is over may not be cancellable. It has no places to return.
      if (!hasEnded || !(failure instanceof OctoError)) throw failure;
    });
  }
  return hasEnded ? failed('slot_not_offered', holdEnded) : refused(refusal);
}

/** True if the hold is over by our clock. */
function isOver(held: OctoBooking, { clock }: Attempt): boolean {
  return endOf(held) <= clock.now().getTime();
}

function toOutcome(current: OctoBooking, { uuid }: Attempt): Outcome {
  switch (current.status) {
    case 'CONFIRMED':
    case 'REDEEMED':
      return { outcome: 'confirmed', confirmation_code: toConfirmationCode(current, uuid), ...documentsOf(current) };
    case 'ON_HOLD':
    case 'PENDING':
      return { outcome: 'pending', retry_after_seconds: pending_seconds };
    case 'EXPIRED':
      return failed('slot_not_offered', holdEnded);
    case 'REJECTED':
      return failed('provider_failed', 'The supplier rejected the booking.');
    case 'CANCELLED':
      return failed('provider_failed', 'The supplier cancelled the booking.');
    default:
      throw new OctoError('a booking request', 'UNREADABLE', { status: 200, text: `the status ${current.status}` });
  }
}

function refused({ row, reason }: OctoError): Outcome {
  return failed(row.booking, `The supplier refused the booking. ${reason}`);
}

function failed(error_code: 'slot_not_offered' | 'provider_failed', error_message?: string): Outcome {
  return { outcome: 'failed', error_code, ...(error_message !== undefined && { error_message }) };
}

/** The contract's maxLength of ConfirmationCode. A test compares it with the contract. */
export const longestConfirmationCode = 60;

/**
 * Returns the code to show at the venue: the supplier's reference, otherwise the UUID. Each character that the contract does not allow becomes
 * a hyphen.
 */
export function toConfirmationCode({ supplierReference }: OctoBooking, uuid: string): string {
  const reference =
    textOf(supplierReference)
      ?.replaceAll(/[^A-Za-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '') ?? '';
  return (reference === '' ? uuid : reference).slice(0, longestConfirmationCode);
}

/** Checks with the supplier that it still offers the slot to the party, and that the guest has the required fields. */
export async function checkRequest(
  { venue_id, slot_id, party_size, party, guest }: SizedBooking,
  { octo, catalogue, clock, contact, newSignal }: Supplier,
): Promise<Acceptance> {
  const offer = await catalogue.find(venue_id);
  const availability_id = toAvailabilityId(venue_id, slot_id);
  const chosen = offer && unitsFor(offer, { party_size, party });
  if (!offer || availability_id === undefined || !chosen) throw new Refusal('slot_not_offered');
  const required = new Set([...offer.required, ...chosen.flatMap(({ unit }) => [...unit.required])]);
  checkContact(guest, offer, { required, defaults: contact });
  const check = {
    productId: offer.product_id,
    optionId: offer.option_id,
    availabilityIds: [availability_id],
    units: toUnitQuantities(chosen),
  };
  const found = await octo.checkAvailability(check, newSignal()).catch(refuse);
  const slot = objectsOf(found).find(({ id }) => textOf(id) === availability_id);
  const isFree = slot && isOffered(slot, clock.now()) && countOf(chosen) <= mostUnits(offer, slot);
  if (isFree !== true) throw new Refusal('slot_not_offered');
  return { at_once: false, price: priceOf(slot, chosen), ...termsOf(slot, offer) };
}

/** Throws the refusal of the table. A temporary error stays an error, which the service reports as service_unavailable. */
function refuse(cause: unknown): never {
  if (!(cause instanceof OctoError) || cause.row.temporary) throw cause;
  throw new Refusal(cause.row.create, { cause });
}
