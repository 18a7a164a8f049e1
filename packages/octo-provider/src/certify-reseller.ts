/**
 * The requests of the validation of resellers by the standards body, in its order: get-supplier, get-products, get-product,
 * availability-calendar, availability-check, booking-reservation, booking-confirmation, booking-cancellation. The validator of the
 * standard is a supplier that checks each request; its session is the token. Any other supplier shows whether it takes them.
 */
import { randomUUID } from 'node:crypto';
import type { Booking, Slot } from '@booking-service/contract';
import { findSlots } from './availability/slots.ts';
import { book } from './bookings/book.ts';
import type { Offer } from './catalogue/offer.ts';
import { openSupplier, type OctoProviderOptions } from './create-octo-provider.ts';
import type { OctoBooking } from './http/octo-client.ts';
import { objectsOf, textOf } from './unchecked.ts';

/** A step of the validation. `run` resolves with what was received, and rejects if the supplier refuses or has nothing to continue with. */
export interface CertificationStep {
  readonly name: string;
  readonly run: () => Promise<string>;
}

/** The maximum of venues that are searched for a free slot. */
const maxVenues = 20;
/** The first and the last day of the search. The last step cancels, which a supplier may refuse on the day before. */
const [firstDay, lastDay] = [2, 30];
const day_ms = 86_400_000;
const party_size = 2;
const guest = {
  first_name: 'Reseller',
  last_name: 'Certification',
  email: 'reseller-certification@example.com',
  phone: '+351210000000',
} as const;

/** Returns the steps, to run one after another. The booking that they make is cancelled by the last one. */
export function certificationSteps(options: OctoProviderOptions): readonly CertificationStep[] {
  const { octo, catalogue, clock, newSignal, ...supplier } = openSupplier(options);
  const now = clock.now();
  const dayAt = (index: number) => new Date(now.getTime() + index * day_ms).toISOString().slice(0, 10);
  let offers: readonly Offer[] = [];
  let found: { readonly offer: Offer; readonly date: string } | undefined;
  let slot: Slot | undefined;
  let confirmed: OctoBooking | undefined;

  return [
    {
      name: 'get-supplier',
      run: async () => `the supplier ${textOf((await octo.getSupplier(newSignal())).name) ?? 'without a name'}`,
    },
    {
      name: 'get-products',
      async run() {
        offers = await catalogue.search({});
        return `${offers.length} venues`;
      },
    },
    {
      name: 'get-product',
      async run() {
        const { id } = await octo.getProduct(requireFound(offers[0], 'a venue').product_id, newSignal());
        return `the product ${textOf(id) ?? 'without an id'}`;
      },
    },
    {
      name: 'availability-calendar',
      async run() {
        for (const offer of offers.slice(0, maxVenues)) {
          const range = { localDateStart: dayAt(firstDay), localDateEnd: dayAt(lastDay) };
          const { product_id: productId, option_id: optionId } = offer;
          const calendar = await octo.getCalendar({ productId, optionId, ...range }, newSignal());
          const date = textOf(calendar.find(({ available }) => available === true)?.localDate);
          if (date === undefined) continue;
          found = { offer, date };
          return `${offer.venue.name} is available on ${date}`;
        }
        throw new Error(`None of the first ${maxVenues} venues is available within ${lastDay} days.`);
      },
    },
    {
      name: 'availability-check',
      async run() {
        const { offer, date } = requireFound(found, 'an available day');
        const search = { venue_id: offer.venue.id, date, party_size };
        const slots = await findSlots(offer, search, { octo, now, signal: newSignal() });
        slot = slots[0];
        return `${slots.length} slots`;
      },
    },
    {
      name: 'booking-reservation, booking-confirmation',
      async run() {
        const booking = bookingOf(requireFound(slot, 'a slot'), { name: supplier.name, now });
        const confirm: typeof octo.confirm = async (...request) => (confirmed = await octo.confirm(...request));
        const step = { booking, reference: `${booking.id}/1`, step: 1, attempt: 1, answer: undefined };
        const outcome = await book(step, { ...supplier, octo: { ...octo, confirm }, catalogue, clock, newSignal });
        const { status, unitItems } = requireFound(confirmed, `a confirmed booking: ${JSON.stringify(outcome)}`);
        return [`the booking is ${status}`, ...answersOf(objectsOf(unitItems)[0])].join('; ');
      },
    },
    {
      name: 'booking-cancellation',
      async run() {
        const uuid = textOf(requireFound(confirmed, 'a confirmed booking').uuid) ?? '';
        const { status } = await octo.cancel(uuid, { reason: 'The certification is over.' }, newSignal());
        return `the booking is ${status}`;
      },
    },
  ];
}

/** The validator of the standard asks for the QR code and the price of the first unit. */
function answersOf(first: NonNullable<OctoBooking['unitItems']>[number] | undefined): string[] {
  const code = objectsOf(first?.ticket?.deliveryOptions).find(({ deliveryFormat }) => deliveryFormat === 'QRCODE');
  const [value, price] = [textOf(code?.deliveryValue), textOf(first?.pricing?.retail)];
  return [
    ...(value === undefined ? [] : [`the first unit has the QR code ${value}`]),
    ...(price === undefined ? [] : [`its retail price is ${price}`]),
  ];
}

function bookingOf(slot: Slot, { name, now }: { name: string; now: Date }): Booking {
  const created = now.toISOString();
  return {
    id: `bkg_${randomUUID().replaceAll('-', '')}`,
    object: 'booking',
    status: 'processing',
    provider: name,
    livemode: false,
    created,
    updated: created,
    venue_id: slot.venue_id,
    slot_id: slot.id,
    party_size,
    guest,
    metadata: {},
  };
}

function requireFound<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`An earlier step has not found ${what}.`);
  return value;
}
