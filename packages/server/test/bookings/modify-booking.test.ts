import type { Booking } from '@booking-service/contract';
import { describe, expect, it } from 'vitest';
import { createSandboxProvider, systemClock, type ModificationOutcome, type Provider } from '../../src/index.ts';
import type { World } from '../../src/testing.ts';
import { engines, openWorldOn } from '../support/engines.ts';
import { newBooking } from '../support/new-booking.ts';

async function createConfirmed(world: World, place = 'express_counter'): Promise<Booking> {
  const { body } = await world.call<Booking>('POST', '/v1/bookings', {
    body: newBooking({ venue: place }),
  });
  expect(body.status).toBe('confirmed');
  return body;
}

async function read(world: World, { id }: Booking): Promise<Booking> {
  return (await world.call<Booking>('GET', `/v1/bookings/${id}`)).body;
}

function modify(world: World, { id }: Booking, body: object) {
  return world.call('POST', `/v1/bookings/${id}/modify`, { body });
}

async function eventTypes(world: World): Promise<string[]> {
  await world.clock.advance(60_000);
  return world.endpoint.received.map(({ event }) => event.type).toSorted();
}

/** A provider whose modifications return when the test resolves them. */
function openProvider() {
  const references: string[] = [];
  const released: string[] = [];
  const outcomes: PromiseWithResolvers<ModificationOutcome>[] = [];
  const arrived: (() => void)[] = [];
  const provider: Provider = {
    ...createSandboxProvider({ clock: systemClock }),
    checkRequest: async () => ({ at_once: true }),
    modify: ({ reference }) => {
      const outcome = Promise.withResolvers<ModificationOutcome>();
      references.push(reference);
      outcomes.push(outcome);
      arrived.shift()?.();
      return outcome.promise;
    },
    release: async ({ id }) => void released.push(id),
  };
  /** Resolves at the next call of modify(). */
  const nextModification = () => new Promise<void>((resolve) => arrived.push(resolve));
  return { provider, references, released, outcomes, nextModification };
}

const confirmed = { outcome: 'confirmed', confirmation_code: 'OWN-1' } as const;

describe.each(engines)('%s', (engine) => {
  it.each([
    { field: 'the slot', changes: { slot_id: 'slt_express_counter_20261121T2000' } },
    { field: 'the party size', changes: { party_size: 4 } },
    { field: 'both', changes: { slot_id: 'slt_express_counter_20261121T2000', party_size: 4 } },
  ])(
    'STA-7 STA-11 BKG-8 END-11: modifies $field, keeps the booking confirmed, and sends booking.modified',
    async ({ changes }) => {
      await using world = await openWorldOn(engine);
      const before = await createConfirmed(world);
      await world.clock.advance(1_000);
      const { status, body } = await modify(world, before, changes);
      const modified_at = '2026-11-21T09:30:01.000Z';
      const price = { amount: 2500 * (changes.party_size ?? 2), currency: 'EUR' };
      const starts_at = changes.slot_id === undefined ? before.starts_at : '2026-11-21T20:00:00.000Z';
      const values = { ...changes, starts_at, price };
      const after = { ...before, ...values, updated: modified_at, last_modification: { modified_at, changes } };
      expect([status, body]).toStrictEqual([200, after]);
      expect(await read(world, before)).toStrictEqual(after);
      expect(await eventTypes(world)).toEqual(['booking.confirmed', 'booking.created', 'booking.modified']);
      const modified = world.endpoint.received.find(({ event }) => event.type === 'booking.modified');
      expect(modified?.event.data.object).toMatchObject({
        status: 'confirmed',
        last_modification: { modified_at, changes },
      });
    },
  );

  it('STA-7: a modification to the current values returns 200 without an event, so it can be repeated', async () => {
    await using world = await openWorldOn(engine);
    const booking = await createConfirmed(world);
    const modified = await modify(world, booking, { party_size: 4 });
    await world.clock.advance(1_000);
    expect(await modify(world, booking, { party_size: 4 })).toMatchObject({ status: 200, body: modified.body });
    expect(await eventTypes(world)).toEqual(['booking.confirmed', 'booking.created', 'booking.modified']);
    await world.call('POST', `/v1/bookings/${booking.id}/cancel`);
    expect((await modify(world, booking, { party_size: 4 })).status).toBe(409);
  });

  it('BKG-8: last_modification is the latest modification', async () => {
    await using world = await openWorldOn(engine);
    const booking = await createConfirmed(world);
    await modify(world, booking, { party_size: 4 });
    await modify(world, booking, { slot_id: 'slt_express_counter_20261121T2000' });
    const after = await read(world, booking);
    expect(after).toMatchObject({ party_size: 4, slot_id: 'slt_express_counter_20261121T2000' });
    expect(after.last_modification?.changes).toEqual({ slot_id: 'slt_express_counter_20261121T2000' });
  });

  it.each([
    { why: 'the venue refuses', place: 'firm_hand', body: { party_size: 4 }, code: 'modification_refused' },
    { why: 'the venue cannot', place: 'fixed_menu', body: { party_size: 4 }, code: 'modify_unsupported' },
    { why: 'the party is too large', place: 'express_counter', body: { party_size: 9 }, code: 'modification_refused' },
    {
      why: 'the slot is not offered',
      place: 'express_counter',
      body: { slot_id: 'slt_express_counter_20261121T0300' },
      code: 'modification_refused',
    },
  ])('STA-7 ERR-3: refused as $why: 422 $code, nothing changes, nothing is sent', async ({ place, body, code }) => {
    await using world = await openWorldOn(engine);
    const before = await createConfirmed(world, place);
    expect(await modify(world, before, body)).toMatchObject({ status: 422, body: { error_code: code } });
    expect(await read(world, before)).toStrictEqual(before);
    expect(await eventTypes(world)).toEqual(['booking.confirmed', 'booking.created']);
    expect((await modify(world, before, body)).status).toBe(422);
  });

  it('STA-7: a provider without modify() refuses with modify_unsupported', async () => {
    const provider = createSandboxProvider({ clock: systemClock });
    delete provider.modify;
    await using world = await openWorldOn(engine, {
      providers: [{ ...provider, checkRequest: async () => ({ at_once: true }), book: async () => confirmed }],
    });
    const refused = await modify(world, await createConfirmed(world), { party_size: 4 });
    expect(refused).toMatchObject({ status: 422, body: { error_code: 'modify_unsupported' } });
  });

  it('STA-13 STA-10: a cancel during a modification wins, releases the booking, and sends one event', async () => {
    const { provider, released, outcomes, nextModification } = openProvider();
    await using world = await openWorldOn(engine, { providers: [provider] });
    const booking = await createConfirmed(world);
    const references = nextModification();
    const modifying = modify(world, booking, { party_size: 4 });
    await references;
    expect((await world.call('POST', `/v1/bookings/${booking.id}/cancel`)).status).toBe(200);
    outcomes[0]?.resolve({ outcome: 'modified' });
    const overtaken = await modifying;
    expect(overtaken).toMatchObject({ status: 409, body: { error_code: 'invalid_state' } });
    expect(overtaken.body['error']).toBe('A booking that is cancelled cannot be modified.');
    expect(await read(world, booking)).toMatchObject({ status: 'cancelled', party_size: 2 });
    expect(await eventTypes(world)).toEqual(['booking.cancelled', 'booking.confirmed', 'booking.created']);
    expect(new Set(released)).toEqual(new Set([booking.id]));
  });

  it.each([
    { outcome: 'refused', code: 'modification_refused' },
    { outcome: 'unsupported', code: 'modify_unsupported' },
  ] as const)('STA-13: a cancel during a modification that is $outcome releases the booking once', async (each) => {
    const { provider, released, outcomes, nextModification } = openProvider();
    await using world = await openWorldOn(engine, { providers: [provider] });
    const booking = await createConfirmed(world);
    const begun = nextModification();
    const modifying = modify(world, booking, { party_size: 4 });
    await begun;
    expect((await world.call('POST', `/v1/bookings/${booking.id}/cancel`)).status).toBe(200);
    outcomes[0]?.resolve({ outcome: each.outcome });
    expect(await modifying).toMatchObject({ status: 422, body: { error_code: each.code } });
    expect(await eventTypes(world)).toEqual(['booking.cancelled', 'booking.confirmed', 'booking.created']);
    expect(released).toEqual([booking.id]);
  });

  it('STA-13: of concurrent modifications one reaches the provider, and the others get 409', async () => {
    const { provider, references, outcomes, nextModification } = openProvider();
    await using world = await openWorldOn(engine, { providers: [provider] });
    const booking = await createConfirmed(world);
    const begun = nextModification();
    const refused: unknown[] = [];
    const allRefused = Promise.withResolvers<void>();
    const calls = [3, 4, 5, 6].map(async (party_size) => {
      const { status, body } = await modify(world, booking, { party_size });
      if (status === 409 && refused.push(body['error']) === 3) allRefused.resolve();
      return status;
    });
    await Promise.all([begun, allRefused.promise]);
    const message = 'The booking is confirmed, and an earlier modification of it is still under way.';
    expect(refused).toEqual([message, message, message]);
    outcomes[0]?.resolve({ outcome: 'modified' });
    const statuses = (await Promise.all(calls)).toSorted((a, b) => a - b);
    expect([statuses, references]).toEqual([[200, 409, 409, 409], [`${booking.id}/2`]]);
    expect((await read(world, booking)).last_modification).toBeDefined();
  });

  it('BKG-6: removes the start of a slot that the provider does not state, and keeps that of the same slot', async () => {
    const provider: Provider = {
      ...createSandboxProvider({ clock: systemClock }),
      checkRequest: async () => ({ at_once: true, starts_at: '2026-11-21T19:00:00.000Z' }),
      modify: async () => ({ outcome: 'modified' }),
      book: async () => confirmed,
    };
    await using world = await openWorldOn(engine, { providers: [provider] });
    const booking = await createConfirmed(world);
    await modify(world, booking, { party_size: 4 });
    expect((await read(world, booking)).starts_at).toBe('2026-11-21T19:00:00.000Z');
    await modify(world, booking, { slot_id: 'slt_express_counter_20261121T2000' });
    expect(await read(world, booking)).not.toHaveProperty('starts_at');
  });

  it('STA-12: retries a failed modification with the same reference, and returns an unknown effect to the caller', async () => {
    const { provider, references, outcomes, nextModification } = openProvider();
    await using world = await openWorldOn(engine, { providers: [provider] });
    const booking = await createConfirmed(world);
    const first = nextModification();
    const modifying = modify(world, booking, { party_size: 4 });
    await first;
    outcomes[0]?.reject(new Error('The line is cut.'));
    expect(await modifying).toMatchObject({ status: 503, body: { error_code: 'service_unavailable' } });
    expect(await read(world, booking)).toStrictEqual(booking);

    const second = nextModification();
    const moving = world.clock.advance(4_000);
    await second;
    outcomes[1]?.resolve({ outcome: 'modified' });
    await moving;
    expect(references).toEqual([`${booking.id}/2`, `${booking.id}/2`]);
    expect(await read(world, booking)).toMatchObject({ party_size: 4, status: 'confirmed' });
    expect(await eventTypes(world)).toEqual(['booking.confirmed', 'booking.created', 'booking.modified']);
  });

  it.each([
    { why: 'no field at all', body: {} },
    { why: 'a field that cannot be modified', body: { venue_id: 'ven_code_house' } },
    { why: 'a party of zero', body: { party_size: 0 } },
  ])('END-11: $why is 400', async ({ body }) => {
    await using world = await openWorldOn(engine);
    const refused = await modify(world, await createConfirmed(world), body);
    expect(refused).toMatchObject({ status: 400, body: { error_code: 'invalid_request' } });
  });
});
