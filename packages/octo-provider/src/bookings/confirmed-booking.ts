/** The calls about a booking that its supplier has confirmed: modify, read and release. */
import {
  type BookingReading,
  type Documented,
  type Modification,
  type ModificationOutcome,
  Refusal,
  type Release,
} from '@booking-service/server';
import type { Booking, BookingDocument } from '@booking-service/contract';
import { termsOf } from '../availability/slots.ts';
import { newUnitItems, priceOf, unitItemsOf, unitsFor } from '../availability/units.ts';
import type { OctoBooking } from '../http/octo-client.ts';
import { OctoError } from '../http/octo-error.ts';
import { toAvailabilityId, toBookingUuid } from '../ids.ts';
import { objectsOf, textOf, type Unchecked } from '../unchecked.ts';
import { isOver, type Supplier } from './supplier.ts';
import type { components } from '../generated/octo.ts';

/** The values that a modification sets. */
interface Wanted {
  readonly availabilityId: string;
  /** One for each unit. */
  readonly unitIds: readonly string[];
}

/**
 * Modifies the booking at its supplier. The booking is read first: a repeated modification has nothing left to change. OCTO allows
 * changes as long as the booking is `cancellable`. Rejects if the supplier fails; the service repeats the call then.
 */
export async function modify(
  { booking, changes }: Modification,
  { octo, catalogue, newSignal }: Supplier,
): Promise<ModificationOutcome> {
  const uuid = toBookingUuid(booking.id);
  const signal = newSignal();
  const { venue_id, slot_id } = { ...booking, ...changes };
  // A party_size alone replaces the party.
  const guests = changes.party_size === undefined ? booking : { party_size: changes.party_size, party: changes.party };
  const offer = await catalogue.find(venue_id);
  const availabilityId = toAvailabilityId(venue_id, slot_id);
  const chosen = offer && unitsFor(offer, guests);
  if (!offer || availabilityId === undefined || !chosen) return { outcome: 'refused' };
  const wanted = { availabilityId, unitIds: newUnitItems(chosen).map(({ unitId }) => unitId) };
  try {
    const known = await octo.findBooking(uuid, signal);
    if (!known) return { outcome: 'refused', message: 'The supplier has no such booking.' };
    const modifiedTo = (now: OctoBooking): ModificationOutcome => ({
      outcome: 'modified',
      price: priceOf(now, chosen),
      ...termsOf(now.availability, offer),
      ...documentsOf(now),
    });
    if (isAs(known, wanted)) return modifiedTo(known);
    if (known.cancellable === false) return { outcome: 'unsupported' };
    const unitItems = keptItems(known, wanted);
    const modified = await octo.update(uuid, { availabilityId, unitItems }, signal);
    if (isAs(modified, wanted)) return modifiedTo(modified);
    return { outcome: 'refused', message: 'The supplier did not make the change.' };
  } catch (error) {
    return toOutcome(error);
  }
}

/** The wanted unit items. Those that the booking has keep their UUID. */
function keptItems(known: OctoBooking, { unitIds }: Wanted): { uuid?: string; unitId: string }[] {
  const items = unitItemsOf(known);
  return unitIds.map((unitId) => {
    const index = items.findIndex((item) => item.unitId === unitId);
    return (index === -1 ? undefined : items.splice(index, 1)[0]) ?? { unitId };
  });
}

/** True if the booking at the supplier has these values. */
function isAs(known: OctoBooking, { availabilityId, unitIds }: Wanted): boolean {
  const current = textOf(known.availabilityId) ?? textOf(known.availability?.id);
  const ids = unitItemsOf(known).map(({ unitId }) => unitId);
  return current === availabilityId && isSameList(ids.toSorted(), unitIds.toSorted());
}

function isSameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((each, index) => each === b[index]);
}

/** A supplier without this operation responds with one of these statuses. */
const missing = new Set([404, 405, 501]);

function toOutcome(error: unknown): ModificationOutcome {
  if (!(error instanceof OctoError)) throw error;
  if (error.code === 'UNREADABLE' && missing.has(error.status)) return { outcome: 'unsupported' };
  if (error.row.temporary) throw error;
  return { outcome: 'refused', message: `The supplier refused the modification. ${error.reason}` };
}

/** The statuses of a confirmed booking that its supplier has ended. */
const cancelled = new Set(['CANCELLED', 'EXPIRED', 'REJECTED']);

/**
 * Reads the booking at its supplier. A supplier that does not have it rejects the call: only a stated end cancels the booking of a guest.
 * Another availability or number of units is not reported. Suppliers write one availability id in several forms, so a difference of texts
 * would report changes that the supplier never made. For the same reason, documents are reported only for a booking that has none: they
 * may come after the confirmation, and an address in them may differ at each read.
 */
export async function readBooking(
  { id, documents }: Booking,
  { octo, clock, newSignal }: Pick<Supplier, 'octo' | 'clock' | 'newSignal'>,
): Promise<BookingReading> {
  const known = await octo.findBooking(toBookingUuid(id), newSignal());
  if (!known) throw new Error('The supplier has no such booking.');
  if (cancelled.has(known.status)) return { state: 'cancelled' };
  if (known.status === 'REDEEMED' || isOver(known, clock.now())) return { state: 'completed' };
  return { state: 'confirmed', ...(!documents && documentsOf(known)) };
}

/** The statuses in which a supplier keeps no places for the booking. */
const ended = new Set(['EXPIRED', 'CANCELLED', 'REJECTED', 'REDEEMED']);

/**
 * Cancels the booking at its supplier, and returns what the supplier refunds. Does nothing if the supplier has no such booking, or no longer keeps places for it.
 *
 * After the cancellation cutoff a supplier refuses. Then this throws a Refusal, and the service repeats it, because the supplier can
 * still cancel by hand, and reports it when it gives up. Once the slot is over, nothing is left to release. A Refusal, unlike an
 * error, does not count as a failure of the supplier, which works.
 */
export async function release(booking: Booking, { octo, clock, newSignal }: Supplier): Promise<Release> {
  const uuid = toBookingUuid(booking.id);
  const signal = newSignal();
  const known = await octo.findBooking(uuid, signal);
  if (!known || ended.has(known.status)) return refundOf(known, booking);
  const reason = `The booking is ${booking.status}.`;
  const result = await octo.cancel(uuid, { reason }, signal).catch((error: unknown) => {
    if (!(error instanceof OctoError) || error.row.temporary) throw error;
    return error;
  });
  if (!(result instanceof OctoError) && ended.has(result.status)) return refundOf(result, booking);
  if (isOver(known, clock.now())) return {};
  const message =
    result instanceof OctoError
      ? `The supplier does not cancel the booking. ${result.reason}`
      : `The supplier keeps the cancelled booking as ${result.status}.`;
  throw new Refusal('invalid_state', { message });
}

/**
 * Returns what the supplier refunds for the cancelled booking. OCTO has no amount of a partial refund: it is what the pricing of the
 * cancelled booking is below the price of the booking. The booking as it is read later states the same. If its pricing states no lower
 * price, the policy of the booking decides, as at a supplier that states nothing.
 */
function refundOf(known: OctoBooking | undefined, { price }: Booking): Release {
  if (known?.status !== 'CANCELLED') return {};
  const stated = textOf(known.cancellation?.refund);
  if (stated === 'FULL') return { refund: 'full' };
  if (stated === 'NONE') return { refund: 'none' };
  if (stated !== 'PARTIAL') return {};
  const kept = priceOf(known, []);
  const isLower = price && kept?.currency === price.currency && kept.amount < price.amount;
  return isLower ? { refund: { ...price, amount: price.amount - kept.amount } } : {};
}

type Delivered = Unchecked<components['schemas']['Ticket']> | null | undefined;

/** The contract's bounds of documents. A test compares them with the contract. */
export const maxDocuments = 100;
export const longestValue = 2048;

const formats: Readonly<Record<string, BookingDocument['format']>> = {
  QRCODE: 'qr_code',
  CODE128: 'code_128',
  AZTECCODE: 'aztec_code',
  PDF_URL: 'pdf_url',
  PKPASS_URL: 'pkpass_url',
};

/**
 * Returns the voucher of a booking, and the tickets of its units. A supplier may send both, whatever its deliveryMethods are. A document
 * that the contract cannot express is left out. If there are too many, each ticket has only its first format.
 */
export function documentsOf({ voucher, unitItems }: OctoBooking): Documented {
  const tickets = objectsOf(unitItems).map(({ ticket }, index) => {
    return formatsOf(ticket).map(
      (document) => ({ kind: 'ticket', ...document, label: `Ticket ${index + 1}` }) as const,
    );
  });
  const vouchers = formatsOf(voucher).map((document) => ({ kind: 'voucher', ...document }) as const);
  const all = [...vouchers, ...tickets.flat()];
  const fitting = all.length <= maxDocuments ? all : [...vouchers, ...tickets.flatMap((each) => each.slice(0, 1))];
  return fitting.length === 0 ? {} : { documents: fitting.slice(0, maxDocuments) };
}

function formatsOf(delivered: Delivered): Pick<BookingDocument, 'format' | 'value'>[] {
  return objectsOf(delivered?.deliveryOptions).flatMap(({ deliveryFormat, deliveryValue }) => {
    const [format, value] = [formats[textOf(deliveryFormat) ?? ''], textOf(deliveryValue)];
    const isExpressed = format && value !== undefined && value.length <= longestValue && value.isWellFormed();
    if (!isExpressed || value.includes('\0')) return [];
    return format.endsWith('_url') && !/^https?:\/\/[\x21-\x7e]+$/.test(value) ? [] : [{ format, value }];
  });
}
