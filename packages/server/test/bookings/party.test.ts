/** A party by kinds of people: in searches, creates and modifications, and at providers that count people only (BKG-16). */
import type { Booking, CreateBooking, Party, SlotList } from '@booking-service/contract';
import { describe, expect, it } from 'vitest';
import { randomId } from '@booking-service/kernel/contract';
import { createHttpProvider, type Provider, systemClock } from '../../src/index.ts';
import { engines, type EngineWorld, openWorldOn } from '../support/engines.ts';
import { newBooking } from '../support/new-booking.ts';
import { confirmed, ownProvider } from '../support/providers.ts';
import { openBooking } from '../../src/domain/booking.ts';
import { checkSlots } from '../../src/providers/check-page.ts';
import { testContext } from '../../src/testing.ts';
import { secret, startHttpProvider, type TestHttpProvider } from '../suppliers/test-http-provider.ts';

const family: Party = [
  { unit: 'adult', quantity: 2 },
  { unit: 'child', quantity: 1 },
];
const price = { amount: 2 * 2500 + 1200, currency: 'EUR' };
const park = { venue_id: 'ven_family_park', date: '2026-11-22' };

/** A create with a party instead of the party_size. */
function familyBooking(party: Party = family, venue = 'family_park'): CreateBooking {
  const { party_size: _size, ...request } = newBooking({ venue });
  return { ...request, party };
}

function create<Body = Booking>(world: EngineWorld, body: object) {
  return world.call<Body>('POST', '/v1/bookings', { body });
}

describe.each(engines)('on %s', (engine) => {
  it('BKG-16 CRD-4 CRD-5: books a party at the sum of its units, and shows the units before', async () => {
    await using world = await openWorldOn(engine);
    const search = (people: object) =>
      world.call<SlotList>('POST', '/v1/availability/search', { body: { ...park, ...people } });
    const { data } = (await search({ party_size: 3 })).body;
    expect(data[0]).toMatchObject({
      price: { amount: 2500, currency: 'EUR', per: 'person' },
      units: [
        { unit: 'adult', label: 'Adult', min_age: 13, price: { amount: 2500, currency: 'EUR' } },
        { unit: 'child', min_age: 4, max_age: 12, price: { amount: 1200, currency: 'EUR' } },
        { unit: 'infant', max_age: 3, price: { amount: 0, currency: 'EUR' } },
      ],
    });
    expect((await search({ party: family })).body.data[0]).toMatchObject({ price: { ...price, per: 'booking' } });
    expect((await search({ party: [{ unit: 'senior', quantity: 1 }] })).body.data).toEqual([]);

    const { status, body: booking } = await create(world, familyBooking());
    expect(status).toBe(201);
    expect(booking).toMatchObject({ status: 'confirmed', party: family, party_size: 3, price });
    expect((await world.call('GET', `/v1/bookings/${booking.id}`)).body).toEqual(booking);
    const unknown = await create(world, familyBooking([{ unit: 'senior', quantity: 1 }]));
    expect(unknown).toMatchObject({ status: 409, body: { error_code: 'slot_not_offered' } });
  });

  it('BKG-16 BKG-8 STA-7: modifies the party, and a party_size alone replaces it', async () => {
    await using world = await openWorldOn(engine);
    const { id } = (await create(world, familyBooking())).body;
    const modify = (body: object) => world.call<Booking>('POST', `/v1/bookings/${id}/modify`, { body });
    const party = [...family, { unit: 'infant', quantity: 2 }];
    expect((await modify({ party: family })).body).not.toHaveProperty('last_modification');
    const { body: larger } = await modify({ party });
    const changes = { party, party_size: 5 };
    expect(larger).toMatchObject({ ...changes, price, last_modification: { changes } });
    const { body: counted } = await modify({ party_size: 2 });
    expect(counted).toMatchObject({ party_size: 2, price: { amount: 5000 } });
    expect(counted).not.toHaveProperty('party');
    expect((await modify({ party: [{ unit: 'senior', quantity: 1 }] })).status).toBe(422);
    await world.clock.advance(60_000);
    const sent = world.endpoint.received.flatMap(({ event: { data } }) => data.object.last_modification?.changes ?? []);
    expect(sent).toEqual([changes, { party_size: 2 }]);
  });
});

it('BKG-16: refuses both fields, neither, and more than 50 people', async () => {
  await using world = await openWorldOn('sqlite');
  const { party_size: _size, ...neither } = newBooking({ venue: 'family_park' });
  const crowd: Party = [
    { unit: 'adult', quantity: 50 },
    { unit: 'child', quantity: 1 },
  ];
  const { id } = (await create(world, familyBooking())).body;
  const calls = [
    ['/v1/bookings', neither],
    ['/v1/availability/search', park],
    [`/v1/bookings/${id}/modify`, {}],
  ] as const;
  for (const [path, rest] of calls) {
    const refusalOf = async (people: object) => {
      const { status, body } = await world.call<{ details: object[] }>('POST', path, { body: { ...rest, ...people } });
      return { status, details: body.details };
    };
    const refused = (detail: object) => ({ status: 400, details: [{ in: 'body', ...detail }] });
    expect(await refusalOf({ party: family, party_size: 3 })).toEqual(
      refused({ path: '/party_size', message: 'must not be sent together with party' }),
    );
    expect(await refusalOf({ party: crowd })).toEqual(
      refused({ path: '/party', message: 'must have at most 50 people' }),
    );
  }
  for (const [path, body] of calls.slice(0, 2)) {
    expect(await world.call('POST', path, { body })).toMatchObject({
      status: 400,
      body: { details: [{ in: 'body', path: '/party_size', message: 'is required without party' }] },
    });
  }
});

it('BKG-16 CRD-9: a party of a paid booking is taken back with a modification that became dearer', async () => {
  const asked: (Party | undefined)[] = [];
  const provider: Provider = ownProvider('park', {
    checkRequest: async () => ({ at_once: true, price }),
    book: async () => confirmed,
    modify: async ({ changes }) => {
      asked.push(changes.party);
      return { outcome: 'modified', price: { ...price, amount: price.amount * asked.length * 2 } };
    },
  });
  await using world = await openWorldOn('sqlite', { providers: [provider] });
  const paid = { ...familyBooking(family, 'park'), payment_collection: 'cardservice_external' as const };
  const { id } = (await create(world, paid)).body;
  await world.call('POST', `/v1/bookings/${id}/continue`, { body: { type: 'authorize_payment' } });
  await world.clock.advance(60_000);
  const party: Party = [{ unit: 'adult', quantity: 4 }];
  const { status } = await world.call('POST', `/v1/bookings/${id}/modify`, { body: { party } });
  expect(status).toBe(422);
  expect(asked).toEqual([party, family]);
  const { body } = await world.call<Booking>('GET', `/v1/bookings/${id}`);
  expect(body).toMatchObject({ party: family, party_size: 3 });
});

it('BKG-16: a venue without units books the number of people', async () => {
  await using world = await openWorldOn('sqlite');
  const { body } = await create(world, familyBooking(family, 'express_counter'));
  expect(body).toMatchObject({ status: 'confirmed', party: family, party_size: 3, price: { amount: 7500 } });
});

const day = { venue_id: 'ven_corner_cafe', date: '2030-01-01', party_size: 2 };
const request = { ...newBooking(), venue_id: 'ven_corner_cafe', slot_id: 'slt_corner_cafe_20300101T1900' };

function connect({ url }: Pick<TestHttpProvider, 'url'>, options: object = {}): Provider {
  return createHttpProvider({ name: 'corner', url, secret, clock: systemClock, ...options });
}

describe('a provider over HTTP', () => {
  it('BKG-16: sends a party only to a provider that takes parties', async () => {
    const party = [
      { unit: 'adult', quantity: 1 },
      { unit: 'child', quantity: 1 },
    ];
    for (const takes_parties of [true, false]) {
      await using server = await startHttpProvider();
      const provider = connect(server, { takes_parties });
      const opening = { id: randomId('bkg'), provider: 'corner', livemode: false, request };
      const booking: Booking = { ...openBooking(opening, new Date()).booking, party };
      await provider.searchAvailability({ ...day, party, limit: 1 }, testContext);
      await provider.checkRequest({ ...request, party }, testContext);
      await provider.book(
        { booking, reference: `${booking.id}/1`, step: 1, attempt: 1, answer: undefined },
        testContext,
      );
      await provider.modify?.(
        { booking, changes: { party, party_size: 2 }, reference: `${booking.id}/2` },
        testContext,
      );
      const sent = server.received.map(({ body }) => body.split('"party":').length - 1);
      expect(sent).toEqual(takes_parties ? [1, 1, 1, 2] : [0, 0, 0, 0]);
    }
  });

  it('BKG-16 PRV-3: reads the units of a slot, and refuses broken ones', async () => {
    const fields = { id: 'slt_corner_1', starts_at: '2030-01-01T18:00:00Z', duration_minutes: 60 };
    const search = async (units: object[]) => {
      const data = [{ ...fields, min_party_size: 1, max_party_size: 8, units }];
      const found = () => ({ status: 200, body: { object: 'list', data, has_more: false, next_cursor: null } });
      await using server = await startHttpProvider({ operations: { '/availability/search': found } });
      const provider = connect(server);
      return checkSlots(await provider.searchAvailability({ ...day, limit: 1 }, testContext), 1).data[0]?.units;
    };
    const units = [
      { unit: 'adult', label: 'Adult', min_age: 13, max_age: 99, price: { amount: 1000, currency: 'EUR' } },
    ];
    expect(await search(units)).toEqual(units);
    expect(await search([])).toBeUndefined();
    for (const broken of [{ unit: 'Adult' }, { unit: 'adult', min_age: -1 }, { unit: 'adult', price: 10 }]) {
      await expect(search([broken])).rejects.toThrow('failed at searchAvailability');
    }
  });
});
