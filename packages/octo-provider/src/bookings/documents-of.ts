import type { BookingDocument } from '@booking-service/contract';
import type { Documented } from '@booking-service/server';
import type { components } from '../generated/octo.ts';
import type { OctoBooking } from '../http/octo-client.ts';
import { objectsOf, textOf, type Unchecked } from '../unchecked.ts';

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
