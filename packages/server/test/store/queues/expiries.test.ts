/** Expired bookings: many at once, and several instances. */
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { openBooking } from '../../../src/domain/booking.ts';
import { randomId } from '@booking-service/kernel/contract';
import { claimExpired } from '../../../src/store/bookings/postgres.ts';
import { expired } from '../../../src/store/bookings/sqlite.ts';
import type { Store } from '../../../src/store/store.ts';
import { expireBookings } from '../../../src/worker/expire-bookings.ts';
import {
  engines,
  makePostgresDatabase,
  openWorldOn,
  type EngineName,
  type TestDatabase,
} from '../../support/engines.ts';
import { newBooking } from '../../support/new-booking.ts';
import { createOrganization } from '../../../src/index.ts';
import { at, start } from './queued.ts';
import { numberedRows } from '../../support/numbered-rows.ts';
import { readRows } from './rows-read.ts';

const log = pino({ level: 'silent' });
const late = 21 * 60_000;

/** Stores `count` bookings that wait in requires_action: one, and copies of it. */
async function storeWaiting(
  { store, organization_id }: { store: Store; organization_id: string },
  { count, engine, query }: { count: number; engine: EngineName; query: TestDatabase['query'] },
): Promise<void> {
  const next_action = { type: 'authorize_payment', url: 'https://pay.test/1' } as const;
  const opening = { id: randomId('bkg'), provider: 'sandbox', livemode: false, request: newBooking(), next_action };
  const { booking } = openBooking(opening, start);
  await store.createBooking({ organization_id, booking, idempotency_key: undefined, events: [] });
  const copies = `FROM ${numberedRows(count - 1)} CROSS JOIN bookings b WHERE b.organization_id = '${organization_id}'`;
  await query(
    engine === 'sqlite'
      ? `INSERT INTO bookings (id, organization_id, version, step, livemode, document)
        SELECT 'bkg_' || i, organization_id, version, step, livemode, replace(document, b.id, 'bkg_' || i) ${copies}`
      : `INSERT INTO bookings (id, organization_id, version, step, livemode, status, expires_at, document)
        SELECT 'bkg_' || i, organization_id, version, step, livemode, status, expires_at,
          replace(document::text, b.id, 'bkg_' || i)::json ${copies}`,
  );
}

describe.each(engines)('%s', (engine) => {
  it('STA-9: two sweeps share the expired bookings, and neither tries one of the other', async () => {
    await using world = await openWorldOn(engine);
    const { store, organization, query } = world;
    await storeWaiting({ store, organization_id: organization.organization_id }, { count: 250, engine, query });
    const bothClaimed = Promise.withResolvers<void>();
    let sweeps = 0;
    async function sweep(): Promise<string[]> {
      const tried: string[] = [];
      const shared: Pick<Store, 'claimExpired' | 'changeBooking'> = {
        claimExpired: (claim) => store.claimExpired(claim),
        async changeBooking(change) {
          if (tried.push(change.before.booking.id) === 1 && (sweeps += 1) === 2) bothClaimed.resolve();
          await bothClaimed.promise;
          return store.changeBooking(change);
        },
      };
      await expireBookings({ store: shared, clock: { now: () => at(late) }, log, isRunning: () => true });
      return tried;
    }
    const [first, second] = await Promise.all([sweep(), sweep()]);
    expect(new Set([...first, ...second]).size).toBe(250);
    expect(first.length + second.length).toBe(250);
    expect(Math.min(first.length, second.length)).toBeGreaterThanOrEqual(100);
    expect(await query(`SELECT id FROM bookings WHERE status <> 'expired'`)).toEqual([]);
  });

  it('STA-9: claims no further batch when the worker stops', async () => {
    await using world = await openWorldOn(engine);
    const { store, organization, query } = world;
    await storeWaiting({ store, organization_id: organization.organization_id }, { count: 150, engine, query });
    let claims = 0;
    const counted: Pick<Store, 'claimExpired' | 'changeBooking'> = {
      claimExpired: (claim) => ((claims += 1), store.claimExpired(claim)),
      changeBooking: (change) => store.changeBooking(change),
    };
    await expireBookings({ store: counted, clock: { now: () => at(late) }, log, isRunning: () => claims < 1 });
    expect(await query(`SELECT count(*) AS number FROM bookings WHERE status = 'expired'`)).toMatchObject([
      { number: expect.toSatisfy((number) => Number(number) === 100) },
    ]);
  });
});

const waiting = 20_000;

it('STA-9: on SQLite a claim reads the expired bookings in the order of their index', async () => {
  await using world = await openWorldOn('sqlite');
  const plan = await world.query(`EXPLAIN QUERY PLAN SELECT b.id ${expired.replaceAll(/:\w+/g, 'NULL')}`);
  expect(plan.map(({ detail }) => detail)).toEqual(['SEARCH b USING INDEX bookings_expiring (expires_at<?)']);
});

it('STA-9: on PostgreSQL a claim reads no more expired bookings than its limit', async () => {
  await using database = await makePostgresDatabase({ tables: true });
  await using store = await database.open();
  const { organization_id } = await createOrganization(store, { name: 'Diner', webhook_url: null }, start);
  const query = (sql: string) => database.query(sql);
  await storeWaiting({ store, organization_id }, { count: waiting, engine: 'postgres', query });
  await query('ANALYZE');
  const values = [at(late).toISOString(), at(late + 60_000).toISOString(), 100];
  const [read] = await readRows(database.url, [[claimExpired, values]]);
  expect(read?.maxRows).toBe(100);
  expect(read?.scanned).not.toContain('bookings');
});
