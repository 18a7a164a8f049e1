import type { Booking } from '@booking-service/client';
import { deliveryFormats } from '../catalogue/products.ts';
import type { components } from '../generated/octo.ts';

type Ticket = components['schemas']['Ticket'];
type Document = Pick<NonNullable<Booking['documents']>[number], 'format' | 'value'>;

/** The voucher of a booking, and the tickets of its guests, in their order: one for each, or none. */
export interface Delivered {
  readonly voucher: Ticket;
  readonly tickets: readonly Ticket[];
}

/**
 * Returns the documents of a booking. Tickets with the same label are one ticket in several formats. If they are not one for each guest,
 * they are part of the voucher. A booking without a voucher has its confirmation code as one. A format that OCTO lacks is left out.
 */
export function deliveredOf({ documents = [], confirmation_code, party_size }: Booking): Delivered {
  const known = documents.filter(({ format }) => deliveryFormats.has(format));
  const ofGuests = [
    ...Map.groupBy(
      known.filter(({ kind }) => kind === 'ticket'),
      ({ label }, index) => label ?? index,
    ).values(),
  ];
  const hasTickets = ofGuests.length === party_size;
  const ofBooking = known.filter(({ kind }) => !hasTickets || kind !== 'ticket');
  const code: Document[] = confirmation_code === undefined ? [] : [{ format: 'qr_code', value: confirmation_code }];
  return {
    voucher: toTicket(ofBooking.length === 0 ? code : ofBooking),
    tickets: hasTickets ? ofGuests.map(toTicket) : [],
  };
}

function toTicket(documents: readonly Document[]): Ticket {
  const deliveryOptions = documents.flatMap(({ format, value }) => {
    const deliveryFormat = deliveryFormats.get(format);
    return deliveryFormat ? [{ deliveryFormat, deliveryValue: value }] : [];
  });
  return { redemptionMethod: 'DIGITAL', utcRedeemedAt: null, deliveryOptions };
}
