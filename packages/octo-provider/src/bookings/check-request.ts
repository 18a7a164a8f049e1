import type { CreateBooking } from '@booking-service/contract';
import { Refusal, type Acceptance } from '@booking-service/server';
import { isOffered } from '../availability/find-slots.ts';
import { mostUnits, unitsFor } from '../availability/units.ts';
import { toAvailabilityId } from '../ids.ts';
import { objectsOf, textOf } from '../unchecked.ts';
import { OctoError } from '../http/octo-error.ts';
import { checkContact } from './contact.ts';
import type { Supplier } from './supplier.ts';

/** Checks with the supplier that it still offers the slot to the party, and that the guest has the required fields. */
export async function checkRequest(
  { venue_id, slot_id, party_size, guest }: CreateBooking,
  { octo, catalogue, clock, contact, newSignal }: Supplier,
): Promise<Acceptance> {
  const offer = await catalogue.find(venue_id);
  const availability_id = toAvailabilityId(venue_id, slot_id);
  const quantity = offer && unitsFor(offer.unit, party_size);
  if (!offer || availability_id === undefined || quantity === undefined) throw new Refusal('slot_not_offered');
  checkContact(guest, offer, contact);
  const check = {
    productId: offer.product_id,
    optionId: offer.option_id,
    availabilityIds: [availability_id],
    units: [{ id: offer.unit.id, quantity }],
  };
  const found = await octo.checkAvailability(check, newSignal()).catch(refuse);
  const slot = objectsOf(found).find(({ id }) => textOf(id) === availability_id);
  const isFree = slot && isOffered(slot, clock.now()) && quantity <= mostUnits(offer.unit, slot);
  if (isFree !== true) throw new Refusal('slot_not_offered');
  return { at_once: false };
}

/** Throws the refusal of the table. A temporary error stays an error, which the service reports as service_unavailable. */
function refuse(cause: unknown): never {
  if (!(cause instanceof OctoError) || cause.row.temporary) throw cause;
  throw new Refusal(cause.row.create, { cause });
}
