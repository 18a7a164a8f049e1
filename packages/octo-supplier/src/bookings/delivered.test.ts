import type { Booking } from '@booking-service/client';
import { expect, it } from 'vitest';
import { deliveredOf } from './delivered.ts';

type Document = NonNullable<Booking['documents']>[number];

const ticket = (value: string, label?: string): Document => ({
  kind: 'ticket',
  format: 'qr_code',
  value,
  ...(label !== undefined && { label }),
});

/** The values of the voucher and of each ticket. */
function valuesOf(documents: readonly Document[] | undefined, confirmation_code?: string) {
  // The function reads these fields only.
  const booking = { documents, confirmation_code, party_size: 2 } as Booking;
  const { voucher, tickets } = deliveredOf(booking);
  return [voucher, ...tickets].map(({ deliveryOptions }) =>
    deliveryOptions.map(({ deliveryFormat, deliveryValue }) => `${deliveryFormat} ${deliveryValue}`),
  );
}

it.each<{ what: string; documents: Document[] | undefined; values: string[][] }>([
  { what: 'the confirmation code of a booking without documents', documents: undefined, values: [['QRCODE C-1']] },
  {
    what: 'the voucher in place of the code, and no format that OCTO lacks',
    documents: [
      { kind: 'voucher', format: 'pdf_url', value: 'https://tickets.test/1' },
      // A later version of the service may have another format.
      { kind: 'voucher', format: 'hologram' as Document['format'], value: 'x' },
    ],
    values: [['PDF_URL https://tickets.test/1']],
  },
  {
    what: 'a ticket for each guest, in each of its formats',
    documents: [ticket('1', 'Guest 1'), { ...ticket('1-code', 'Guest 1'), format: 'code_128' }, ticket('2', 'Guest 2')],
    values: [['QRCODE C-1'], ['QRCODE 1', 'CODE128 1-code'], ['QRCODE 2']],
  },
  {
    what: 'tickets without labels, one for each guest',
    documents: [ticket('1'), ticket('2')],
    values: [['QRCODE C-1'], ['QRCODE 1'], ['QRCODE 2']],
  },
  {
    what: 'tickets that are not one for each guest as a part of the voucher',
    documents: [ticket('1'), ticket('2'), ticket('3')],
    values: [['QRCODE 1', 'QRCODE 2', 'QRCODE 3']],
  },
])('delivers $what', ({ documents, values }) => {
  expect(valuesOf(documents, 'C-1')).toEqual(values);
});

it('delivers nothing before the confirmation', () => {
  expect(valuesOf(undefined)).toEqual([[]]);
});
