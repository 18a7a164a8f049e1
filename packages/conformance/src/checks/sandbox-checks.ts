/**
 * The magic values of a sandbox (x-sandbox), which the tests of callers rely on. The expected values are those of the contract
 * that this package was made with.
 */
import { isDeepStrictEqual } from 'node:util';
import {
  type Booking,
  errorCatalogue,
  limits,
  sandbox,
  type Slot,
  type SlotPrice,
  type SlotUnit,
  type Venue,
} from '@booking-service/contract';
import { type Check, type CheckedService, unknownBooking } from '../checked-service.ts';
import { demandRefusal, numberIn } from '../exchange.ts';
import { demand } from '../verdict.ts';

/** A venue of the contract, with the parts of its script that a check reads. */
interface MagicVenue {
  readonly id: string;
  readonly name: string;
  readonly city: string;
  readonly country: string;
  readonly ends: 'confirmed' | 'failed';
  readonly error_code?: string;
  readonly at_once?: boolean;
  readonly asks?: string;
  readonly provider_seconds?: number;
  readonly holds_seconds?: number;
  readonly price?: SlotPrice | 'none';
  readonly units?: readonly SlotUnit[];
  readonly offers_slots?: boolean;
  readonly availability_error?: string;
  readonly needs_last_name?: boolean;
  readonly fault?: string;
  readonly cancellation?: { readonly free_hours: number; readonly late_refund_percent: number };
}

const venues: readonly MagicVenue[] = sandbox.venues;
const day_ms = 86_400_000;

function slotsOn(service: CheckedService, venue_id: string, days: number) {
  const date = new Date(service.clock.now() + days * day_ms).toISOString().slice(0, 10);
  return service.call('searchAvailability', { body: { venue_id, date, party_size: 2, limit: limits.page.max } });
}

function demandSlots(venue: MagicVenue, slots: readonly Slot[]): void {
  const hours = slots.map(({ starts_at }) => new Date(starts_at).getUTCHours());
  const expected = venue.offers_slots === false ? [] : sandbox.opening_hours_utc;
  demand(isDeepStrictEqual(hours, [...expected]), `${venue.id} has slots at ${hours.join(', ')}`, 'END-2');
  for (const { id, duration_minutes, price, units, starts_at, cancellation } of slots) {
    demand(duration_minutes === sandbox.slot_minutes, `${id} has ${duration_minutes} minutes`, 'END-2');
    const stated = venue.price ?? sandbox.price;
    const isPriced = venue.units !== undefined || isDeepStrictEqual(price, stated === 'none' ? undefined : stated);
    demand(isPriced, `${id} has the price ${JSON.stringify(price)}`, 'CRD-4');
    demand(isDeepStrictEqual(units, venue.units), `${id} has the units ${JSON.stringify(units)}`, 'BKG-16');
    const { free_hours = 0, late_refund_percent } = venue.cancellation ?? {};
    const free_until = new Date(Date.parse(starts_at) - free_hours * 3_600_000).toISOString();
    const policy = venue.cancellation && { free_until, late_refund_percent };
    demand(isDeepStrictEqual(cancellation, policy), `${id} has the policy ${JSON.stringify(cancellation)}`, 'CRD-11');
  }
}

/** Creates a booking at a venue that does what its script says, and waits for its end. */
async function playScript(service: CheckedService, venue: MagicVenue): Promise<string> {
  const { id } = await service.create(venue.id);
  if (venue.asks === 'enter_code') {
    await service.waitFor(id, 'requires_action');
    await service.call('continueBooking', { id, body: { type: 'enter_code', code: sandbox.code } });
  }
  if (venue.asks === 'answer_questions') return id;
  const seconds = (venue.provider_seconds ?? sandbox.provider_seconds) + 30;
  const { error_code } = await service.waitFor(id, venue.ends, { seconds });
  demand(error_code === venue.error_code, `at ${venue.id} the booking failed with ${error_code}`, 'STA-5');
  return id;
}

/** The refusals of the magic organizations, for a search of venues with a test key. */
const standings: readonly (readonly [name: string, code: keyof typeof errorCatalogue])[] = [
  ['suspended', 'org_suspended'],
  ['used_up', 'free_tier_exhausted'],
  ['no_scopes', 'insufficient_scope'],
  ['unbilled', 'billing_required'],
  ['billing_down', 'billing_check_unavailable'],
  ['unentitled', 'billing_required'],
  ['entitlement_down', 'entitlement_check_unavailable'],
];

export const sandboxChecks: readonly Check[] = [
  {
    rules: ['END-1', 'END-2', 'CRD-4', 'BKG-16', 'CRD-11'],
    title: 'a sandbox has the venues of the contract, each with its slots and their prices',
    async run(service) {
      await service.requireSandbox();
      const { body } = await service.call('searchVenues', { body: { limit: limits.page.max } });
      const { data } = body as { readonly data: readonly Venue[] };
      const shown = data.map(({ id, name, city, country }) => ({ id, name, city, country }));
      const listed = venues.map(({ id, name, city, country }) => ({ id, name, city, country }));
      const missing = listed.find((venue) => !shown.some((each) => isDeepStrictEqual(each, venue)));
      demand(missing === undefined, `the search lacks ${missing?.id}`, 'END-1');
      for (const venue of venues) {
        const found = await slotsOn(service, venue.id, 6);
        if (venue.availability_error) demandRefusal(found, 502, venue.availability_error);
        else demandSlots(venue, (found.body as { readonly data: readonly Slot[] }).data);
      }
      const [first] = venues;
      for (const [days, isOpen] of [
        [sandbox.days_ahead, true],
        [sandbox.days_ahead + 1, false],
      ] as const) {
        const { body: page } = await slotsOn(service, first?.id ?? '', days);
        const has = (page as { readonly data: readonly Slot[] }).data.length > 0;
        demand(has === isOpen, `${days} days ahead it offers ${has ? 'slots' : 'no slot'}`, 'END-2');
      }
      return `${venues.length} venues, ${sandbox.days_ahead} days`;
    },
  },
  {
    rules: ['STA-4', 'STA-5', 'BKG-12', 'PRV-1'],
    title: 'a booking at each venue of a sandbox ends as the contract states',
    async run(service) {
      await service.requireSandbox();
      const bookable = venues.filter(
        (venue) => venue.offers_slots !== false && !venue.availability_error && venue.fault !== 'unreachable',
      );
      for (const venue of bookable) await playScript(service, venue);
      return `${bookable.length} venues`;
    },
  },
  {
    rules: ['STA-4', 'STA-5'],
    title: 'the provider of a sandbox takes its time, and gives up a table whose code does not come',
    async run(service) {
      const slow = venues.find(({ provider_seconds }) => provider_seconds !== undefined);
      const held = venues.find(({ holds_seconds }) => holds_seconds !== undefined);
      await service.requireSandbox();
      if (!service.clock.movable || !slow?.provider_seconds || !held?.holds_seconds) return 'no clock to move';
      const { id } = await service.create(slow.id);
      await service.clock.pass(slow.provider_seconds / 2);
      demand((await service.read(id)).status === 'processing', `${slow.id} has confirmed early`, 'STA-4');
      await service.waitFor(id, 'confirmed', { seconds: slow.provider_seconds / 2 + 10 });
      const waiting = await service.create(held.id);
      await service.waitFor(waiting.id, 'requires_action');
      await service.clock.pass(held.holds_seconds / 2);
      demand((await service.read(waiting.id)).status === 'requires_action', `${held.id} gave up early`, 'STA-5');
      await service.waitFor(waiting.id, 'failed', { seconds: held.holds_seconds / 2 + 30 });
      if (service.options.secrets.length > 0) await service.eventsOf(waiting.id, 'booking.failed');
      return `${slow.provider_seconds} s, ${held.holds_seconds} s`;
    },
  },
  {
    rules: ['STA-5', 'STA-10'],
    title: 'wrong codes return to requires_action until one fails the booking',
    async run(service) {
      const { id } = await service.create(await service.magicVenue('code_house'));
      for (let wrong = 1; wrong <= sandbox.max_wrong_codes; wrong += 1) {
        const before = await service.waitFor(id, 'requires_action');
        demand(before.next_action?.type === 'enter_code', `it waits for ${before.next_action?.type}`);
        await service.call('continueBooking', { id, body: { type: 'enter_code', code: '111111' } });
      }
      const { error_code } = await service.waitFor(id, 'failed');
      demand(error_code === 'invalid_code', `it failed with ${error_code}`);
      return `${sandbox.max_wrong_codes} wrong codes, then ${error_code}`;
    },
  },
  {
    rules: ['AUT-4', 'AUT-5', 'ERR-3', 'LIM-3'],
    title: 'the magic organizations get their refusals, with the time to wait of the contract',
    async run(service) {
      const seen: string[] = [];
      for (const [name, code] of standings) {
        const { status = 0, retry } = errorCatalogue[code] as { readonly status?: number; readonly retry: string };
        const refused = await service.call('searchVenues', { key: await service.magicKey(name), body: {} });
        seen.push(demandRefusal(refused, status, code));
        if (retry !== 'retry_after') continue;
        const seconds = numberIn(refused, limits.headers.retry_after);
        demand(seconds === limits.retry_after_seconds, `Retry-After of ${code} is ${seconds}`, 'ERR-3');
      }
      const limit = sandbox.organizations.find((each) => 'rate_limit' in each)?.rate_limit;
      const read = await service.call('getBooking', { id: unknownBooking, key: await service.magicKey('limited') });
      const found = numberIn(read, limits.headers.limit);
      demand(found === limit, `the limit of the limited organization is ${found}`, 'LIM-3');
      return seen.join(', ');
    },
  },
  {
    rules: ['ERR-3', 'ERR-5'],
    title: 'a search for the magic texts and a provider that cannot be reached get their codes',
    async run(service) {
      await service.requireSandbox();
      const seen: string[] = [];
      for (const [query, code] of Object.entries(sandbox.search_queries)) {
        const { status = 0 } = errorCatalogue[code] as { readonly status?: number };
        seen.push(demandRefusal(await service.call('searchVenues', { body: { query } }), status, code));
      }
      const cut = venues.find(({ fault }) => fault === 'unreachable');
      const refused = await service.call('createBooking', { body: await service.newBooking(cut?.id) });
      seen.push(demandRefusal(refused, errorCatalogue.service_unavailable.status, 'service_unavailable'));
      return seen.join(', ');
    },
  },
  {
    rules: ['BKG-15'],
    title: 'a confirmed booking has its tickets, and a cancelled one has none',
    async run(service) {
      const { id } = await service.create(await service.magicVenue('ticket_hall'));
      const { documents = [], party_size } = await service.waitFor(id, 'confirmed');
      demand(documents.length === party_size, `a booking for ${party_size} has ${documents.length} tickets`);
      const texts = service.options.secrets.length > 0 ? await service.eventsOf(id, 'booking.confirmed') : [];
      demand(!JSON.stringify(texts).includes(documents[0]?.value ?? ''), 'a webhook carries a ticket');
      await service.call('cancelBooking', { id });
      demand((await service.read(id)).documents === undefined, 'a cancelled booking has tickets');
      return `${documents.length} tickets`;
    },
  },
  {
    rules: ['BKG-16', 'CRD-5'],
    title: 'a party by kinds of people has the sum of them as its size, and their prices',
    async run(service) {
      const venue_id = await service.magicVenue('family_park');
      const units = venues.find(({ id }) => id === venue_id)?.units ?? [];
      const party = units.map(({ unit }, index) => ({ unit, quantity: index + 1 }));
      const { party_size: _size, ...body } = await service.newBooking(venue_id);
      const created = await service.call('createBooking', { body: { ...body, party } });
      demand(created.status === 201, `a create with a party returned ${created.status}`);
      const booking = created.body as Booking;
      const size = party.reduce((sum, { quantity }) => sum + quantity, 0);
      const amount = units.reduce((sum, { price }, index) => sum + (price?.amount ?? 0) * (index + 1), 0);
      demand(booking.party_size === size, `the party has the size ${booking.party_size}`, 'BKG-16');
      demand(booking.price?.amount === amount, `the party has the price ${booking.price?.amount}`, 'CRD-5');
      const wrong: object[] = [
        { ...body },
        { ...body, party, party_size: size },
        { ...body, party: [{ unit: units[0]?.unit, quantity: 51 }] },
      ];
      for (const each of wrong)
        demandRefusal(await service.call('createBooking', { body: each }), 400, 'invalid_request', 'BKG-16');
      await service.waitFor(booking.id, 'confirmed');
      await service.call('modifyBooking', { id: booking.id, body: { party_size: 2 } });
      const { party: kept, party_size: changed } = await service.read(booking.id);
      demand(kept === undefined && changed === 2, 'a modification to a party_size keeps the party', 'BKG-16');
      const unknown = { ...body, party: [{ unit: 'ghost', quantity: 2 }] };
      return demandRefusal(await service.call('createBooking', { body: unknown }), 409, 'slot_not_offered', 'BKG-16');
    },
  },
  {
    rules: ['BKG-17'],
    title: 'a booking waits for the required answers, and takes them once',
    async run(service) {
      const venue_id = await service.magicVenue('pickup_tour');
      const { id } = await service.create(venue_id);
      const { next_action } = await service.waitFor(id, 'requires_action');
      demand(next_action?.type === 'answer_questions', `it waits for ${next_action?.type}`);
      const stated = sandbox.venues.find((venue) => venue.id === venue_id);
      const questions = stated && 'questions' in stated ? stated.questions : [];
      demand(isDeepStrictEqual(next_action.questions, questions), 'the questions are not those of the provider');
      const send = (answers: object) =>
        service.call('continueBooking', { id, body: { type: 'answer_questions', answers } });
      for (const wrong of [{}, { pickup: 'the moon' }, { pickup: 'opera', other: 'yes' }]) {
        demandRefusal(await send(wrong), 400, 'invalid_request');
      }
      demand((await service.read(id)).status === 'requires_action', 'a wrong answer moved the booking');
      const { status, text } = await send({ pickup: 'opera' });
      demand(status === 200 && !text.includes('opera":'), `the right answer returned ${status}`);
      await service.waitFor(id, 'confirmed');
      return `${questions.length} questions`;
    },
  },
  {
    rules: ['CRD-11'],
    title: 'a booking keeps the policy of its slot, and a cancel states what it returns',
    async run(service) {
      const venue_id = await service.magicVenue('late_fee');
      const { id } = await service.create(venue_id);
      const { cancellation } = await service.waitFor(id, 'confirmed');
      demand(cancellation?.free_until !== undefined, 'the booking has no policy');
      const { body } = await service.call('cancelBooking', { id });
      const { refund_percent } = (body as Booking).cancellation ?? {};
      demand(refund_percent === 100, `a cancel before free_until returns ${refund_percent} %`);
      return `free until ${cancellation.free_until}`;
    },
  },
];
