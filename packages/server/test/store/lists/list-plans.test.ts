/**
 * A page of a list reads a bounded number of rows, whatever its filter and however many rows there are.
 *
 * @module-tag slow
 */
import { eventTypes, type EventType } from '@booking-service/contract';
import { expect, it } from 'vitest';
import { createOrganization } from '../../../src/index.ts';
import { idStart } from '@booking-service/kernel/contract';
import { statusClasses } from '@booking-service/kernel/store';
import { jsonArgument, type Statement } from '@booking-service/kernel/store/postgres';
import {
  bookingRanges,
  deliveryRanges,
  idBounds,
  paymentRanges,
  paymentsEnd,
} from '../../../src/store/lists/list-ranges.ts';
import { selectAttempts } from '../../../src/store/lists/postgres-delivery-lists.ts';
import {
  selectByKey,
  selectConfirmed,
  selectEvent,
  selectKeys,
  selectNewestEvents,
  selectPaymentKeys,
  selectEvents as selectTimeline,
} from '../../../src/store/lists/postgres-booking-lists.ts';
import { countMany, resendMany, selectEvents, selectIds } from '../../../src/store/lists/postgres-delivery-lists.ts';
import { selectOfEvents } from '../../../src/store/lists/postgres-delivery-lists.ts';
import * as bookingLists from '../../../src/store/lists/sqlite-booking-lists.ts';
import * as deliveryLists from '../../../src/store/lists/sqlite-delivery-lists.ts';
import {
  allDeliveries,
  firstAttempt,
  listedDelivery,
  newestAttempts,
  rangeOfDeliveries,
} from '../../../src/store/lists/sqlite-delivery-lists.ts';
import { requestStatements, sqliteIndex } from '../../../src/store/requests/requests.ts';
import { makePostgresDatabase, openWorldOn, type PostgresDatabase } from '../../support/engines.ts';
import { addDelivery, at, start, url } from '../queues/queued.ts';
import { readRows } from '../../support/postgres/query-postgres.ts';

it('DLV-7: on SQLite each statement of a list searches an index, and sorts nothing', async () => {
  await using world = await openWorldOn('sqlite');
  const requests = requestStatements(sqliteIndex);
  const statements: Record<string, string> = {
    rangeOfDeliveries,
    allDeliveries,
    newestEvents: deliveryLists.newestEvents,
    deliveriesOfEvent: deliveryLists.deliveriesOfEvent,
    listedDelivery,
    newestAttempts,
    firstAttempt,
    rangeOfBookings: bookingLists.rangeOfBookings,
    confirmedBookings: bookingLists.confirmedBookings,
    rangeOfPayments: bookingLists.rangeOfPayments,
    oldestEvents: bookingLists.oldestEvents,
    eventsOfType: bookingLists.eventsOfType,
    eventsOfBooking: bookingLists.eventsOfBooking,
    ...Object.fromEntries(Object.entries(requests).map(([name, { text }]) => [`requests ${name}`, text])),
  };
  const planOf = async (text: string) => {
    const plan = await world.query(`EXPLAIN QUERY PLAN ${text.replaceAll(/:\w+|\?|\$\d/g, 'NULL')}`);
    return plan.map(({ detail }) => String(detail));
  };
  for (const [name, text] of Object.entries(statements)) {
    const plan = await planOf(text);
    expect({ name, faults: plan.filter((line) => /TEMP B-TREE|SCAN/.test(line)) }).toEqual({ name, faults: [] });
    // The failed requests of all organizations are read from an index that has no other rows.
    const search = name === 'requests faulty' ? 'requests_with_fault' : '(organization_id=?';
    expect({ name, searches: plan.filter((line) => line.includes(search)).length }).not.toEqual({ name, searches: 0 });
  }
  expect((await planOf(bookingLists.eventsOfType)).join()).toMatch(
    /events_listed \(organization_id=\? AND livemode=\? AND type=\? AND id>\? AND id<\?\)/,
  );
  const ranges = await Promise.all([rangeOfDeliveries, bookingLists.rangeOfPayments].map(planOf));
  expect(ranges.flat().join('\n')).toMatch(
    /deliveries_listed \(organization_id=\? AND event_type=\? AND state=\? AND status_class=\? AND id>\? AND id<\?\)/,
  );
  expect(ranges.flat().join('\n')).toMatch(
    /bookings_with_payment \(organization_id=\? AND payment_unsettled=\? AND payment_status=\? AND \(created,id\)<\(\?,\?\)\)/,
  );
});

const many = 20_000;
const limit = 20;

/**
 * One organization with many rows, nearly all of which have the same values, and many organizations with one each. So the statistics
 * show neither that one organization has many rows, nor the values that are rare.
 */
async function plantSkewed(database: PostgresDatabase): Promise<string> {
  await using store = await database.open();
  const organization = await createOrganization(store, { name: 'Diner', webhook_url: url }, start);
  const { organization_id } = organization;
  await addDelivery(store, organization);
  const numbers = `generate_series(1, ${many}) AS i`;
  const own = `'${organization_id}'`;
  await database.query(`
    INSERT INTO organizations (id, name, created, webhook_url, signing_secret, rate_limit, test_allowance)
    SELECT 'org_copy_' || i, name, created, webhook_url, signing_secret, rate_limit, test_allowance
    FROM organizations, ${numbers}`);
  for (const [owner, last] of [
    [own, 'i'],
    [`'org_copy_' || i`, `${many} + i`],
  ] as const) {
    // Each copy has an id of its own, of the same period.
    const copyOf = (id: string) => `left(${id}, 16) || lpad(to_hex(${last}), 20, '0')`;
    await database.query(`
      INSERT INTO bookings (organization_id, id, version, step, livemode, status, document, provider, created,
        confirmation_code, payment_status, payment_unsettled)
      SELECT ${owner}, ${copyOf('b.id')}, 1, 1, FALSE, 'confirmed', b.document, 'sandbox', b.created, 'SAME', 'captured', FALSE
      FROM bookings b, ${numbers} WHERE b.organization_id = ${own} AND b.version = 1 AND b.step = 0`);
    await database.query(`
      INSERT INTO events (organization_id, id, subject_id, type, created, payload, livemode)
      SELECT ${owner}, ${copyOf('e.id')}, e.subject_id, e.type, e.created, e.payload, FALSE
      FROM events e, ${numbers} WHERE e.id = (SELECT min(id) FROM events WHERE organization_id = ${own})`);
    await database.query(`
      INSERT INTO deliveries (organization_id, id, event_id, event_type, state, status_class, attempts_allowed, due_at)
      SELECT ${owner}, ${copyOf('d.id')}, d.event_id, d.event_type, 'succeeded', '2xx', 4, d.due_at
      FROM deliveries d, ${numbers} WHERE d.organization_id = ${own} AND d.state = 'pending'`);
  }
  for (const owner of [own, `'org_copy_' || i`]) {
    await database.query(`
      INSERT INTO requests (organization_id, mode, position, id, created, operation, method, path, status, key_id,
        idempotency_key, booking_id, latency_ms)
      SELECT ${owner}, 'test', 'req_' || lpad(to_hex(i), 32, '0'), 'req_' || lpad(i::text, 8, '0'), '', 'createBooking', 'POST',
        '/v1/bookings', 201, 'key_one', CASE WHEN i % 2 = 0 THEN 'order-1' END,
        CASE WHEN i % 3 = 0 THEN 'bkg_usual' END, 1
      FROM ${numbers}`);
  }
  await database.query(`
    INSERT INTO delivery_attempts (organization_id, delivery_id, attempt, started_at, duration_ms, status)
    SELECT ${own}, 'dlv_one', i + 1, '', 1, 500 FROM ${numbers}`);
  await database.query('VACUUM ANALYZE');
  return organization_id;
}

it(
  'DLV-7: on PostgreSQL no page of a list reads more than a few rows, whatever its filter',
  { timeout: 240_000 },
  async () => {
    await using database = await makePostgresDatabase({ tables: true });
    const organization_id = await plantSkewed(database);
    const [{ subject_id } = {}] = await database.query(`SELECT subject_id FROM events LIMIT 1`);
    const middle = `${idStart('dlv', start)}${(many / 2).toString(16).padStart(20, '0')}`;
    const cases: [string, Statement, readonly unknown[]][] = [];

    for (const state of [undefined, 'succeeded', 'abandoned'] as const)
      for (const event_type of [undefined, 'booking.created', 'booking.failed'] as const satisfies (
        | EventType
        | undefined
      )[])
        for (const status_class of [undefined, '2xx', '5xx'] as const)
          for (const cursor of [undefined, middle]) {
            const { first, last } = idBounds('dlv', { cursor });
            const ranges = deliveryRanges({ state, event_type, status_class });
            const list = { ranges, first_id: first, last_id: last, max_rows: limit };
            const name = `deliveries ${state} ${event_type} ${status_class} ${cursor}`;
            cases.push([name, selectIds, [organization_id, jsonArgument(list)]]);
          }
    for (const status of [undefined, 'confirmed', 'expired', 'failed'] as const)
      for (const livemode of [undefined, true, false]) {
        const ranges = bookingRanges({ status, livemode }, { cursor: undefined, now: at(0) });
        const list = { ranges, first_created: '', max_rows: limit };
        const name = `bookings ${status} ${livemode}`;
        cases.push([name, selectKeys, [organization_id, jsonArgument(list)]]);
      }
    for (const payment_status of [undefined, 'captured', 'unknown'] as const)
      for (const payment_unsettled of [undefined, true, false]) {
        const ranges = paymentRanges({ payment_status, payment_unsettled });
        const list = { ranges, ...paymentsEnd(undefined), max_rows: limit };
        const name = `payments ${payment_status} ${payment_unsettled}`;
        cases.push([name, selectPaymentKeys, [organization_id, jsonArgument(list)]]);
      }
    for (const types of [eventTypes, ['booking.created'], ['booking.failed', 'booking.modified']] as const)
      for (const livemode of [true, false])
        for (const cursor of [undefined, middle.replace('dlv', 'evt')]) {
          const { first, last } = idBounds('evt', { cursor });
          const list = { livemode, types, first_id: first, last_id: last, max_rows: limit };
          const name = `events ${types.join()} ${livemode} ${cursor}`;
          cases.push([name, selectNewestEvents, [organization_id, jsonArgument(list)]]);
        }
    const all = idBounds('evt', {});
    const ofEvent = [['evt_none'], [idStart('dlv', at(-2))], [idStart('dlv', at(-1))]];
    const succeeded = deliveryRanges({ state: 'succeeded' });
    const resend = { ranges: succeeded, first_id: 'dlv_', last_id: 'dlv_g', now: '', max_rows: limit };
    const requests = requestStatements(() => '');
    const inLog = [organization_id, 'test', '', 'req_z', limit];
    cases.push(
      ['resend', resendMany, [organization_id, jsonArgument(resend)]],
      [
        'count',
        countMany,
        [organization_id, jsonArgument({ ...resend, ranges: deliveryRanges({ state: 'abandoned' }) })],
      ],
      ['events', selectEvents, [organization_id, subject_id, all.first, all.last, limit]],
      ['timeline', selectTimeline, [organization_id, subject_id, '', limit]],
      ['event', selectEvent, [organization_id, 'evt_none']],
      ['attempts', selectAttempts, [organization_id, ['dlv_one'], 2 ** 31 - 1, limit]],
      ['of events', selectOfEvents, [organization_id, ...ofEvent, limit]],
      ['confirmed', selectConfirmed, [organization_id, 'SAME', limit]],
      ['requests', requests.all, inLog],
      ['failed requests', requests.failed, inLog],
      ['requests of a key', requests.ofKey, [...inLog, 'order-2']],
      ['requests of a usual key', requests.ofKey, [...inLog, 'order-1']],
      ['requests of a booking', requests.ofBooking, [organization_id, 'bkg_none', '', limit]],
      ['requests of a usual booking', requests.ofBooking, [organization_id, 'bkg_usual', 'req_0', limit]],
      ['request', requests.withId, [organization_id, 'req_none0001', 'test']],
      ['by key', selectByKey, [organization_id, 'order-1']],
    );
    expect(cases.length).toBeGreaterThan(90);

    const read = await readRows(
      database.url,
      cases.map(([, statement, values]) => [statement, values] as const),
    );
    // Each range may have a page of its own.
    const maxRows = limit * 4;
    const faults = read.flatMap((found, index) => {
      const [about] = cases[index] ?? [];
      const ranges = eventTypes.length * statusClasses.length * 3;
      // The queues have one row for each organization, and only one organization has one here.
      const scanned = found.scanned.filter((table) => table !== 'delivery_queues');
      return found.maxRows <= Math.max(maxRows, ranges) && scanned.length === 0 ? [] : [{ about, ...found }];
    });
    expect(faults).toEqual([]);
  },
);
