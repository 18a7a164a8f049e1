/**
 * booking-service archive and maintain.
 * @module-tag slow
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FinishedDelivery } from '@booking-service/kernel/store';
import { readContents, requireSame, writeArchive } from '../../../src/command/archive/archive-store.ts';
import { runCommandLine } from '../../../src/command/run-command-line.ts';
import { type CreatedOrganization, openSqliteStore, type Store } from '../../../src/index.ts';
import { makePostgresDatabase } from '../../support/engines.ts';
import { readDeliveries } from '../../support/databases.ts';
import { openFolder } from '../../support/processes/server-process.ts';
import { addEvent, addOrganization, readHistory, sendDue } from '../../store/retention/old-events.ts';
import { dayOf, daysAgo, openArchive, readParquet } from './open-archive.ts';
import { testSealing } from '../../../src/testing.ts';

/** Matches the name of the file of a day. */
function nameOf(days: number, end = ''): unknown {
  return expect.stringMatching(`^${dayOf(days)}\\.\\d{8}T\\d{9}Z\\.parquet${end}$`);
}

/** Returns the ids of the events, sorted. */
function idsOf(rows: readonly Record<string, unknown>[]): string[] {
  return rows.map(({ event_id }) => String(event_id)).toSorted();
}

async function sendAgain(store: Store, organization: CreatedOrganization, id: string): Promise<void> {
  await store.resendDelivery({ organization_id: organization.organization_id, id }, new Date());
  await sendDue(store, organization, new Date());
}

describe('archive', () => {
  describe.each(['sqlite', 'postgres'] as const)('%s', (engine) => {
    it('DLV-14: writes old events to a file for each day, and removes them and no others', async () => {
      await using archive = await openArchive(engine);
      const { store, query } = archive;
      const [one, other] = [await addOrganization(store), await addOrganization(store)];
      const silent = await addOrganization(store, null);
      const old = [await addEvent(store, one, daysAgo(50)), await addEvent(store, other, daysAgo(50))];
      old.push(await addEvent(store, one, daysAgo(45)), await addEvent(store, silent, daysAgo(45)));
      const young = await addEvent(store, one, daysAgo(5));
      for (const organization of [one, other]) await sendDue(store, organization, new Date());
      const first = (await readDeliveries(store)).find(({ event_id }) => event_id === old[0]);
      await sendAgain(store, one, first?.id ?? '');
      await query(`UPDATE deliveries SET first_answer = 'Thanks, Ada Byron' WHERE event_id = '${old[0]}' RETURNING id`);
      await query(`
      UPDATE events SET payload = replace(payload, '"status":', '"error_message":"Ada Byron","status":') RETURNING id`);
      const stored = await query('SELECT payload FROM events');
      expect(JSON.stringify(stored)).toContain('Ada Byron');
      const pending = await addEvent(store, other, daysAgo(50));

      expect(JSON.parse(await archive.run('--dry-run --json'))).toMatchObject({
        days: [
          { day: dayOf(50), rows: 2 },
          { day: dayOf(45), rows: 2 },
        ],
      });
      expect((await readHistory(archive)).events).toHaveLength(6);
      const text = await archive.run();
      expect(text).toMatch(/Removed 4 archived events from the database\. A delivery takes \d+ bytes\.$/);
      expect(await archive.names()).toEqual([nameOf(50), nameOf(45)]);
      expect(await readHistory(archive)).toEqual({ events: [pending, young].toSorted(), deliveries: 2, attempts: 1 });

      const rows = await readParquet(archive.to);
      expect(rows.map(({ event_id }) => event_id)).toEqual(old.toSorted());
      const row = rows.find(({ event_id }) => event_id === old[0]);
      expect(row).toMatchObject({
        organization_id: one.organization_id,
        type: 'booking.created',
        delivery_id: first?.id,
        state: 'succeeded',
        attempts: 2,
        status: 200,
      });
      expect(JSON.parse(String(row?.['later_attempts']))).toMatchObject([{ attempt: 2, status: 200 }]);
      expect(JSON.parse(String(row?.['payload']))).toMatchObject({
        id: old[0],
        data: { object: { object: 'booking' } },
      });
      expect(rows.find(({ event_id }) => event_id === old[3])).toMatchObject({ delivery_id: null, attempts: null });
      expect(JSON.stringify(rows)).not.toContain('Ada Byron');
      const bytes = await Promise.all(
        (await archive.names()).map((name) => readFile(join(archive.to, name), 'latin1')),
      );
      expect(bytes.join('')).not.toContain('Ada Byron');
      expect(await archive.run()).toMatch(/^Nothing to archive: /);
      const line = ['delivery', 'show', first?.id ?? '', '--org', one.organization_id];
      expect((await runCommandLine(line, archive.environment)).text).toMatch(
        /^Deliveries of events from before .* are removed when they are in the archive, so dlv_\w+ is no longer stored\.$/,
      );

      // A pending delivery ends later: its day gets a second file.
      await sendDue(store, other, new Date());
      await archive.run();
      expect(await archive.names()).toEqual([nameOf(50), nameOf(50), nameOf(45)]);
      const ids = (await readParquet(archive.to)).map(({ event_id }) => event_id);
      expect(ids).toEqual([...old, pending].toSorted());
      expect((await readHistory(archive)).events).toEqual([young]);
    });

    it('DLV-14: a run that is killed before it removes anything is completed by the next one', async () => {
      await using archive = await openArchive(engine);
      const organization = await addOrganization(archive.store);
      const old = [await addEvent(archive.store, organization, daysAgo(50))];
      old.push(await addEvent(archive.store, organization, daysAgo(40)));
      await sendDue(archive.store, organization, new Date());
      await archive.interrupt(archive);
      expect(await archive.names()).toEqual([nameOf(50, '.verified')]);
      expect((await readHistory(archive)).events).toEqual(old.toSorted());
      await writeFile(join(archive.to, `${dayOf(40)}.parquet.new`), 'a file that a killed run did not complete');

      await archive.run();
      expect(await archive.names()).toEqual([nameOf(50), nameOf(40)]);
      expect((await readParquet(archive.to)).map(({ event_id }) => event_id)).toEqual(old.toSorted());
      expect(await readHistory(archive)).toEqual({ events: [], deliveries: 0, attempts: 0 });
    });

    it('DLV-14: keeps a delivery that was sent again after it was written, and archives it again', async () => {
      await using archive = await openArchive(engine);
      const { store } = archive;
      const organization = await addOrganization(store);
      const events = [
        await addEvent(store, organization, daysAgo(50)),
        await addEvent(store, organization, daysAgo(50)),
      ];
      await sendDue(store, organization, new Date());
      await archive.interrupt(archive);
      const [delivery] = await readDeliveries(store);
      await sendAgain(store, organization, delivery?.id ?? '');

      expect(await archive.run()).toContain('Removed 2 archived events');
      expect(await archive.names()).toEqual([nameOf(50), nameOf(50)]);
      const rows = await readParquet(archive.to, 'event_id, delivery_id, attempts');
      expect(idsOf(rows)).toEqual([...events, delivery?.event_id ?? ''].toSorted());
      const attempts = rows.filter(({ delivery_id }) => delivery_id === delivery?.id).map((row) => row['attempts']);
      expect(new Set(attempts)).toEqual(new Set([1, 2]));
    });

    it('DLV-14: neither the worker nor maintain removes events that wait for the archive', async () => {
      await using archive = await openArchive(engine);
      const organization = await addOrganization(archive.store);
      const old = await addEvent(archive.store, organization, daysAgo(90));
      await sendDue(archive.store, organization, new Date());
      const removal = { now: new Date(), before: daysAgo(30), old_events: 'archive' } as const;
      expect(await archive.store.removeHistory(removal)).toEqual({ events: 0, next: undefined });
      const { text } = await runCommandLine(['maintain'], archive.environment);
      expect(text).toContain('Old events wait for booking-service archive');
      expect((await readHistory(archive)).events).toEqual([old]);
    });

    it('refuses to archive while the service removes old events by itself', async () => {
      await using archive = await openArchive(engine);
      expect(await archive.try('--old-events remove')).toEqual({
        exitCode: 2,
        text: 'The service removes old events by itself, so an archive would miss some. Set BOOKING_SERVICE_OLD_EVENTS=archive for the service and for this command.',
      });
    });
  });

  it('DLV-14: drops the partitions whose events are all archived, and moves those of pending deliveries', async () => {
    await using archive = await openArchive('postgres');
    const { store, query } = archive;
    await query(`SELECT create_history_partitions(${daysAgo(130).getTime()}, ${Date.now()})`);
    const partitions = async () => {
      const rows = await query(`SELECT DISTINCT tableoid::regclass::text AS name FROM events ORDER BY 1`);
      return rows.map(({ name }) => String(name));
    };
    const count = async () => (await query(`SELECT 1 FROM pg_inherits WHERE inhparent = 'events'::regclass`)).length;
    const [sent, waiting] = [await addOrganization(store), await addOrganization(store)];
    for (const days of [125, 95, 94]) await addEvent(store, sent, daysAgo(days));
    await sendDue(store, sent, new Date());
    const pending = await addEvent(store, waiting, daysAgo(95));
    const before = await count();
    expect(await partitions()).not.toContain('events_default');

    await archive.run();
    expect((await readHistory(archive)).events).toEqual([pending]);
    expect(await partitions()).toEqual(['events_default']);
    expect(await count()).toBeLessThanOrEqual(before - 2);
    expect(await readParquet(archive.to)).toHaveLength(3);
  });

  it('archives each cell into a folder of its own', async () => {
    await using folder = await openFolder();
    await using west = await makePostgresDatabase({ tables: true });
    await using east = await makePostgresDatabase({ tables: true });
    const file = join(folder.path, 'cells.yaml');
    await writeFile(
      file,
      `cells:
  - { name: west, number: 1, database: { env: WEST } }
  - { name: east, number: 2, database: { env: EAST } }`,
    );
    for (const cell of [west, east]) {
      await using store = await cell.open();
      await addEvent(store, await addOrganization(store, null), daysAgo(50));
    }
    const environment = { BOOKING_SERVICE_CELLS: file, WEST: west.url, EAST: east.url };
    const to = join(folder.path, 'archive');
    const line = ['archive', to, '--old-events', 'archive'];
    expect((await runCommandLine([...line, '--dry-run'], environment)).text).toBe(
      `Would archive these days, with their deliveries:\nwest ${dayOf(50)}  1\neast ${dayOf(50)}  1`,
    );
    expect(await runCommandLine(line, environment)).toMatchObject({ exitCode: 0 });
    for (const cell of ['west', 'east']) expect(await readParquet(join(to, cell))).toHaveLength(1);
  });

  it('refuses a file that differs from the events that were written to it, in a single byte', async () => {
    await using folder = await openFolder();
    const file = join(folder.path, 'day.parquet');
    const rows = Array.from({ length: 20 }, (_, index) => toRow(index));
    const written = await writeArchive(
      file,
      (async function* () {
        yield rows;
      })(),
    );
    expect(await readContents(file)).toEqual(written);
    await requireSame(file, written);
    const bytes = await readFile(file);
    const [at] = [bytes.indexOf('x'.repeat(5))];
    bytes[at] = 0x79;
    await writeFile(file, bytes);
    await expect(requireSame(file, written)).rejects.toThrow('Nothing of it was removed from the store.');
    await writeFile(file, bytes.subarray(0, -10));
    await expect(requireSame(file, written)).rejects.toThrow(/^Cannot read .*day\.parquet, which was just written\./);
  });
});

function toRow(index: number): FinishedDelivery {
  return {
    organization_id: 'org_1',
    event_id: `evt_${index}`,
    subject_id: 'bkg_1',
    type: 'booking.created',
    created: '2026-10-01T00:00:00.000Z',
    livemode: true,
    request_id: null,
    payload: 'x'.repeat(5),
    delivery_id: null,
    state: null,
    attempts: null,
    started_at: null,
    duration_ms: null,
    status: null,
    error: null,
    cause: null,
    later_attempts: null,
  };
}

const day_ms = 24 * 3600 * 1000;
const daysBefore = (days: number) => new Date(Date.now() - days * day_ms);

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

describe('maintain', () => {
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
      for (const days of [60, 50, 6, 1]) await addEvent(store, organization, daysBefore(days));
      await sendDue(store, organization, new Date());

      expect(await run('maintain')).toMatch(
        /^Removed 2 events from before \d{4}-.*Z, with their deliveries and attempts\.$/,
      );
      expect(await run('maintain')).toMatch(/^Nothing to remove: /);
      const printed = JSON.parse(await run('maintain --retention-days 5 --json')) as { before: string };
      const removed = engine === 'sqlite' || isOver(daysBefore(6)) ? 1 : 0;
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
      const addLink = async (id: string, expires_at: Date) =>
        store.createDashboardSession({
          ...access,
          id,
          digest: id,
          created: daysBefore(8).toISOString(),
          signed_in_at: null,
          last_used_at: null,
          expires_at: expires_at.toISOString(),
        });
      const addSession = async (id: string, last_used_at: Date, expires_at: Date) => {
        await addLink(id, expires_at);
        await store.useDashboardLink({ link_digest: id, digest: `session ${id}`, now: daysBefore(8), expires_at });
        await store.markDashboardSessionUsed(id, last_used_at);
      };
      // More than one statement removes.
      await Promise.all(Array.from({ length: 300 }, (_, number) => addLink(`das_link_${number}`, daysBefore(0.01))));
      await addLink('das_open', daysBefore(-0.01));
      await addSession('das_over', daysBefore(0.1), daysBefore(0.01));
      await addSession('das_idle', daysBefore(0.6), daysBefore(-1));
      await addSession('das_used', daysBefore(0.4), daysBefore(-1));

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
});
