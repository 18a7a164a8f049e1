/** Texts of a supplier are repaired; every other value is as the contract has it or counts as a failure. */
import type { Booking, SlotList, VenueList } from '@booking-service/contract';
import { describe, expect, it } from 'vitest';
import { createSandboxProvider, Refusal, type Outcome, type Provider } from '../../src/index.ts';
import { createManualClock } from '../../src/testing.ts';
import { engines, openWorldOn } from '../support/engines.ts';
import { newBooking } from '../support/new-booking.ts';
import { createAt, ownProvider } from '../support/providers.ts';
import { openWorld } from '../../src/testing.ts';

const half = '\uD83C';
/** The repaired value. */
const repaired = '\uFFFD';
const sandbox = createSandboxProvider({ clock: createManualClock(new Date('2026-11-21T09:30:00.000Z')) });

/** A page of one item of the sandbox, with other fields. */
const venuesWith = (fields: object): Partial<Provider> => ({
  async searchVenues(search, context) {
    const page = await sandbox.searchVenues({ ...search, limit: 1 }, context);
    return { ...page, data: page.data.map((venue) => ({ ...venue, ...fields })) };
  },
});
const slotsWith = (fields: object): Partial<Provider> => ({
  async searchAvailability(_search, context) {
    const search = { venue_id: 'ven_harbour_table', date: '2026-11-22', party_size: 2, limit: 1 };
    const page = await sandbox.searchAvailability(search, context);
    return { ...page, data: page.data.map((slot) => ({ ...slot, ...fields })) };
  },
});

async function searchAt(methods: Partial<Provider>) {
  await using world = await openWorld({ providers: [ownProvider('own', methods)] });
  const slots = { venue_id: 'ven_own', date: '2026-11-22', party_size: 2, limit: 100 };
  return {
    venues: await world.call<VenueList & { error_code?: string }>('POST', '/v1/venues/search', { body: {} }),
    slots: await world.call<SlotList & { error_code?: string }>('POST', '/v1/availability/search', { body: slots }),
  };
}

it('PRV-3: repairs the texts of venues and slots', async () => {
  const metadata = { [`note${half}`]: `by the${half} window\0`, empty: '' };
  const { venues, slots } = await searchAt({
    ...venuesWith({ name: `Harbour${half} Table\0`, city: 'L'.repeat(120), internal: half }),
    ...slotsWith({ metadata, internal: half }),
  });
  expect(venues.body.data[0]).toMatchObject({
    name: `Harbour${repaired} Table${repaired}`,
    city: 'L'.repeat(100),
  });
  expect(slots.body.data[0]?.metadata).toEqual({
    [`note${repaired}`]: `by the${repaired} window${repaired}`,
    empty: '',
  });
  for (const { data } of [venues.body, slots.body]) expect(data[0]).not.toHaveProperty('internal');
});

it.each<[string, object]>([
  ['an id with a lone surrogate', { id: `ven_${half}` }],
  ['an id of another kind', { id: 'slt_own' }],
  ['an id that is too long', { id: `ven_${'x'.repeat(200)}` }],
  ['a name that is no text', { name: 7 }],
  ['an empty name', { name: '' }],
  ['no city', { city: undefined }],
  ['a country in words', { country: 'Portugal' }],
  ['a provider with spaces', { provider: 'two words' }],
])('PRV-3: fails a venue search with %s', async (_, fields) => {
  const { venues } = await searchAt(venuesWith(fields));
  expect([venues.status, venues.body.error_code]).toEqual([502, 'search_failed']);
});

it.each<[string, object]>([
  ['an id with a lone surrogate', { id: `slt_${half}` }],
  ['a venue id that is no text', { venue_id: null }],
  ['a start that is no instant', { starts_at: 'tomorrow' }],
  ['a start that does not exist', { starts_at: '2026-13-41T25:00:00.000Z' }],
  ['a duration of zero', { duration_minutes: 0 }],
  ['a party that is no number', { max_party_size: '4' }],
  ['half a person', { min_party_size: 1.5 }],
  ['metadata that is no object', { metadata: 'window' }],
  ['metadata with a number', { metadata: { price: 20 } }],
  ['a price that is no object', { price: '20.00' }],
  ['a price of half a cent', { price: { amount: 0.5, currency: 'EUR', per: 'person' } }],
  ['a price below zero', { price: { amount: -1, currency: 'EUR', per: 'person' } }],
  ['a price over the maximum', { price: { amount: 1e12, currency: 'EUR', per: 'person' } }],
  ['a price without a currency', { price: { amount: 2500, per: 'person' } }],
  ['a price in a currency of small letters', { price: { amount: 2500, currency: 'eur', per: 'person' } }],
  ['a price per table', { price: { amount: 2500, currency: 'EUR', per: 'table' } }],
  ['too much metadata', { metadata: Object.fromEntries(Array.from({ length: 21 }, (__, key) => [`k${key}`, ''])) }],
])('PRV-3: fails an availability search with %s', async (_, fields) => {
  const { slots } = await searchAt(slotsWith(fields));
  expect([slots.status, slots.body.error_code]).toEqual([502, 'availability_failed']);
});

it.each<[string, unknown]>([
  ['nothing', undefined],
  ['no list', { object: 'list', has_more: false, next_cursor: null }],
  ['a list of nothing', { object: 'list', data: [null], has_more: false, next_cursor: null }],
  ['no has_more', { object: 'list', data: [], next_cursor: null }],
  ['more, and no cursor', { object: 'list', data: [], has_more: true, next_cursor: null }],
  ['a cursor with a lone surrogate', { object: 'list', data: [], has_more: true, next_cursor: half }],
])('PRV-3: fails searches with %s', async (_, page) => {
  const { venues, slots } = await searchAt({
    searchVenues: async () => page as VenueList,
    searchAvailability: async () => page as SlotList,
  });
  expect([venues.body.error_code, slots.body.error_code]).toEqual(['search_failed', 'availability_failed']);
});

it('PRV-3: fails a search that returns more than was requested', async () => {
  await using world = await openWorld({
    providers: [
      ownProvider('own', { searchVenues: (search, context) => sandbox.searchVenues({ ...search, limit: 2 }, context) }),
    ],
  });
  const search = (limit: number) => world.call('POST', '/v1/venues/search', { body: { limit } });
  expect([(await search(1)).status, (await search(2)).status]).toEqual([502, 200]);
});

it('PRV-3: repairs the message of a refusal', async () => {
  const checkRequest = async () => {
    throw new Refusal('slot_not_offered', { message: `Taken by ${half}` });
  };
  await using world = await openWorld({ providers: [ownProvider('own', { checkRequest })] });
  const created = await world.call('POST', '/v1/bookings', { body: newBooking({ venue: 'own' }) });
  expect(created).toMatchObject({ status: 409, body: { error: `Taken by ${repaired}` } });
});

it.each<[string, object]>([
  ['nothing', {}],
  ['a price that is no object', { at_once: false, price: 5000 }],
  ['a price with a fraction', { at_once: false, price: { amount: 50.5, currency: 'EUR' } }],
  ['a price with another currency', { at_once: false, price: { amount: 5000, currency: 'Euro' } }],
])('PRV-3: refuses a create while the check returns %s', async (_, acceptance) => {
  const checkRequest = async () => acceptance as never;
  await using world = await openWorld({ providers: [ownProvider('own', { checkRequest })] });
  const created = await world.call('POST', '/v1/bookings', { body: newBooking({ venue: 'own' }) });
  expect(created).toMatchObject({ status: 503, body: { error_code: 'service_unavailable' } });
});

const accept: Provider['checkRequest'] = async () => ({ at_once: false });
const failed = (error_message: string): Outcome => ({
  outcome: 'failed',
  error_code: 'provider_failed',
  error_message,
});

describe.each(engines)('on %s', (engine) => {
  it.each<[string, Outcome, object]>([
    [
      'a failure',
      failed(`Room${half} is taken.\0${'x'.repeat(600)}`),
      { status: 'failed', error_message: `Room${repaired} is taken.${repaired}${'x'.repeat(600)}`.slice(0, 500) },
    ],
    ['a failure without a text', failed(''), { status: 'failed' }],
    [
      'a next action',
      { outcome: 'requires_action', next_action: { type: 'enter_code', channel: 'sms', destination: `+35${half}\0` } },
      { status: 'requires_action', next_action: { destination: `+35${repaired}${repaired}` } },
    ],
  ])('PRV-3: repairs the text of %s', async (_, outcome, expected) => {
    await using world = await openWorldOn(engine, {
      providers: [ownProvider('own', { checkRequest: accept, book: async () => outcome })],
    });
    const id = await createAt(world, 'own');
    await world.clock.advance(1000);
    expect((await world.call<Booking>('GET', `/v1/bookings/${id}`)).body).toMatchObject(expected);
  });

  it.each<[string, Outcome]>([
    ['a confirmation code with a lone surrogate', { outcome: 'confirmed', confirmation_code: `A${half}` }],
    ['a confirmation code that is too long', { outcome: 'confirmed', confirmation_code: 'A'.repeat(61) }],
    [
      'an address with a lone surrogate',
      { outcome: 'requires_action', next_action: { type: 'authorize_payment', url: `https://pay.test/${half}` } },
    ],
    [
      'an address of another scheme',
      { outcome: 'requires_action', next_action: { type: 'authorize_payment', url: 'javascript:alert(1)' } },
    ],
  ])('PRV-3: counts %s as a failure of the provider', async (_, outcome) => {
    const outcomes = [outcome];
    const book = async () => outcomes.shift() ?? ({ outcome: 'confirmed', confirmation_code: 'OWN-1' } as const);
    await using world = await openWorldOn(engine, { providers: [ownProvider('own', { checkRequest: accept, book })] });
    const id = await createAt(world, 'own');
    await world.clock.advance(1000);
    expect((await world.call<Booking>('GET', `/v1/bookings/${id}`)).body.status).toBe('processing');
    await world.clock.advance(60_000);
    expect((await world.call<Booking>('GET', `/v1/bookings/${id}`)).body).toMatchObject({
      status: 'confirmed',
      confirmation_code: 'OWN-1',
    });
  });

  it('PRV-3: repairs the message of a refused modification', async () => {
    const modify = async () => ({ outcome: 'refused', message: `No room${half}\0` }) as const;
    await using world = await openWorldOn(engine, {
      providers: [ownProvider('own', { checkRequest: accept, modify })],
    });
    const id = await createAt(world, 'own');
    await world.clock.advance(1000);
    const modified = await world.call('POST', `/v1/bookings/${id}/modify`, { body: { party_size: 3 } });
    expect(modified).toMatchObject({ status: 422, body: { error: `No room${repaired}${repaired}` } });
  });
});
