/** Every venue of the sandbox behaves as its `meaning` in openapi/behavior/sandbox.yaml describes. */
import { errorCatalogue, sandbox, type Booking, type SlotList } from '@booking-service/contract';
import { expect, it } from 'vitest';
import { openWorld, type World } from '../../src/testing.ts';
import { newBooking, newGuest } from '../support/new-booking.ts';

/** The course of a create: its response, and the status of the booking two seconds later. */
interface Course {
  readonly status: number;
  readonly error_code?: string | undefined;
  /** The booking's status in the response to the create. */
  readonly first?: string;
  readonly ends?: string;
}

interface Expected {
  /** The response to a search for slots. Default: 200 with seven slots. */
  readonly search?: { readonly status: number; readonly slots?: number; readonly error_code?: string };
  readonly create: Course;
  /** The course with an external payment that is approved immediately. Default: confirmed. */
  readonly paid?: Course;
}

const confirmed: Course = { status: 201, first: 'processing', ends: 'confirmed' };
const paidAndConfirmed: Course = { ...confirmed, first: 'requires_action' };
const refused = (status: number, error_code: string): Course => ({ status, error_code });
const failed = (error_code: string): Course => ({ status: 201, first: 'processing', ends: 'failed', error_code });
const paidAndFailed = (error_code: string): Course => ({ ...failed(error_code), first: 'requires_action' });

const expectations: Readonly<Record<string, Expected>> = {
  ven_harbour_table: { create: confirmed },
  ven_express_counter: { create: { ...confirmed, first: 'confirmed' } },
  ven_closed_kitchen: {
    create: { ...failed('provider_failed'), first: 'failed' },
    paid: paidAndFailed('provider_failed'),
  },
  ven_code_house: {
    create: { ...confirmed, ends: 'requires_action' },
    paid: { ...paidAndConfirmed, ends: 'requires_action' },
  },
  ven_last_seat: { create: failed('slot_not_offered'), paid: paidAndFailed('slot_not_offered') },
  ven_broken_bell: { create: failed('provider_failed'), paid: paidAndFailed('provider_failed') },
  ven_family_name: { create: refused(422, 'missing_last_name'), paid: refused(422, 'missing_last_name') },
  ven_fully_booked: {
    search: { status: 200, slots: 0 },
    create: refused(409, 'slot_not_offered'),
    paid: refused(409, 'slot_not_offered'),
  },
  ven_silent_phone: { search: { status: 502, error_code: 'availability_failed' }, create: confirmed },
  ven_no_card_service: { create: confirmed, paid: refused(403, 'cardservice_disabled') },
  ven_vault_down: { create: confirmed, paid: refused(503, 'vault_unavailable') },
  ven_payment_setup: { create: confirmed, paid: refused(502, 'payment_setup_failed') },
  ven_payment_declined: { create: confirmed, paid: paidAndFailed('payment_declined') },
  ven_slow_wallet: { create: confirmed, paid: { ...paidAndConfirmed, ends: 'requires_action' } },
  ven_half_back: { create: { ...confirmed, first: 'confirmed' } },
  ven_approval_expired: { create: confirmed, paid: paidAndFailed('payment_approval_expired') },
  ven_outcome_unknown: { create: confirmed, paid: paidAndFailed('payment_outcome_unknown') },
  ven_replay_failed: { create: confirmed, paid: paidAndFailed('payment_replay_failed') },
  ven_card_declined: { create: confirmed, paid: paidAndFailed('card_declined') },
  ven_fixed_menu: { create: { ...confirmed, first: 'confirmed' } },
  ven_firm_hand: { create: { ...confirmed, first: 'confirmed' } },
  ven_short_patience: {
    create: { ...confirmed, ends: 'requires_action' },
    paid: { ...paidAndConfirmed, ends: 'requires_action' },
  },
  ven_slow_service: {
    create: { ...confirmed, ends: 'processing' },
    paid: { ...paidAndConfirmed, ends: 'processing' },
  },
  ven_cut_line: { create: refused(503, 'service_unavailable'), paid: refused(503, 'service_unavailable') },
  ven_long_ring: { create: confirmed },
  ven_lost_answer: { create: confirmed },
  ven_echo: { create: confirmed },
  ven_late_letter: { create: confirmed },
  ven_whole_room: { create: confirmed },
  ven_ticket_hall: { create: { ...confirmed, first: 'confirmed' } },
  ven_family_park: { create: { ...confirmed, first: 'confirmed' } },
  ven_pickup_tour: {
    create: { ...confirmed, first: 'requires_action', ends: 'requires_action' },
    paid: { ...paidAndConfirmed, ends: 'requires_action' },
  },
  ven_late_fee: { create: { ...confirmed, first: 'confirmed' } },
  ven_open_bill: { create: confirmed, paid: refused(502, 'payment_setup_failed') },
};

function create(world: World, venue_id: string, more: object = {}) {
  const body = { ...newBooking({ venue: venue_id.replace('ven_', ''), date: '2026-11-22' }), ...more };
  return world.call<Booking>('POST', '/v1/bookings', { body });
}

async function read(world: World, id: string): Promise<Booking> {
  return (await world.call<Booking>('GET', `/v1/bookings/${id}`)).body;
}

async function courseOf(world: World, venue_id: string, more: object = {}): Promise<Course> {
  const { status, body } = await create(world, venue_id, more);
  if (status !== 201) return { status, error_code: body.error_code };
  if (body.next_action?.type === 'authorize_payment') {
    await world.call('POST', `/v1/bookings/${body.id}/continue`, { body: { type: 'authorize_payment' } });
  }
  await world.clock.advance(2_000);
  const { status: ends, error_code } = await read(world, body.id);
  return { status, first: body.status, ends, error_code };
}

it('BKG-12 CRD-2: every venue of the contract has an expectation here', () => {
  expect(Object.keys(expectations)).toEqual(sandbox.venues.map(({ id }) => id));
});

it.each(sandbox.venues)('END-1 END-2 BKG-11 BKG-12 CRD-2: $name: $meaning', async ({ id: venue_id, name }) => {
  const expected = expectations[venue_id];
  if (!expected) throw new Error(`Nothing is expected of ${venue_id}.`);
  await using world = await openWorld();

  const venues = await world.call('POST', '/v1/venues/search', { body: { query: name } });
  expect(venues.body).toMatchObject({ data: [{ id: venue_id, name, provider: 'sandbox' }] });
  const day = { venue_id, date: '2026-11-22', party_size: 2 };
  const found = await world.call<Partial<SlotList> & { error_code?: string }>('POST', '/v1/availability/search', {
    body: day,
  });
  const { status, body } = found;
  const search = { status, slots: body.data?.length, error_code: body.error_code };
  expect(search).toEqual(expected.search ?? { status: 200, slots: 7 });

  expect(await courseOf(world, venue_id)).toEqual(expected.create);
  const paid = await courseOf(world, venue_id, { payment_collection: 'cardservice_external' });
  expect(paid).toEqual(expected.paid ?? paidAndConfirmed);
});

it('BKG-12: a venue that is not at_once takes two seconds', async () => {
  await using world = await openWorld();
  const { body } = await create(world, 'ven_harbour_table');
  await world.clock.advance(1_999);
  expect((await read(world, body.id)).status).toBe('processing');
  await world.clock.advance(1);
  expect((await read(world, body.id)).status).toBe('confirmed');
});

it('BKG-11: Family Name accepts a guest with a last name', async () => {
  await using world = await openWorld();
  const guest = newGuest({ last_name: 'Byron' });
  const { status, body } = await create(world, 'ven_family_name', { guest });
  expect(status).toBe(201);
  await world.clock.advance(2_000);
  expect((await read(world, body.id)).status).toBe('confirmed');
});

it('STA-1: Slow Service confirms after 90 seconds, not before', async () => {
  await using world = await openWorld();
  const { body } = await create(world, 'ven_slow_service');
  await world.clock.advance(89_000);
  expect((await read(world, body.id)).status).toBe('processing');
  await world.clock.advance(3_000);
  expect((await read(world, body.id)).status).toBe('confirmed');
});

it('STA-5: Short Patience fails a booking after five minutes without a code, and keeps one that got a code', async () => {
  await using world = await openWorld();
  const waiting = (await create(world, 'ven_short_patience')).body;
  const continued = (await create(world, 'ven_short_patience')).body;
  await world.clock.advance(2_000);
  await world.clock.advance(296_000);
  const code = { body: { type: 'enter_code', code: '1111' } };
  expect((await world.call('POST', `/v1/bookings/${continued.id}/continue`, code)).status).toBe(200);
  expect((await read(world, waiting.id)).status).toBe('requires_action');
  await world.clock.advance(6_000);
  expect(await read(world, waiting.id)).toMatchObject({ status: 'failed', error_code: 'provider_failed' });
  expect((await read(world, continued.id)).status).toBe('requires_action');
  await world.clock.advance(300_000);
  expect((await read(world, continued.id)).status).toBe('failed');
  await world.clock.advance(60_000);
  const about = (id: string) =>
    world.endpoint.received.filter(({ event }) => event.data.object.id === id).map(({ event }) => event.type);
  expect(about(waiting.id).toSorted()).toEqual(['booking.created', 'booking.failed', 'booking.requires_action']);
});

it('DLV-6: The Echo sends each event twice, with the same id', async () => {
  await using world = await openWorld();
  await create(world, 'ven_echo');
  await world.clock.advance(90_000);
  const ids = world.endpoint.received.map(({ event }) => event.id);
  expect([ids.length, new Set(ids).size]).toEqual([4, 2]);
});

it('DLV-6: The Late Letter sends booking.created after booking.confirmed', async () => {
  await using world = await openWorld();
  await create(world, 'ven_late_letter');
  await world.clock.advance(30_000);
  await world.clock.advance(60_000);
  const types = world.endpoint.received.map(({ event }) => event.type);
  expect(types).toEqual(['booking.confirmed', 'booking.created']);
});

it.each([
  { codes: ['424242'], ends: 'confirmed' },
  { codes: ['1111', '424242'], ends: 'confirmed' },
  { codes: ['1111', '42424', '424242'], ends: 'confirmed' },
  { codes: ['1111', '4242424'], ends: 'requires_action' },
  { codes: ['1111', '2222', '3333'], ends: 'failed', error_code: 'invalid_code' },
])('STA-2 STA-3 BKG-7: Code House, given $codes, ends $ends', async ({ codes, ...end }) => {
  await using world = await openWorld();
  const { body } = await create(world, 'ven_code_house');
  for (const code of codes) {
    await world.clock.advance(2_000);
    expect(await read(world, body.id)).toMatchObject({
      status: 'requires_action',
      next_action: { type: 'enter_code' },
    });
    const input = { body: { type: 'enter_code', code } };
    expect((await world.call('POST', `/v1/bookings/${body.id}/continue`, input)).status).toBe(200);
  }
  await world.clock.advance(2_000);
  const { status: ends, error_code } = await read(world, body.id);
  expect({ ends, error_code }).toEqual(end);
});

it.each(Object.entries(sandbox.search_queries))(
  'END-1: a search for "%s" is refused with %s',
  async (query, error_code) => {
    await using world = await openWorld();
    const { status, body } = await world.call('POST', '/v1/venues/search', { body: { query } });
    expect([status, body['error_code']]).toEqual([errorCatalogue[error_code].status, error_code]);
  },
);
