/** The removal of old events on both engines. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, vi } from 'vitest';
import { openSqliteStore } from '../../../src/index.ts';
import { sqliteHistoryRemoval } from '@booking-service/kernel/store/sqlite';
import { testSealing } from '../../../src/testing.ts';
import { engines, makeDatabase } from '../../support/engines.ts';
import { openFolder } from '../../support/processes/server-process.ts';
import { addEvent, addOrganization, before, daysAgo, now, readHistory, removeAll, sendDue } from './old-events.ts';
import { readDeliveries } from '../../support/read-deliveries.ts';

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

/** Counts the rows of the tables that a removal does not touch. */
async function countOthers(database: Parameters<typeof readHistory>[0]): Promise<Record<string, number>> {
  const tables = ['organizations', 'bookings', 'idempotency_keys', 'runs', 'delivery_queues', 'sessions', 'api_keys'];
  const counts: Record<string, number> = {};
  for (const table of tables) counts[table] = (await database.query(`SELECT 1 FROM ${table}`)).length;
  return counts;
}
