/** The partitions of PostgreSQL. */
import { expect, it } from 'vitest';
import { openSqliteStore } from '../../../src/index.ts';
import { createPartitions } from '@booking-service/kernel/store/postgres';
import { transferToPostgres } from '../../../src/store/transfer/transfer-to-postgres.ts';
import { testSealing } from '../../../src/testing.ts';
import { openFolder } from '../../support/processes/server-process.ts';
import { makePostgresDatabase, type PostgresDatabase } from '../../support/engines.ts';
import { addEvent, addOrganization, daysAgo, now, readHistory, removeAll, sendDue } from './old-events.ts';
import { readDeliveries } from '../../support/read-deliveries.ts';

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
  const [before, partitions] = [await readHistory(database), await readPartitions(database)];
  await database.execute(`
    CREATE FUNCTION fail() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'crashed'; END $$;
    CREATE EVENT TRIGGER at_drop ON ddl_command_start WHEN TAG IN ('DROP TABLE') EXECUTE FUNCTION fail();`);
  await expect(removeAll(store)).rejects.toThrow('crashed');
  expect(await readHistory(database)).toEqual(before);
  expect(await readPartitions(database)).toEqual(partitions);

  await database.execute('DROP EVENT TRIGGER at_drop');
  await removeAll(store);
  expect(await readHistory(database)).toEqual(before);
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
  const before = await listPartitions(database, 'events');
  for (let period = 1; period <= 10; period += 1) {
    const at_ms = String(Date.now() + (100 + 30 * period) * day_ms);
    const create = createPartitions.text.replaceAll(/\$\d/g, at_ms);
    await Promise.all(Array.from({ length: 8 }, () => database.query(create)));
  }
  expect(await listPartitions(database, 'events')).toHaveLength(before.length + 10);
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
