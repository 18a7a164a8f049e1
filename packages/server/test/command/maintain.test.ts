/** booking-service maintain. */
import { describe, expect, it } from 'vitest';
import { runCommandLine } from '../../src/command/run-command-line.ts';
import { openSqliteStore } from '../../src/index.ts';
import { testSealing } from '../../src/testing.ts';
import { makePostgresDatabase } from '../support/engines.ts';
import { openFolder } from '../support/processes/server-process.ts';
import { addEvent, addOrganization, sendDue } from '../store/retention/old-events.ts';
import { readDeliveries } from '../support/read-deliveries.ts';

const day_ms = 24 * 3600 * 1000;
const daysAgo = (days: number) => new Date(Date.now() - days * day_ms);

const openers = {
  async sqlite() {
    const folder = await openFolder();
    const store = openSqliteStore(folder.path, { sealing: testSealing });
    return { store, environment: { BOOKING_SERVICE_DATA: folder.path }, dispose: () => folder[Symbol.asyncDispose]() };
  },
  async postgres() {
    const database = await makePostgresDatabase({ tables: true });
    const environment = { BOOKING_SERVICE_DATABASE: database.url };
    return { store: await database.open(), environment, dispose: () => database[Symbol.asyncDispose]() };
  },
};

/** PostgreSQL keeps an event until its period of 30 days is over. Whether that of an event is over depends on today. */
const isOver = (created: Date) => periodOf(created) < periodOf(new Date());
const periodOf = (at: Date) => Math.floor(at.getTime() / (30 * day_ms));

describe.each(['sqlite', 'postgres'] as const)('%s', (engine) => {
  it('DLV-14: maintain removes old events while a store is open, and prints their number', async () => {
    const { store, environment, dispose } = await openers[engine]();
    await using opened = new AsyncDisposableStack();
    opened.defer(dispose);
    opened.use(store);
    const run = async (line: string) => {
      const ended = await runCommandLine(line.split(' '), environment);
      expect(ended).toEqual({ exitCode: 0, text: expect.any(String) });
      return ended.text;
    };
    const organization = await addOrganization(store);
    for (const days of [60, 50, 6, 1]) await addEvent(store, organization, daysAgo(days));
    await sendDue(store, organization, new Date());

    expect(await run('maintain')).toMatch(
      /^Removed 2 events from before \d{4}-.*Z, with their deliveries and attempts\.$/,
    );
    expect(await run('maintain')).toMatch(/^Nothing to remove: /);
    const printed = JSON.parse(await run('maintain --retention-days 5 --json')) as { before: string };
    const removed = engine === 'sqlite' || isOver(daysAgo(6)) ? 1 : 0;
    expect(printed).toEqual({
      events: removed,
      before: expect.any(String),
      calls: 0,
      requests: 0,
      dashboard_sessions: 0,
    });
    expect(Date.now() - Date.parse(printed.before)).toBeGreaterThanOrEqual(5 * day_ms);
    expect(await readDeliveries(store)).toHaveLength(2 - removed);
  });

  it('maintain removes ended sessions and links of the dashboard, and no others', async () => {
    const { store, environment, dispose } = await openers[engine]();
    await using opened = new AsyncDisposableStack();
    opened.defer(dispose);
    opened.use(store);
    const access = { organization_id: null, role: 'operator', name: null } as const;
    const addLink = async (id: string, expires: Date) =>
      store.createDashboardSession({
        ...access,
        id,
        digest: id,
        created: daysAgo(8).toISOString(),
        signed_in: null,
        last_used: null,
        expires: expires.toISOString(),
      });
    const addSession = async (id: string, last_used: Date, expires: Date) => {
      await addLink(id, expires);
      await store.useDashboardLink({ link_digest: id, digest: `session ${id}`, now: daysAgo(8), expires });
      await store.markDashboardSessionUsed(id, last_used);
    };
    // More than one statement removes.
    await Promise.all(Array.from({ length: 300 }, (_, number) => addLink(`das_link_${number}`, daysAgo(0.01))));
    await addLink('das_open', daysAgo(-0.01));
    await addSession('das_over', daysAgo(0.1), daysAgo(0.01));
    await addSession('das_idle', daysAgo(0.6), daysAgo(-1));
    await addSession('das_used', daysAgo(0.4), daysAgo(-1));

    const run = async (line: string) => (await runCommandLine(line.split(' '), environment)).text;
    expect(await run('maintain')).toBe('Removed ended sessions and sign-in links of the dashboard: 302.');
    const kept = await store.listDashboardSessions({ limit: 10 });
    expect(kept.map(({ id }) => id).toSorted()).toEqual(['das_open', 'das_used']);
    expect(JSON.parse(await run('maintain --json'))).toMatchObject({ events: 0, dashboard_sessions: 0 });
  });
});

it('DLV-14: maintain refuses a folder without a database', async () => {
  await using folder = await openFolder();
  expect(await runCommandLine(['maintain', '--data', folder.path], {})).toEqual({
    exitCode: 1,
    text: `There is no database in ${folder.path}. Make one first: booking-service migrate --data ${folder.path}`,
  });
});
