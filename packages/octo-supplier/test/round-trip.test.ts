/** Two services: the reseller books through octo-provider at the seller, whose venues octo-supplier sells. */
import type { Booking, SlotList, VenueList } from '@booking-service/contract';
import { createOctoProvider } from '@booking-service/octo-provider';
import { openWorld, type World } from '@booking-service/server/testing';
import { describe, expect, it } from 'vitest';
// @boundaries-ignore both packages test on the same databases
import { engines, makePlace, openStore, type Place } from '../../octo-provider/test/service/make-place.ts';
import { serveSupplier } from './support/open-supplier.ts';

interface Opened extends AsyncDisposable {
  readonly seller: World;
  readonly reseller: World;
  /** Advances both clocks, so that each service does what is due. */
  readonly advance: (ms: number) => Promise<void>;
}

const organization = { rate_limit: 1_000_000, test_allowance: 1_000_000 };
const guest = { first_name: 'Ada', last_name: 'Byron', email: 'ada@diner.test', phone: '+351210000000' };

async function openBoth(engine: Place['engine']): Promise<Opened> {
  await using opened = new AsyncDisposableStack();
  const openService = async (options: object = {}) => {
    const store = opened.use(await openStore(opened.use(await makePlace(engine))));
    return opened.use(await openWorld({ store, organization, ...options }));
  };
  const seller = await openService();
  // A confirmation does not wait: the clock of the seller moves in the test.
  const supplier = opened.use(await serveSupplier({ baseUrl: seller.url, confirmSeconds: 0 }));
  const time = { now: () => seller.clock.now() };
  const token = seller.organization.keys.test;
  const provider = createOctoProvider({ name: 'tables', baseUrl: supplier.url, token, allowHttp: true, clock: time });
  const reseller = await openService({ providers: [provider] });
  const running = opened.move();
  return {
    seller,
    reseller,
    async advance(ms) {
      await seller.clock.advance(ms);
      await reseller.clock.advance(ms);
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

async function search({ call }: World, name: string): Promise<{ venue_id: string; slots: readonly string[] }> {
  const venues = await call<VenueList>('POST', '/v1/venues/search', { body: { query: name } });
  const venue_id = venues.body.data[0]?.id ?? '';
  const day = { venue_id, date: '2026-11-22', party_size: 2 };
  const { body } = await call<SlotList>('POST', '/v1/availability/search', { body: day });
  return { venue_id, slots: body.data.map(({ id }) => id) };
}

async function create(world: World, name: string): Promise<Booking> {
  const { venue_id, slots } = await search(world, name);
  const body = { venue_id, slot_id: slots[0], party_size: 2, guest };
  const created = await world.call<Booking>('POST', '/v1/bookings', { body });
  expect(created.status).toBe(201);
  return created.body;
}

const read = async ({ call }: World, { id }: Pick<Booking, 'id'>) =>
  (await call<Booking>('GET', `/v1/bookings/${id}`)).body;

/** The bookings at the seller, newest first. */
const sold = async ({ call }: World) => (await call<{ data: Booking[] }>('GET', '/v1/bookings')).body.data;

describe.each(engines)('%s', (engine) => {
  it('books, changes the number of guests and cancels, at both services', async () => {
    await using opened = await openBoth(engine);
    const { seller, reseller, advance } = opened;
    const booking = await create(reseller, 'Harbour Table');
    await advance(2_000);
    await advance(30_000);
    await advance(30_000);
    const [at] = await sold(seller);
    expect(at).toMatchObject({ status: 'confirmed', venue_id: 'ven_harbour_table', party_size: 2, guest });
    expect(at?.metadata).toMatchObject({ octo_reference: booking.id });
    expect(await read(reseller, booking)).toMatchObject({
      status: 'confirmed',
      confirmation_code: at?.id.replaceAll('_', '-'),
    });

    const larger = { body: { party_size: 4 } };
    expect(await reseller.call('POST', `/v1/bookings/${booking.id}/modify`, larger)).toMatchObject({ status: 200 });
    expect(await sold(seller)).toMatchObject([{ status: 'confirmed', party_size: 4 }]);
    const { slots } = await search(reseller, 'Harbour Table');
    const later = { body: { slot_id: slots[1] } };
    expect(await reseller.call('POST', `/v1/bookings/${booking.id}/modify`, later)).toMatchObject({
      status: 422,
      body: { error_code: 'modification_refused' },
    });

    await reseller.call('POST', `/v1/bookings/${booking.id}/cancel`);
    await advance(0);
    expect(await sold(seller)).toMatchObject([{ status: 'cancelled' }]);
  });

  it('passes on the ticket of each guest', async () => {
    await using opened = await openBoth(engine);
    const { seller, reseller, advance } = opened;
    const booking = await create(reseller, 'The Ticket Hall');
    await advance(2_000);
    await advance(30_000);
    await advance(30_000);
    const [at] = await sold(seller);
    const valuesOf = ({ documents = [] }: Booking) =>
      documents.filter(({ kind }) => kind === 'ticket').map(({ value }) => value);
    expect(at && valuesOf(at)).toHaveLength(2);
    expect(at && valuesOf(at)).toEqual(valuesOf(await read(reseller, booking)));
  });

  it('fails at the reseller what fails at the seller', async () => {
    await using opened = await openBoth(engine);
    const { seller, reseller, advance } = opened;
    const booking = await create(reseller, 'The Broken Bell');
    await advance(2_000);
    await advance(30_000);
    await advance(30_000);
    expect(await sold(seller)).toMatchObject([{ status: 'failed' }]);
    expect(await read(reseller, booking)).toMatchObject({ status: 'failed', error_code: 'provider_failed' });
  });
});
