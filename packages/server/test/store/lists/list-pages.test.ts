/** The pages of a list: together a filtered scan in order, also while rows are added, and continued by cursors. */
import { type Booking, bookingStates, type BookingStatus, eventTypes } from '@booking-service/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomId } from '@booking-service/kernel/contract';
import { statusClasses } from '@booking-service/kernel/store';
import { createOrganization, type Store } from '../../../src/index.ts';
import { bookingAt, toEvents } from '../../../src/domain/booking.ts';
// @boundaries-ignore a private part of the kernel
import { statusClassOf } from '../../../../kernel/src/send/attempt.ts';
import type { BookingFilter } from '../../../src/store/lists/booking-lists.ts';
import type { DeliveryFilter } from '../../../src/store/lists/delivery-lists.ts';
import type { AttemptOutcome } from '../../../src/store/store.ts';
import { bookingCursor, isBookingCursor, type Listed } from '../../../src/store/lists/list-page.ts';
import { engines, makeDatabase } from '../../support/engines.ts';
import { newBooking } from '../../support/new-booking.ts';
import { bookingRanges, idBounds, isIdCursor } from '../../../src/store/lists/list-ranges.ts';

const start = new Date('2026-11-21T09:30:00.000Z');
const at = (ms: number) => new Date(start.getTime() + ms);
const minute_ms = 60_000;
/** The time of the lists: bookings that expire after 20 minutes have expired. */
const now = at(30 * minute_ms);
const statuses = Object.keys(bookingStates.states) as BookingStatus[];
const responses = [200, 204, 302, 404, 500, 700, null] as const;
const perKind = 70;

interface World {
  readonly store: Store;
  readonly organization_id: string;
  readonly bookings: Booking[];
}

/** A booking whose fields depend on its number, so that every value of a filter occurs. Some have the same time. */
function bookingOf(number: number, created = at(Math.floor(number / 3) * 7)): Booking {
  const status = statuses[number % statuses.length] ?? 'processing';
  const id = number % 2 === 0 ? randomId('bkg') : `bkg_${String(number).padStart(32, 'f')}`;
  const time = created.toISOString();
  return {
    id,
    object: 'booking',
    status,
    livemode: number % 5 === 0,
    created: time,
    updated: time,
    ...newBooking(),
    metadata: {},
    provider: 'one',
    // Half of the bookings that wait have waited before, so that they have not expired yet.
    ...(status === 'requires_action' && {
      expires_at: new Date(created.getTime() + (number % 4 === 1 ? 60 : 20) * minute_ms).toISOString(),
    }),
  };
}

async function add({ store, organization_id, bookings }: World, booking: Booking): Promise<void> {
  const type = eventTypes[bookings.length % eventTypes.length] ?? 'booking.created';
  const types = bookings.length % 4 === 0 ? ([type, 'booking.modified'] as const) : [type];
  const delays = bookings.length % 6 === 0 ? [0, 0] : [0];
  const events = toEvents(types, booking, { newId: randomId, deliveryDelays: () => delays });
  await store.createBooking({ organization_id, booking, idempotency_key: undefined, events });
  bookings.push(booking);
}

/** Gives each delivery but every eighth an attempt. */
async function deliver({ store, organization_id }: World): Promise<void> {
  const lease = { now: at(1e9), lease_until: at(2e9), lease_token: 'lease_a', limit: 1_000 };
  const claimed = await store.claimDeliveries({ ...lease, of: [organization_id] });
  const outcomes = claimed.flatMap((delivery, index): AttemptOutcome[] => {
    if (index % 8 === 7) return [];
    const status = responses[index % responses.length] ?? null;
    const error = status === null ? ('timeout' as const) : null;
    const attempt = {
      request_headers: {},
      started_at: start.toISOString(),
      duration_ms: 1,
      status,
      error,
      cause: null,
      answer: null,
    };
    if (index % 5 === 4) return [{ delivery, attempt, due_at: at(3e9) }];
    const state = status !== null && status < 300 ? ('succeeded' as const) : ('abandoned' as const);
    return [{ delivery, attempt, state }];
  });
  await store.recordAttempts(outcomes);
}

async function openFilled(store: Store): Promise<World> {
  const { organization_id } = await createOrganization(store, { name: 'Diner', webhook_url: 'https://a.test/' }, start);
  const other = await createOrganization(store, { name: 'Other', webhook_url: 'https://b.test/' }, start);
  const world: World = { store, organization_id, bookings: [] };
  const foreign: World = { ...world, organization_id: other.organization_id, bookings: [] };
  for (let number = 0; number < perKind; number += 1) {
    await add(world, bookingOf(number));
    if (number % 7 === 0) await add(foreign, bookingOf(number));
  }
  for (const each of [world, foreign]) await deliver(each);
  return world;
}

/** Reads page after page, and calls `between` after each. */
async function readAll<Row>(
  read: (cursor: string | undefined) => Promise<Listed<Row>>,
  between: () => Promise<void> = async () => undefined,
): Promise<{ rows: Row[]; sizes: number[] }> {
  const [rows, sizes]: [Row[], number[]] = [[], []];
  for (let cursor: string | undefined, more = true; more;) {
    const page = await read(cursor);
    rows.push(...page.rows);
    sizes.push(page.rows.length);
    [cursor, more] = [page.next ?? undefined, page.next !== null];
    await between();
    // A list that never ends would repeat rows.
    expect(sizes.length).toBeLessThan(perKind * 10);
  }
  return { rows, sizes };
}

const optional = <T>(values: readonly T[]) => fc.option(fc.constantFrom(...values), { nil: undefined });
const times = fc.record({
  from: fc.option(fc.integer({ min: -10, max: 200 }).map(at), { nil: undefined }),
  before: fc.option(fc.integer({ min: -10, max: 200 }).map(at), { nil: undefined }),
});
const limits = fc.integer({ min: 1, max: 30 });

describe.each(engines)('pages, on %s', (engine) => {
  it('DLV-7: the pages of a list of deliveries are a filtered scan, newest first', async () => {
    await using database = await makeDatabase(engine);
    await using store = await database.open();
    const world = await openFilled(store);
    const { organization_id, bookings } = world;
    const all = (await readAll((cursor) => store.listDeliveries({ organization_id, cursor, limit: 100 }))).rows;
    expect(all.length).toBeGreaterThan(perKind);
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    expect(new Set(all.map(({ status_class }) => status_class))).toEqual(new Set(statusClasses));
    for (const { last_attempt, status_class } of all)
      expect(status_class).toBe(last_attempt ? statusClassOf(last_attempt.status) : 'none');

    const filters = fc
      .record({
        state: optional(['pending', 'succeeded', 'abandoned'] as const),
        event_type: optional(eventTypes),
        status_class: optional(statusClasses),
        booking: fc.option(fc.nat(perKind - 1), { nil: undefined, freq: 3 }),
      })
      .chain((columns) => fc.tuple(fc.constant(columns), times, limits));
    await fc.assert(
      fc.asyncProperty(filters, async ([{ booking, ...columns }, bounds, limit]) => {
        const subject_id = booking === undefined ? undefined : bookings[booking]?.id;
        const filter: DeliveryFilter = { ...columns, ...bounds, subject_id };
        const expected = all
          .filter((row) => columns.state === undefined || row.state === columns.state)
          .filter((row) => columns.event_type === undefined || row.event_type === columns.event_type)
          .filter((row) => columns.status_class === undefined || row.status_class === columns.status_class)
          .filter((row) => subject_id === undefined || row.subject_id === subject_id)
          .filter((row) => bounds.from === undefined || Date.parse(row.created) >= bounds.from.getTime())
          .filter((row) => bounds.before === undefined || Date.parse(row.created) < bounds.before.getTime());
        const { rows, sizes } = await readAll((cursor) =>
          store.listDeliveries({ organization_id, ...filter, cursor, limit }),
        );
        expect(rows).toEqual(expected.toSorted((a, b) => (a.id < b.id ? 1 : -1)));
        expect(Math.max(...sizes)).toBeLessThanOrEqual(limit);
      }),
      { numRuns: 80 },
    );
  });

  it('DLV-7: rows that are added between pages neither repeat nor hide the others', async () => {
    await using database = await makeDatabase(engine);
    await using store = await database.open();
    const world = await openFilled(store);
    const { organization_id } = world;
    let added = perKind;
    for (const state of [undefined, 'abandoned'] as const) {
      const before = await readAll((cursor) => store.listDeliveries({ organization_id, state, cursor, limit: 100 }));
      const during = await readAll(
        (cursor) => store.listDeliveries({ organization_id, state, cursor, limit: 7 }),
        async () => add(world, bookingOf((added += 1), at(1e6 + added))),
      );
      expect(during.rows).toEqual(before.rows);
    }
    const list = (cursor: string | undefined, limit: number) =>
      store.listBookings({ organization_id, now, cursor, limit });
    const before = await readAll((cursor) => list(cursor, 100));
    const during = await readAll(
      (cursor) => list(cursor, 7),
      async () => add(world, bookingOf((added += 1), at(1e9 + added))),
    );
    expect(during.rows).toEqual(before.rows);
  });

  it('BKG-1: the pages of a list of bookings are a filtered scan at its time, newest first', async () => {
    await using database = await makeDatabase(engine);
    await using store = await database.open();
    const { organization_id, bookings } = await openFilled(store);
    const filters = fc.record({
      status: optional(statuses),
      livemode: optional([true, false]),
    });
    const all = await readAll((cursor) => store.listBookings({ organization_id, now, cursor, limit: 100 }));
    expect(new Set(all.rows.map((booking) => bookingAt(booking, now).status))).toEqual(new Set(statuses));
    await fc.assert(
      fc.asyncProperty(filters, times, limits, async (columns, bounds, limit) => {
        const filter: BookingFilter = { ...columns, ...bounds };
        const expected = bookings
          .map((booking) => bookingAt(booking, now))
          .filter((row) => columns.status === undefined || row.status === columns.status)
          .filter((row) => columns.livemode === undefined || row.livemode === columns.livemode)
          .filter((row) => bounds.from === undefined || Date.parse(row.created) >= bounds.from.getTime())
          .filter((row) => bounds.before === undefined || Date.parse(row.created) < bounds.before.getTime())
          .toSorted((a, b) => (a.created === b.created ? (a.id < b.id ? 1 : -1) : a.created < b.created ? 1 : -1));
        const { rows, sizes } = await readAll((cursor) =>
          store.listBookings({ organization_id, now, ...filter, cursor, limit }),
        );
        expect(
          rows.map((row) => bookingAt(row, now)).map(({ id, status, updated }) => ({ id, status, updated })),
        ).toEqual(expected.map(({ id, status, updated }) => ({ id, status, updated })));
        expect(Math.max(...sizes)).toBeLessThanOrEqual(limit);
      }),
      { numRuns: 80 },
    );
  });
});

const placeAt = new Date('2026-11-21T09:30:00.000Z');

describe('cursors', () => {
  it('DLV-7: accepts the cursors of its list only', () => {
    const booking = bookingCursor({ created: placeAt.toISOString(), id: randomId('bkg') });
    const [delivery, event] = [randomId('dlv', placeAt), randomId('evt', placeAt)];
    expect([booking, delivery, event, 'bkg_1', 'dlv_unknown', ''].map(isBookingCursor)).toEqual([
      true,
      false,
      false,
      false,
      false,
      false,
    ]);
    expect([booking, delivery, event, 'bkg_1', 'dlv_unknown', ''].map((text) => isIdCursor('dlv', text))).toEqual([
      false,
      true,
      false,
      false,
      false,
      false,
    ]);
    expect(isIdCursor('evt', event)).toBe(true);
  });

  it('DLV-7: a cursor of bookings is the place of a booking', () => {
    const key = { created: placeAt.toISOString(), id: randomId('bkg') };
    const ranges = bookingRanges({ status: 'failed', livemode: true }, { cursor: bookingCursor(key), now: placeAt });
    expect(ranges).toEqual([{ livemode: true, status: 'failed', before_created: key.created, before_id: key.id }]);
  });

  it('DLV-7: a cursor after the end of a time does not extend it', () => {
    const before = new Date(placeAt.getTime() - 1_000);
    const all = { first: 'dlv_', last: 'dlv_g' };
    expect(idBounds('dlv', {})).toEqual(all);
    expect(idBounds('dlv', { before, cursor: randomId('dlv', placeAt) })).toEqual(idBounds('dlv', { before }));
    const cursor = randomId('dlv', new Date(0));
    expect(idBounds('dlv', { before, cursor })).toEqual({ ...all, last: cursor });
  });
});
