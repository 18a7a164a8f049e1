/** The promises of the store to operations and worker, on each engine: atomic creates and changes, keys, sessions and lists. */
import type { Booking } from '@booking-service/contract';
import { describe, expect, it } from 'vitest';
import { createOrganization } from '../../src/index.ts';
import { engines, openWorldOn } from '../support/engines.ts';
import { accepted, cancel, change, claimOf, confirm, eventTypes, stored, used, verified } from './stored.ts';
import { readDeliveries } from '../support/databases.ts';
import type { ClaimedRun, Store, StoredBooking } from '../../src/store/store.ts';

describe.each(engines)('creates and reads, on %s', (engine) => {
  it('STA-12: stores a new booking with its run, its event and the delivery', async () => {
    await using world = await openWorldOn(engine);
    const { booking, ...rest } = accepted(world);
    const made = await world.store.createBooking({ booking, ...rest });
    expect(made).toStrictEqual({
      stored: { organization_id: world.organization.organization_id, version: 1, step: 1, working: true, booking },
      replayed: false,
    });
    expect(await world.store.findBooking({ ...made.stored, id: booking.id })).toStrictEqual(made.stored);
    const runs = await world.store.claimRuns(claimOf(world));
    expect(runs).toStrictEqual([
      {
        booking_id: booking.id,
        organization_id: world.organization.organization_id,
        provider: 'sandbox',
        step: 1,
        answer: undefined,
        changes: undefined,
        attempt: 1,
        began: booking.created,
        failing: undefined,
        lease_token: 'lease_test',
        request_id: null,
        traceparent: null,
        version: 1,
      },
    ]);
    const deliveries = await world.store.claimDeliveries(claimOf(world));
    expect(deliveries.map(({ event_id, payload }) => ({ event_id, payload }))).toEqual(
      rest.events.map(({ id, payload }) => ({ event_id: id, payload })),
    );
  });

  it('STA-12: stores nothing of a create whose event id is taken', async () => {
    await using world = await openWorldOn(engine);
    const first = accepted(world);
    await world.store.createBooking(first);
    const second = { ...accepted(world), idempotency_key: 'order-1', events: first.events };
    await expect(world.store.createBooking(second)).rejects.toThrow(/unique .*(?:events|deliveries)/i);

    const { organization_id, booking } = second;
    expect(await world.store.findBooking({ organization_id, id: booking.id })).toBeUndefined();
    const key = { organization_id, livemode: false, idempotency_key: 'order-1' };
    expect(await world.store.findBookingByKey(key)).toBeUndefined();
    const runs = await world.store.claimRuns(claimOf(world));
    expect(runs.map(({ booking_id }) => booking_id)).toEqual([first.booking.id]);
    expect(await eventTypes(world)).toEqual(['booking.created']);
  });

  it('STA-12: does not store a booking of an unknown organization', async () => {
    await using world = await openWorldOn(engine);
    const orphan = { ...accepted(world), organization_id: 'org_none' };
    await expect(world.store.createBooking(orphan)).rejects.toThrow(/foreign key/i);
    expect(await world.store.findBooking({ ...orphan, id: orphan.booking.id })).toBeUndefined();
    expect(await world.store.claimRuns(claimOf(world))).toEqual([]);
  });

  it('AUT-6: counts the confirmation of a test booking once, and of a live booking never', async () => {
    await using world = await openWorldOn(engine);
    for (const [livemode, count] of [
      [true, 0],
      [false, 1],
    ] as const) {
      const confirmed = await world.store.changeBooking(change(world, await stored(world, { livemode }), confirm));
      expect(await used(world)).toBe(count);
      if (!confirmed) throw new Error('The change was not made.');
      // A modification keeps the booking confirmed.
      const modified: Booking = { ...confirmed.booking, party_size: 3 };
      expect(await world.store.changeBooking({ before: confirmed, booking: modified, events: [] })).toBeDefined();
      expect(await used(world)).toBe(count);
    }
  });

  it('IDM-1 IDM-4: returns the first booking in its current state to a second create under its key, and stores nothing', async () => {
    await using world = await openWorldOn(engine);
    const first = { ...accepted(world), idempotency_key: 'order-1' };
    const { stored: before } = await world.store.createBooking(first);
    const now = await world.store.changeBooking(change(world, before, cancel));
    const second = { ...accepted(world), idempotency_key: 'order-1' };
    expect(await world.store.createBooking(second)).toStrictEqual({ stored: now, replayed: true });
    expect(await world.store.findBooking({ ...second, id: second.booking.id })).toBeUndefined();
    expect(await eventTypes(world)).toEqual(['booking.created', 'booking.cancelled']);

    const live = { ...accepted(world, { livemode: true }), idempotency_key: 'order-1' };
    expect(await world.store.createBooking(live)).toMatchObject({ replayed: false });
  });

  it('IDM-4: finds the booking of a key only in its environment and organization', async () => {
    await using world = await openWorldOn(engine);
    const { organization_id } = world.organization;
    const find = (livemode: boolean, whose = organization_id) =>
      world.store.findBookingByKey({ organization_id: whose, livemode, idempotency_key: 'order-1' });
    const test = await world.store.createBooking({ ...accepted(world), idempotency_key: 'order-1' });
    expect(await find(false)).toStrictEqual(test.stored);
    expect(await find(true)).toBeUndefined();
    const live = await world.store.createBooking({
      ...accepted(world, { livemode: true }),
      idempotency_key: 'order-1',
    });
    expect([await find(false), await find(true)]).toStrictEqual([test.stored, live.stored]);

    const other = await createOrganization(world.store, { name: 'Other', webhook_url: null }, world.clock.now());
    expect(await find(false, other.organization_id)).toBeUndefined();
    const foreign = await world.store.createBooking({
      ...accepted(world),
      organization_id: other.organization_id,
      idempotency_key: 'order-1',
    });
    expect(foreign.replayed).toBe(false);
    expect(await find(false)).toStrictEqual(test.stored);
    expect(await find(false, other.organization_id)).toStrictEqual(foreign.stored);
  });

  it('SES-3: finds the session that the organization verified last, whatever others verified since', async () => {
    await using world = await openWorldOn(engine);
    const { store, clock } = world;
    const other = await createOrganization(store, { name: 'Other', webhook_url: null }, clock.now());
    const own = world.organization.organization_id;
    const latest = async (organization_id: string) =>
      (await store.findLatestVerifiedSession(organization_id))?.session.id;
    expect([await latest(own), await latest(other.organization_id)]).toEqual([undefined, undefined]);

    const first = await verified(world, own);
    expect([await latest(own), await latest(other.organization_id)]).toEqual([first, undefined]);
    await clock.advance(1000);
    const foreign = await verified(world, other.organization_id);
    expect([await latest(own), await latest(other.organization_id)]).toEqual([first, foreign]);
    await clock.advance(1000);
    const second = await verified(world, own);
    expect([await latest(own), await latest(other.organization_id)]).toEqual([second, foreign]);
  });

  it('STA-8: claims at most `limit` expired bookings in requires_action, the oldest first', async () => {
    await using world = await openWorldOn(engine);
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      ids.push((await stored(world, { asks: true })).booking.id);
      await stored(world);
      await world.clock.advance(1);
    }
    const left = await stored(world, { asks: true });
    await world.store.changeBooking(change(world, left, cancel));
    const minutes_20 = 20 * 60_000;
    const expiredAt = async (ms: number, limit = 100) => {
      const now = new Date(Date.parse('2026-11-21T09:30:00.000Z') + ms);
      const expired = await world.store.claimExpired({ now, lease_until: now, limit });
      return expired.map(({ booking }) => booking.id);
    };
    expect(await expiredAt(minutes_20)).toEqual([]);
    expect(await expiredAt(minutes_20 + 1)).toEqual(ids.slice(0, 1));
    expect(await expiredAt(minutes_20 + 60_000)).toEqual(ids);
    expect(await expiredAt(minutes_20 + 60_001, 2)).toEqual(ids.slice(0, 2));
    // A claim skips those of another claim.
    expect(await expiredAt(minutes_20 + 60_001)).toEqual(ids.slice(2));
  });

  it('DLV-2 DLV-11: creates no delivery of an event without a webhook URL, even if a URL is set later', async () => {
    await using world = await openWorldOn(engine, { organization: { webhook_url: null } });
    const before = await stored(world);
    await world.store.setWebhookUrl(world.organization.organization_id, 'https://hooks.diner.test/');
    expect(await eventTypes(world)).toEqual([]);
    await world.store.changeBooking(change(world, before, cancel));
    expect(await eventTypes(world)).toEqual(['booking.cancelled']);
  });

  it('IDM-5: stores one booking for concurrent creates under one key, and returns it to all', async () => {
    await using world = await openWorldOn(engine);
    const creates = Array.from({ length: 100 }, () => ({ ...accepted(world), idempotency_key: 'order-1' }));
    const results = await Promise.all(creates.map((each) => world.store.createBooking(each)));
    expect(results.filter(({ replayed }) => !replayed)).toHaveLength(1);
    const made = results.find(({ replayed }) => !replayed)?.stored;
    for (const result of results) expect(result.stored).toStrictEqual(made);
    expect(await eventTypes(world)).toEqual(['booking.created']);
    expect(await world.query('SELECT id FROM bookings')).toEqual([{ id: made?.booking.id }]);
  });

  it('BKG-2: returns a booking as it was written, with its order of fields, whatever its texts contain', async () => {
    await using world = await openWorldOn(engine);
    const { booking, ...rest } = accepted(world);
    const guest = { ...booking.guest, last_name: '\0 \u{d800} \u{1f37d} \\u0000 " \'' };
    const strange: Booking = { ...booking, guest, metadata: { z: '1', a: '2' } };
    const events = rest.events.map((event) => ({ ...event, payload: JSON.stringify(strange) }));
    await world.store.createBooking({ ...rest, events, booking: strange });
    const found = await world.store.findBooking({ ...rest, id: strange.id });
    expect(JSON.stringify(found?.booking)).toBe(JSON.stringify(strange));
    const [delivery] = await world.store.claimDeliveries(claimOf(world));
    expect(delivery?.payload).toBe(JSON.stringify(strange));
    if (!delivery) throw new Error('No delivery was claimed.');
    const request_headers = { 'Service-Signature': 't=1,v1=5f' };
    const attempt = {
      request_headers,
      started_at: booking.created,
      duration_ms: 1,
      status: 200,
      error: null,
      cause: null,
      answer: 'a\0b',
    };
    expect(await world.store.recordAttempts([{ delivery, attempt, state: 'succeeded' }])).toEqual([true]);
    const [shown] = await readDeliveries(world.store);
    expect(shown?.request_body).toBe(JSON.stringify(strange));
    expect(shown?.attempts).toMatchObject([
      { attempt: 1, request_headers, status: 200, answer: expect.stringMatching(/^a.b$/s) },
    ]);
  });
});

type Ending = (store: Store, run: ClaimedRun, read: StoredBooking) => Promise<unknown>;

const start = new Date('2026-11-21T09:30:00.000Z');
const later = new Date('2026-11-21T19:30:00.000Z');

describe.each(engines)('changes, on %s', (engine) => {
  it('STA-12: changes nothing in a change whose event id is taken', async () => {
    await using world = await openWorldOn(engine);
    const { events } = accepted(world);
    const before = (await world.store.createBooking({ ...accepted(world), events })).stored;
    const [run] = await world.store.claimRuns(claimOf(world));
    if (!run) throw new Error('No run was claimed.');
    const wanted = { ...change(world, before, confirm), events, finished: run };
    await expect(world.store.changeBooking(wanted)).rejects.toThrow(/unique .*(?:events|deliveries)/i);

    expect(await world.store.findBooking({ ...before, id: before.booking.id })).toStrictEqual(before);
    expect(await used(world)).toBe(0);
    expect(await world.store.finishRun(run, run)).toBe('ended');
    expect(await eventTypes(world)).toEqual(['booking.created']);
  });

  it('STA-13: makes one of several changes of the same version, with its event', async () => {
    await using world = await openWorldOn(engine);
    const before = await stored(world);
    const moves = [cancel, confirm, cancel, cancel, confirm];
    const results = await Promise.all(moves.map((move) => world.store.changeBooking(change(world, before, move))));
    const made = results.filter((result) => result !== undefined);
    expect(made).toHaveLength(1);
    const [winner] = made;
    expect(winner).toMatchObject({ version: 2, step: 1 });
    expect(await world.store.findBooking({ ...before, id: before.booking.id })).toStrictEqual(winner);
    expect(await eventTypes(world)).toEqual(['booking.created', `booking.${winner?.booking.status}`]);
    expect(await used(world)).toBe(winner?.booking.status === 'confirmed' ? 1 : 0);
  });

  it('STA-13: raises the version with every change, even without a visible difference', async () => {
    await using world = await openWorldOn(engine);
    const before = await stored(world);
    const same = await world.store.changeBooking({ before, booking: before.booking, events: [] });
    expect(same).toStrictEqual({ ...before, version: 2 });
    expect(await world.store.changeBooking(change(world, before, cancel))).toBeUndefined();
    if (!same) throw new Error('The change was not made.');
    expect(await world.store.changeBooking(change(world, same, cancel))).toMatchObject({ version: 3 });
  });

  it('STA-13: makes no change of an unknown booking', async () => {
    await using world = await openWorldOn(engine);
    const { organization_id, booking } = accepted(world);
    const before = { organization_id, version: 1, step: 1, working: false, booking };
    expect(await world.store.changeBooking(change(world, before, cancel))).toBeUndefined();
    expect(await eventTypes(world)).toEqual([]);
  });

  it('STA-13: makes one of a concurrent completion and change of a booking, without a deadlock', async () => {
    await using world = await openWorldOn(engine);
    for (let round = 0; round < 20; round += 1) {
      const before = await stored(world);
      const [finished] = await world.store.claimRuns(claimOf(world, `lease_${round}`));
      if (!finished) throw new Error('No run was claimed.');
      const run = { step: 1, due_at: world.clock.now().toISOString() };
      const results = await Promise.all([
        world.store.changeBooking({ ...change(world, before, confirm), finished }),
        world.store.changeBooking({ ...change(world, before, cancel), run }),
        world.store.postponeRun(finished, world.clock.now()),
      ]);
      expect(results.slice(0, 2).filter((result) => result !== undefined)).toHaveLength(1);
      const [left] = await world.store.claimRuns(claimOf(world, `lease_${round}_left`));
      if (left) await world.store.finishRun(left, left);
    }
  });

  it.each<[string, Ending, unknown]>([
    ['finishRun', (store, run, read) => store.finishRun(run, read), 'due'],
    ['postponeRun', (store, run) => store.postponeRun(run, later), start],
  ])(
    'STA-13: leaves a run to its worker, and begins it anew if its %s has not read the change',
    async (_, end, ends) => {
      await using world = await openWorldOn(engine);
      const before = await stored(world);
      const [held] = await world.store.claimRuns(claimOf(world, 'lease_a'));
      const run = { step: 1, due_at: start.toISOString() };
      const changed = await world.store.changeBooking({ before, booking: before.booking, events: [], run });
      if (!held || !changed) throw new Error('No run was claimed, or the change was not made.');
      expect(await world.store.claimRuns(claimOf(world, 'lease_b'))).toEqual([]);
      expect(await end(world.store, held, before)).toEqual(ends);
      const [anew] = await world.store.claimRuns(claimOf(world, 'lease_c'));
      if (!anew) throw new Error('The run was not claimed again.');
      expect(anew).toMatchObject({ attempt: 1, version: changed.version, failing: undefined });
      expect(await world.store.finishRun(anew, changed)).toBe('ended');
    },
  );

  it('STA-13: replaces a completed run with the next one, and only brings forward a run of the same step', async () => {
    await using world = await openWorldOn(engine);
    const before = await stored(world);
    const [finished] = await world.store.claimRuns(claimOf(world, 'lease_first'));
    const due = new Date(world.clock.now().getTime() + 5_000);
    const changes = { party_size: 4 };
    const next = await world.store.changeBooking({
      before,
      booking: before.booking,
      events: [],
      finished,
      run: { step: 1, changes, due_at: due.toISOString() },
    });
    expect(next).toMatchObject({ version: 2, step: 1, working: true });
    expect(await world.store.claimRuns(claimOf(world))).toEqual([]);
    if (!next) throw new Error('The change was not made.');
    const run = { step: 1, due_at: world.clock.now().toISOString() };
    await world.store.changeBooking({ before: next, booking: next.booking, events: [], run });
    expect(await world.store.claimRuns(claimOf(world))).toMatchObject([{ step: 1, changes, attempt: 1 }]);
  });
});
