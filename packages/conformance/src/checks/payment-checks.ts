import { isDeepStrictEqual } from 'node:util';
import type { Booking, SlotList } from '@booking-service/contract';
import { demand } from '../verdict.ts';
import type { Check } from '../check.ts';
import { demandRefusal } from './refusal.ts';

const external = { payment_collection: 'cardservice_external' };

/** Refusals of the call, by the magic venue. */
const onTheCall = [
  ['no_card_service', 403, 'cardservice_disabled'],
  ['vault_down', 503, 'vault_unavailable'],
  ['payment_setup', 502, 'payment_setup_failed'],
] as const;

/** Codes of failed bookings, by the magic venue. */
const onTheBooking = [
  ['payment_declined', 'payment_declined'],
  ['approval_expired', 'payment_approval_expired'],
  ['outcome_unknown', 'payment_outcome_unknown'],
  ['replay_failed', 'payment_replay_failed'],
  ['card_declined', 'card_declined'],
] as const;

/** The prices of slots by the magic venue, each with the total of two guests and of three. */
const prices = [
  ['harbour_table', { amount: 2500, currency: 'EUR', per: 'person' }, [5000, 7500]],
  ['whole_room', { amount: 18_000, currency: 'EUR', per: 'booking' }, [18_000, 18_000]],
  ['open_bill', undefined, [undefined, undefined]],
] as const;

function demandTotal({ id, price }: Booking, amount: number | undefined): void {
  const expected = amount === undefined ? undefined : { amount, currency: 'EUR' };
  demand(isDeepStrictEqual(price, expected), `${id} has the price ${JSON.stringify(price)}`, 'CRD-5');
}

/** Prices, and externally collected card payments that do not succeed. */
export const paymentChecks: readonly Check[] = [
  {
    rules: ['CRD-4', 'CRD-5'],
    title: 'a slot has the price of its provider, and a booking the total',
    async run(service) {
      for (const [name, expected, [two, three]] of prices) {
        const venue_id = await service.magicVenue(name);
        const booking = await service.create(venue_id);
        const date = new Date(service.clock.now() + 5 * 86_400_000).toISOString().slice(0, 10);
        const found = await service.call('searchAvailability', { body: { venue_id, date, party_size: 2, limit: 1 } });
        const [slot] = (found.body as SlotList).data;
        const isPriced = isDeepStrictEqual(slot?.price, expected);
        demand(isPriced, `a slot at ${name} has the price ${JSON.stringify(slot?.price)}`, 'CRD-4');
        demandTotal(booking, two);
        demandTotal(await service.waitFor(booking.id, 'confirmed'), two);
        await service.call('modifyBooking', { id: booking.id, body: { party_size: 3 } });
        demandTotal(await service.read(booking.id), three);
      }
      return prices.map(([name, price]) => `${name}: ${price ? `per ${price.per}` : 'none'}`).join(', ');
    },
  },
  {
    rules: ['CRD-6'],
    title: 'an external payment without a price is refused',
    async run(service) {
      const body = await service.newBooking(await service.magicVenue('open_bill'), external);
      return demandRefusal(await service.call('createBooking', { body }), 502, 'payment_setup_failed');
    },
  },
  {
    rules: ['CRD-1', 'CRD-2'],
    title: 'a payment that cannot begin refuses the create',
    async run(service) {
      const seen: string[] = [];
      for (const [venue, status, code] of onTheCall) {
        const body = await service.newBooking(await service.magicVenue(venue), external);
        seen.push(demandRefusal(await service.call('createBooking', { body }), status, code));
      }
      return seen.join(', ');
    },
  },
  {
    rules: ['CRD-1', 'CRD-2'],
    title: 'a payment that fails fails the booking',
    async run(service) {
      for (const [venue, code] of onTheBooking) {
        const { id } = await service.create(await service.magicVenue(venue), external);
        await service.waitFor(id, 'requires_action');
        await service.call('continueBooking', { id, body: { type: 'authorize_payment' } });
        const { error_code } = await service.waitFor(id, 'failed');
        demand(error_code === code, `at ${venue} the booking failed with ${error_code}`);
      }
      return onTheBooking.map(([, code]) => code).join(', ');
    },
  },
];
