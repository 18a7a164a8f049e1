import type { Modification, ModificationOutcome } from '@booking-service/server';
import { termsOf } from '../availability/slot-time.ts';
import { newUnitItems, priceOf, unitsFor, unitItemsOf } from '../availability/units.ts';
import type { OctoBooking } from '../http/octo-client.ts';
import { OctoError } from '../http/octo-error.ts';
import { toBookingUuid, toAvailabilityId } from '../ids.ts';
import { textOf } from '../unchecked.ts';
import { documentsOf } from './documents-of.ts';
import type { Supplier } from './supplier.ts';

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
