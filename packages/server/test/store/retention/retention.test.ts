/** The removal of old events: by the store, by the worker, and by the partitions of PostgreSQL. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, vi } from 'vitest';
import { sqliteHistoryRemoval } from '@booking-service/kernel/store/sqlite';
import { createPartitions } from '@booking-service/kernel/store/postgres';
import { openSqliteStore } from '../../../src/index.ts';
import { testSealing } from '../../../src/testing.ts';
import {
  engines,
  makeDatabase,
  makePostgresDatabase,
  openWorldOn,
  type PostgresDatabase,
} from '../../support/engines.ts';
import { openFolder } from '../../support/processes/server-process.ts';
import { addEvent, addOrganization, before, daysAgo, now, readHistory, removeAll, sendDue } from './old-events.ts';
import { readDeliveries } from '../../support/databases.ts';
import { transferToPostgres } from '../../../src/store/transfer/transfer-to-postgres.ts';

describe('the store', () => {
  describe.each(engines)('%s', (engine) => {
    it('DLV-14: keeps events for the days, and removes older ones with their deliveries and attempts', async () => {
      await using database = await makeDatabase(engine);
      await using store = await database.open();
      const organization = await addOrganization(store);
      for (const days of [400, 31]) await addEvent(store, organization, daysAgo(days));
      await addEvent(store, organization, new Date(before.getTime() - 1));
      const kept = [await addEvent(store, organization, before), await addEvent(store, organization, daysAgo(1))];
      await sendDue(store, organization);
      expect(await readHistory(database)).toMatchObject({ deliveries: 5, attempts: 5 });
      const counts = await countOthers(database);

      const removed = await removeAll(store);
      expect(removed.reduce((sum, events) => sum + events, 0)).toBe(3);
      expect(await readHistory(database)).toEqual({ events: kept, deliveries: 2, attempts: 2 });
      expect(await countOthers(database)).toEqual(counts);
      expect(counts).toMatchObject({ bookings: 5, idempotency_keys: 5 });
    });

    it('DLV-14: never removes a pending delivery or its event, and removes them after they are sent', async () => {
      await using database = await makeDatabase(engine);
      await using store = await database.open();
      const organization = await addOrganization(store);
      const resent = await addEvent(store, organization, daysAgo(90));
      await sendDue(store, organization);
      const [delivery] = await readDeliveries(store);
      const pending = await addEvent(store, organization, daysAgo(60));
      const { organization_id } = organization;
      const resend = () => store.resendDelivery({ organization_id, id: delivery?.id ?? '' }, now);
      await resend();

      await removeAll(store);
      expect(await readHistory(database)).toEqual({ events: [resent, pending], deliveries: 2, attempts: 1 });
      // The organization takes its webhook URL away: its deliveries wait.
      await store.setWebhookUrl(organization_id, null);
      await removeAll(store);
      expect(await readHistory(database)).toMatchObject({ events: [resent, pending] });
      await store.setWebhookUrl(organization_id, 'https://diner.test/');
      await sendDue(store, organization);
      expect(await readHistory(database)).toMatchObject({ deliveries: 2, attempts: 3 });
      await removeAll(store);
      expect(await readHistory(database)).toEqual({ events: [], deliveries: 0, attempts: 0 });
      expect(await resend()).toBeUndefined();
    });

    it('DLV-14: removes events without a delivery', async () => {
      await using database = await makeDatabase(engine);
      await using store = await database.open();
      const organization = await addOrganization(store, null);
      await addEvent(store, organization, daysAgo(31));
      const kept = await addEvent(store, organization, daysAgo(29));
      await removeAll(store);
      expect(await readHistory(database)).toEqual({ events: [kept], deliveries: 0, attempts: 0 });
    });

    it('DLV-14: removes many events in several steps, past those that are kept', async () => {
      await using database = await makeDatabase(engine);
      await using store = await database.open();
      const [pending, sent] = [await addOrganization(store), await addOrganization(store)];
      const add = (count: number, organization: typeof sent) =>
        Promise.all(
          Array.from({ length: count }, (_, index) => addEvent(store, organization, daysAgo(40 - index / 100))),
        );
      const kept = await add(300, pending);
      await add(700, sent);
      await sendDue(store, sent);
      const steps = await removeAll(store);
      expect(steps.reduce((sum, events) => sum + events, 0)).toBe(700);
      expect(Math.max(...steps)).toBeLessThanOrEqual(256);
      expect(await readHistory(database)).toEqual({ events: kept.toSorted(), deliveries: 300, attempts: 0 });
    });
  });

  it('DLV-14: on SQLite a step that fails in the middle changes nothing', async () => {
    await using database = await makeDatabase('sqlite');
    await using store = await database.open();
    const organization = await addOrganization(store);
    for (const days of [40, 39]) await addEvent(store, organization, daysAgo(days));
    await sendDue(store, organization);
    const history = await readHistory(database);
    // Its deliveries and attempts are removed before. A busy computer ends a step after its first old event.
    await database.execute(`
    CREATE TRIGGER crash BEFORE DELETE ON events WHEN OLD.id = '${history.events[0]}' BEGIN SELECT RAISE(ABORT, 'crashed'); END`);
    await expect(removeAll(store)).rejects.toThrow('crashed');
    expect(await readHistory(database)).toEqual(history);
    await database.execute('DROP TRIGGER crash');
    await removeAll(store);
    expect(await readHistory(database)).toEqual({ events: [], deliveries: 0, attempts: 0 });
  });

  it('DLV-14: on SQLite a slow step also removes an old event that was stored after a younger one', async () => {
    await using folder = await openFolder();
    {
      await using store = openSqliteStore(folder.path, { sealing: testSealing });
      const organization = await addOrganization(store, null);
      for (const days of [29, 31]) await addEvent(store, organization, daysAgo(days));
    }
    using db = new DatabaseSync(join(folder.path, 'booking-service.db'));
    let time_ms = 0;
    const slow = vi.spyOn(performance, 'now').mockImplementation(() => (time_ms += 10));
    const { events } = await sqliteHistoryRemoval(db)
      .writes.removeHistory({ now, before })
      .finally(() => slow.mockRestore());
    expect(events).toBe(1);
  });
});

/** Counts the rows of the tables that a removal does not touch. */
async function countOthers(database: Parameters<typeof readHistory>[0]): Promise<Record<string, number>> {
  const keptTables = [
    'organizations',
    'bookings',
    'idempotency_keys',
    'runs',
    'delivery_queues',
    'sessions',
    'api_keys',
  ];
  const counts: Record<string, number> = {};
  for (const table of keptTables) counts[table] = (await database.query(`SELECT 1 FROM ${table}`)).length;
  return counts;
}

const hour_ms = 3_600_000;

describe.each(engines)('the worker, on %s', (engine) => {
  it('DLV-14: the worker removes old events every hour, in as many steps as it needs', async () => {
    await using world = await openWorldOn(engine);
    const organization = await addOrganization(world.store, null);
    const add = (days: number) => addEvent(world.store, organization, daysAgo(days));
    const kept = await add(29);
    await Promise.all(Array.from({ length: 300 }, () => add(35)));
    await world.clock.advance(0);
    // The first step was at the start. The clock stands still, so the next ones wait.
    expect((await readHistory(world)).events.length).toBeGreaterThan(1);
    await world.clock.advance(hour_ms);
    expect(await readHistory(world)).toMatchObject({ events: [kept] });

    await add(31);
    await world.clock.advance(hour_ms);
    expect(await readHistory(world)).toMatchObject({ events: [kept] });
  });

  it('DLV-14: an operator may keep events for fewer days', async () => {
    await using world = await openWorldOn(engine, { retention_days: 20 });
    const organization = await addOrganization(world.store, null);
    for (const days of [25, 21]) await addEvent(world.store, organization, daysAgo(days));
    const kept = await addEvent(world.store, organization, daysAgo(19));
    await world.clock.advance(hour_ms);
    expect(await readHistory(world)).toMatchObject({ events: [kept] });
  });
});

const day_ms = 24 * 3600 * 1000;
const tables = ['delivery_attempts', 'deliveries', 'events'] as const;

/** Returns the number of rows of each partition of events that has any; `default` is the default partition. */
async function readPartitions({ query }: Pick<PostgresDatabase, 'query'>): Promise<Record<string, number>> {
  const rows = await query(`
    SELECT substr(tableoid::regclass::text, 8) AS name, count(*)::integer AS events FROM events GROUP BY 1 ORDER BY 1`);
  return Object.fromEntries(rows.map(({ name, events }) => [String(name), Number(events)]));
}

/** Returns the names of the partitions of a table of the history. */
async function listPartitions({ query }: Pick<PostgresDatabase, 'query'>, table: string): Promise<string[]> {
  const rows = await query(`
    SELECT inhrelid::regclass::text AS name FROM pg_inherits 
    WHERE inhparent = '${table === 'deliveries' ? 'deliveries_done' : table}'::regclass ORDER BY 1`);
  return rows.map(({ name }) => String(name).slice(table.length + 1));
}

/** Opens a database with partitions from 100 days ago. */
async function openPartitioned() {
  const database = await makePostgresDatabase({ tables: true });
  await database.query(`SELECT create_history_partitions(${daysAgo(100).getTime()}, ${now.getTime()})`);
  const store = await database.open();
  return {
    database,
    store,
    async [Symbol.asyncDispose]() {
      await store[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    },
  };
}

describe('partitions', () => {
  it('DLV-14: drops the partitions of a period that is over, and moves pending deliveries to the default partitions', async () => {
    await using opened = await openPartitioned();
    const { database, store } = opened;
    const [sent, waiting] = [await addOrganization(store), await addOrganization(store)];
    for (const days of [100, 75, 74, 35, 1]) await addEvent(store, sent, daysAgo(days));
    await sendDue(store, sent);
    const pending = await addEvent(store, waiting, daysAgo(75));
    const [delivery] = await readDeliveries(store);
    const first = await readDeliveries(store);
    const old = first.find(({ created }) => created === daysAgo(100).toISOString());
    await store.resendDelivery({ organization_id: sent.organization_id, id: old?.id ?? '' }, now);
    expect(delivery).toBeDefined();
    const found = await readPartitions(database);
    expect(found).not.toHaveProperty('default');

    await removeAll(store);
    const history = await readHistory(database);
    // The period of the event from 35 days ago is not over.
    expect(history).toMatchObject({ deliveries: 4, attempts: 3 });
    expect(history.events).toContain(pending);
    expect(history.events).toContain(old?.event_id);
    expect(await readPartitions(database)).toMatchObject({ default: 2 });
    for (const table of tables)
      expect(await listPartitions(database, table)).toEqual(await listPartitions(database, 'events'));

    for (const organization of [sent, waiting]) await sendDue(store, organization);
    await removeAll(store);
    expect(await readPartitions(database)).not.toHaveProperty('default');
    expect(await readHistory(database)).toMatchObject({ deliveries: 2, attempts: 2 });
  });

  it('DLV-14: keeps a period with many pending deliveries until they are sent', async () => {
    await using opened = await openPartitioned();
    const { database, store } = opened;
    const organization = await addOrganization(store);
    await Promise.all(Array.from({ length: 101 }, () => addEvent(store, organization, daysAgo(75))));
    await removeAll(store);
    expect(Object.values(await readPartitions(database))).toEqual([101]);
    expect(await readPartitions(database)).not.toHaveProperty('default');
    await sendDue(store, organization);
    await removeAll(store);
    expect(await readHistory(database)).toEqual({ events: [], deliveries: 0, attempts: 0 });
  });

  it('DLV-14: changes nothing if the drop fails after the move, and completes it later', async () => {
    await using opened = await openPartitioned();
    const { database, store } = opened;
    const organization = await addOrganization(store);
    for (const days of [75, 74]) await addEvent(store, organization, daysAgo(days));
    const [earlier, partitions] = [await readHistory(database), await readPartitions(database)];
    await database.execute(`
    CREATE FUNCTION fail() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'crashed'; END $$;
    CREATE EVENT TRIGGER at_drop ON ddl_command_start WHEN TAG IN ('DROP TABLE') EXECUTE FUNCTION fail();`);
    await expect(removeAll(store)).rejects.toThrow('crashed');
    expect(await readHistory(database)).toEqual(earlier);
    expect(await readPartitions(database)).toEqual(partitions);

    await database.execute('DROP EVENT TRIGGER at_drop');
    await removeAll(store);
    expect(await readHistory(database)).toEqual(earlier);
    expect(await readPartitions(database)).toEqual({ default: 2 });
  });

  it('DLV-14: two instances at once remove everything once', async () => {
    await using opened = await openPartitioned();
    const { database, store } = opened;
    await using other = await database.open();
    const organization = await addOrganization(store);
    for (const days of [100, 99, 75, 74, 61]) await addEvent(store, organization, daysAgo(days));
    await sendDue(store, organization);
    const kept = await addEvent(store, organization, daysAgo(60));
    await Promise.all([removeAll(store), removeAll(other), removeAll(store), removeAll(other)]);
    // One of them may have left a step to the other.
    await removeAll(store);
    expect(await readHistory(database)).toEqual({ events: [kept], deliveries: 1, attempts: 0 });
  });

  it('DLV-14: waits only briefly for a statement that uses the tables, and drops them later', async () => {
    await using opened = await openPartitioned();
    const { database, store } = opened;
    const organization = await addOrganization(store);
    await addEvent(store, organization, daysAgo(75));
    await sendDue(store, organization);
    const reader = await database.hold('SELECT FROM events');
    const removal = { now, before: daysAgo(30) };
    const first = await store.removeHistory(removal);
    expect(first).toEqual({ events: 0, next: 'drop 1' });
    expect(await readHistory(database)).toMatchObject({ deliveries: 1 });
    await reader.release();
    const second = await store.removeHistory({ ...removal, from: first.next });
    expect(second.next).toBe('drop 0');
  });

  it('DLV-14: creates the partitions of the next period ahead, and keeps rows of any other time in the default partitions', async () => {
    await using opened = await openPartitioned();
    const { database, store } = opened;
    const organization = await addOrganization(store);
    // Partitions exist at the time of these tests and at that of this computer.
    const future = new Date(Math.max(now.getTime(), Date.now()) + 100 * day_ms);
    const partitions = await listPartitions(database, 'events');
    // The clock of a sandbox jumps: this event comes before any partition of its time.
    const early = await addEvent(store, organization, future);
    expect(await readPartitions(database)).toEqual({ default: 1 });
    await removeAll(store, future);
    expect(await listPartitions(database, 'events')).not.toEqual(partitions);
    const later = await addEvent(store, organization, new Date(future.getTime() + 35 * day_ms));
    await removeAll(store, new Date(future.getTime() + 34 * day_ms));
    expect(await readHistory(database)).toMatchObject({ events: [early, later] });
  });

  it('DLV-14: instances that start at the same moment create the partitions of a new period once', async () => {
    await using database = await makePostgresDatabase({ tables: true });
    const earlier = await listPartitions(database, 'events');
    for (let period = 1; period <= 10; period += 1) {
      const at_ms = String(Date.now() + (100 + 30 * period) * day_ms);
      const create = createPartitions.text.replaceAll(/\$\d/g, at_ms);
      await Promise.all(Array.from({ length: 8 }, () => database.query(create)));
    }
    expect(await listPartitions(database, 'events')).toHaveLength(earlier.length + 10);
  });

  it('DLV-14: a transfer copies old events into the partitions of their times', async () => {
    await using folder = await openFolder();
    await using database = await makePostgresDatabase();
    {
      await using store = openSqliteStore(folder.path, { sealing: testSealing });
      const organization = await addOrganization(store);
      for (const days of [75, 1]) await addEvent(store, organization, daysAgo(days));
    }
    await transferToPostgres(folder.path, { url: database.url, sealing: testSealing, public_digests: [] });
    const partitions = await readPartitions(database);
    expect(Object.values(partitions)).toEqual([1, 1]);
    expect(partitions).not.toHaveProperty('default');
  });
});
