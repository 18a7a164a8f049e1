import type { Modification, ModificationOutcome } from '@booking-service/server';
import { policyOf } from '../availability/slot-time.ts';
import { priceOf, unitsFor, unitItemsOf } from '../availability/units.ts';
import type { OctoBooking } from '../http/octo-client.ts';
import { OctoError } from '../http/octo-error.ts';
import { toBookingUuid, toAvailabilityId } from '../ids.ts';
import { textOf } from '../unchecked.ts';
import { documentsOf } from './documents-of.ts';
import type { Supplier } from './supplier.ts';

/** The values that a modification sets. */
interface Wanted {
  readonly availabilityId: string;
  readonly quantity: number;
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
  const { venue_id, slot_id, party_size } = { ...booking, ...changes };
  const offer = await catalogue.find(venue_id);
  const availabilityId = toAvailabilityId(venue_id, slot_id);
  const quantity = offer && unitsFor(offer.unit, party_size);
  if (!offer || availabilityId === undefined || quantity === undefined) return { outcome: 'refused' };
  const wanted = { availabilityId, quantity };
  try {
    const known = await octo.findBooking(uuid, signal);
    if (!known) return { outcome: 'refused', message: 'The supplier has no such booking.' };
    const unit = { unit_id: offer.unit.id, quantity };
    const modifiedTo = (now: OctoBooking): ModificationOutcome => ({
      outcome: 'modified',
      price: priceOf(now, unit),
      ...policyOf(now.availability, offer),
      ...documentsOf(now),
    });
    if (isAs(known, wanted)) return modifiedTo(known);
    if (known.cancellable === false) return { outcome: 'unsupported' };
    const items = unitItemsOf(known);
    const unitId = items[0]?.unitId ?? offer.unit.id;
    const unitItems = Array.from({ length: quantity }, (_, index) => items[index] ?? { unitId });
    const modified = await octo.update(uuid, { availabilityId, unitItems }, signal);
    if (isAs(modified, wanted)) return modifiedTo(modified);
    return { outcome: 'refused', message: 'The supplier did not make the change.' };
  } catch (error) {
    return toOutcome(error);
  }
}

/** True if the booking at the supplier has these values. */
function isAs(known: OctoBooking, { availabilityId, quantity }: Wanted): boolean {
  const current = textOf(known.availabilityId) ?? textOf(known.availability?.id);
  return current === availabilityId && unitItemsOf(known).length === quantity;
}

/** A supplier without this operation responds with one of these statuses. */
const missing = new Set([404, 405, 501]);

function toOutcome(error: unknown): ModificationOutcome {
  if (!(error instanceof OctoError)) throw error;
  if (error.code === 'UNREADABLE' && missing.has(error.status)) return { outcome: 'unsupported' };
  if (error.row.temporary) throw error;
  return { outcome: 'refused', message: `The supplier refused the modification. ${error.reason}` };
}
