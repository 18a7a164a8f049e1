import { randomInt, randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import {
  type Booking,
  bookingStates,
  limits,
  sandbox,
  type Session,
  type SlotList,
  type SlotPrice,
} from '@booking-service/contract';
import { demandRefusal, numberIn } from '../exchange.ts';
import { demand } from '../verdict.ts';
import type { Check, CheckedService } from '../checked-service.ts';

async function createSession(
  service: CheckedService,
  destination = `conformance-${randomUUID().slice(0, 8)}@diner.test`,
): Promise<Session> {
  await service.requireSandbox();
  const body = { channel: destination.includes('@') ? 'email' : 'sms', destination };
  const { status, body: session, text } = await service.call('createSession', { key: service.live, body });
  demand(status === 201, `a session returned ${status}: ${text}`);
  return session as Session;
}

const verify = (service: CheckedService, id: string, code: string = sandbox.code) =>
  service.call('verifySession', { id, key: service.live, body: { code } });

/** Sessions and the card behind them. Each needs a live key. */
export const sessionChecks: readonly Check[] = [
  {
    rules: ['END-7', 'END-8', 'END-9', 'END-10', 'SES-2', 'SES-3'],
    title: 'a session is verified with the code, and leads to a card',
    async run(service) {
      const { id, destination, attempts_left, expires_at, created } = await createSession(service);
      demand(/^[^*]?\*\*\*@/.test(destination), `the destination is ${destination}`, 'SES-2');
      const phone = `+3519${randomInt(10_000_000, 99_999_999)}`;
      const bySms = await createSession(service, phone);
      demand(/^\+?\d{0,3}\*\*\*\d{0,4}$/.test(bySms.destination), `the destination is ${bySms.destination}`, 'SES-2');
      demand(attempts_left === limits.session.max_attempts, `attempts_left is ${attempts_left}`, 'SES-2');
      const lifetime = (Date.parse(expires_at) - Date.parse(created)) / 1000;
      demand(lifetime === limits.session.lifetime_seconds, `a session lives ${lifetime} s`, 'SES-2');
      const early = await service.call('getSessionCard', { id, key: service.live });
      demandRefusal(early, 409, 'session_not_verified', 'SES-3');
      const { status, body } = await verify(service, id);
      demand(status === 200 && (body as Session).status === 'verified', `verify returned ${status}`, 'END-8');
      const card = await service.call('getSessionCard', { id, key: service.live });
      demand(card.status === 200, `the card returned ${card.status}`, 'END-9');
      // The id of a session may contain as many digits in a row.
      demand(!/\d{12,}/.test(card.text.replace(id, '')), 'the card shows a long number', 'SES-3');
      await service.clock.pass(1);
      demand((await verify(service, bySms.id)).status === 200, 'a second session cannot be verified', 'END-8');
      for (const [operation, session, rule] of [
        ['getCard', bySms.id, 'END-10'],
        ['getSessionCard', id, 'END-9'],
      ] as const) {
        const { status: found, body: shown, path } = await service.call(operation, { id, key: service.live });
        const { session_id } = (shown ?? {}) as { readonly session_id?: string };
        demand(
          found === 200 && session_id === session,
          `${path} returned ${found} with the card of ${session_id}`,
          rule,
        );
      }
      return `${id}: ${destination}, verified, card of it`;
    },
  },
  {
    rules: ['SES-1', 'SES-2', 'END-8'],
    title: 'wrong codes use attempts, then too_many_attempts; after ten minutes session_expired',
    async run(service) {
      const { id } = await createSession(service);
      for (let attempt = 1; attempt <= limits.session.max_attempts; attempt += 1) {
        demandRefusal(await verify(service, id, '111111'), 422, 'invalid_code');
      }
      demandRefusal(await verify(service, id), 422, 'too_many_attempts', 'SES-2');
      const late = await createSession(service);
      await service.clock.pass(limits.session.lifetime_seconds + 1);
      demandRefusal(await verify(service, late.id), 422, 'session_expired', 'SES-2');
      return 'invalid_code five times, too_many_attempts; session_expired';
    },
  },
  {
    rules: ['SES-3', 'SES-1'],
    title: 'a dropped link gets reconnect_required',
    async run(service) {
      const { id } = await createSession(service, sandbox.dropped_destination);
      await verify(service, id);
      const card = await service.call('getSessionCard', { id, key: service.live });
      return demandRefusal(card, 409, 'reconnect_required');
    },
  },
  {
    rules: ['SES-3', 'END-10'],
    title: 'sessions belong to their organization, and one without a session gets 404',
    async run(service) {
      service.requireLive();
      const { admin } = service;
      const { id: organization } = await admin.createOrganization({ name: 'Conformance, no session' });
      const { key } = await admin.createKey(organization, { mode: 'live' });
      demandRefusal(await service.call('getCard', { key }), 404, 'not_found');
      const { id } = await createSession(service);
      await verify(service, id);
      demandRefusal(await service.call('getSessionCard', { id, key }), 404, 'not_found');
      return '404 not_found for both';
    },
  },
  {
    rules: ['SES-4'],
    title: 'a fourth session for one destination within ten minutes gets 429',
    async run(service) {
      const destination = `conformance-${randomUUID().slice(0, 8)}@diner.test`;
      const { max } = limits.session.creations.burst;
      for (let count = 1; count <= max; count += 1) await createSession(service, destination);
      const body = { channel: 'email', destination };
      const refused = await service.call('createSession', { key: service.live, body });
      const found = demandRefusal(refused, 429, 'rate_limited');
      demand(numberIn(refused, limits.headers.retry_after) > 0, 'Retry-After is not a time to wait');
      return `${max} sessions, then ${found}`;
    },
  },
  {
    rules: ['SES-4'],
    title: 'one destination gets no more sessions within a day, and further ones a day later',
    async run(service) {
      const { burst, day } = limits.session.creations;
      const destination = `conformance-${randomUUID().slice(0, 8)}@diner.test`;
      for (let count = 0; count < day.max; count += 1) {
        if (count > 0 && count % burst.max === 0) await service.clock.pass(burst.window_seconds + 1);
        await createSession(service, destination);
      }
      await service.clock.pass(burst.window_seconds + 1);
      const body = { channel: 'email', destination };
      const refused = await service.call('createSession', { key: service.live, body });
      const found = demandRefusal(refused, 429, 'rate_limited');
      await service.clock.pass(day.window_seconds);
      await createSession(service, destination);
      return `${day.max} sessions, then ${found}; one more a day later`;
    },
  },
];

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

/** The venues with the price of the sandbox, with a price of their own, and without one. */
const pricedVenues = ['harbour_table', 'whole_room', 'open_bill'] as const;

function priceAt(venue_id: string): SlotPrice | undefined {
  const venues: readonly { readonly id: string; readonly price?: SlotPrice | 'none' }[] = sandbox.venues;
  const price = venues.find(({ id }) => id === venue_id)?.price ?? sandbox.price;
  return price === 'none' ? undefined : price;
}

function demandTotal({ id, venue_id, party_size, price }: Booking): void {
  const each = priceAt(venue_id);
  const amount = each && each.amount * (each.per === 'person' ? party_size : 1);
  const isTotal = price?.amount === amount && price?.currency === each?.currency;
  demand(isTotal, `${id} for ${party_size} guests has the price ${JSON.stringify(price)}`, 'CRD-5');
}

/** Prices, and externally collected card payments that do not succeed. */
export const paymentChecks: readonly Check[] = [
  {
    rules: ['CRD-4', 'CRD-5'],
    title: 'a slot has the price of its provider, and a booking the total',
    async run(service) {
      for (const name of pricedVenues) {
        const venue_id = await service.magicVenue(name);
        const booking = await service.create(venue_id);
        const date = new Date(service.clock.now() + 5 * 86_400_000).toISOString().slice(0, 10);
        const found = await service.call('searchAvailability', { body: { venue_id, date, party_size: 2, limit: 1 } });
        const [slot] = (found.body as SlotList).data;
        const isPriced = isDeepStrictEqual(slot?.price, priceAt(venue_id));
        demand(isPriced, `a slot at ${name} has the price ${JSON.stringify(slot?.price)}`, 'CRD-4');
        demandTotal(booking);
        demandTotal(await service.waitFor(booking.id, 'confirmed'));
        await service.call('modifyBooking', { id: booking.id, body: { party_size: 3 } });
        demandTotal(await service.read(booking.id));
      }
      return pricedVenues.join(', ');
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
    rules: ['CRD-1', 'CRD-2', 'CRD-8'],
    title: 'a payment that fails fails the booking, and keeps no money',
    async run(service) {
      for (const [venue, code] of onTheBooking) {
        const { id } = await service.create(await service.magicVenue(venue), external);
        await service.waitFor(id, 'requires_action');
        await service.call('continueBooking', { id, body: { type: 'authorize_payment' } });
        const { error_code } = await service.waitFor(id, 'failed');
        demand(error_code === code, `at ${venue} the booking failed with ${error_code}`);
        await demandPayment(service, id, { status: 'voided', amount_refunded: 0 });
      }
      return onTheBooking.map(([, code]) => code).join(', ');
    },
  },
  {
    rules: ['CRD-7', 'CRD-8', 'CRD-9'],
    title: 'a payment is captured before the confirmation, and a cancel returns what the provider returns',
    async run(service) {
      const seen: string[] = [];
      for (const [venue, percent] of [
        ['harbour_table', 100],
        ['half_back', 50],
      ] as const) {
        const { id, price, payment } = await service.create(await service.magicVenue(venue), external);
        demand(
          payment?.status === 'requires_approval',
          `${id} begins with the payment ${JSON.stringify(payment)}`,
          'CRD-7',
        );
        demand(
          payment.amount === price?.amount && payment.currency === price.currency,
          `${id} takes another amount`,
          'CRD-7',
        );
        await service.call('continueBooking', { id, body: { type: 'authorize_payment' } });
        const paid = await service.waitFor(id, 'confirmed');
        demand(
          paid.payment?.status === 'captured',
          `${id} is confirmed and its payment ${paid.payment?.status}`,
          'CRD-8',
        );
        const dearer = await service.call('modifyBooking', { id, body: { party_size: 3 } });
        demandRefusal(dearer, 422, 'modification_refused', 'CRD-9');
        await service.call('cancelBooking', { id });
        const amount_refunded = (payment.amount * percent) / 100;
        const status = percent === 100 ? 'refunded' : 'captured';
        seen.push(await demandPayment(service, id, { status, amount_refunded }, 'CRD-9'));
      }
      return seen.join(', ');
    },
  },
  {
    rules: ['CRD-8'],
    title: 'a payment whose booking is cancelled or expires before its approval takes no money',
    async run(service) {
      const { id } = await service.create(await service.magicVenue('harbour_table'), external);
      await service.call('cancelBooking', { id });
      const cancelled = await demandPayment(service, id, { status: 'voided', amount_refunded: 0 });
      if (!service.clock.movable) return cancelled;
      const left = await service.create(await service.magicVenue('harbour_table'), external);
      await service.clock.pass(bookingStates.states.requires_action.expires_after_seconds + 1);
      return demandPayment(service, left.id, { status: 'voided', amount_refunded: 0 });
    },
  },
  {
    rules: ['CRD-10'],
    title: 'a continue before the approval returns to the same page',
    async run(service) {
      const { id, next_action } = await service.create(await service.magicVenue('slow_wallet'), external);
      await service.call('continueBooking', { id, body: { type: 'authorize_payment' } });
      const again = await service.waitFor(id, 'requires_action');
      demand(
        isDeepStrictEqual(again.next_action, next_action),
        `${id} now waits for ${JSON.stringify(again.next_action)}`,
      );
      const approval_seconds = sandbox.venues.find((venue) => 'approval_seconds' in venue)?.approval_seconds;
      await service.clock.pass(approval_seconds ?? 0);
      await service.call('continueBooking', { id, body: { type: 'authorize_payment' } });
      await service.waitFor(id, 'confirmed');
      return String(again.next_action?.type);
    },
  },
];

/** Waits until the payment of an ended booking is settled. */
async function demandPayment(
  service: CheckedService,
  id: string,
  expected: { readonly status: string; readonly amount_refunded: number },
  rule = 'CRD-8',
): Promise<string> {
  const isExpected = ({ payment }: Booking) =>
    payment?.status === expected.status && payment.amount_refunded === expected.amount_refunded;
  const booking = await service.waitUntil(id, isExpected, { seconds: 120 });
  const { status, amount_refunded } = booking.payment ?? {};
  const found = `${status} ${amount_refunded}`;
  demand(
    isExpected(booking),
    `the payment of ${id} is ${found}, not ${expected.status} ${expected.amount_refunded}`,
    rule,
  );
  return found;
}
