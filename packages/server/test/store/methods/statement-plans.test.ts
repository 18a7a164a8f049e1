/**
 * The plan of every statement of both engines. The cases of the methods send the statements, so a new method is tested without a word
 * here, and a statement that no case sends fails the test.
 *
 * @module-tag slow
 */
import { readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { expect, it, vi } from 'vitest';
import type { Statement } from '@booking-service/kernel/store/postgres';
import { createOrganization } from '../../../src/index.ts';
import { sqliteBookingCreation } from '../../../src/store/bookings/sqlite.ts';
import { sealStore } from '../../../src/store/store.ts';
import { openBeside } from '../../../src/store/sqlite/sqlite-store.ts';
import { sqliteStatements } from '../../../src/store/sqlite/sqlite-statements.ts';
import { createMigratedFolder, testSealing } from '../../../src/testing.ts';
import { makePostgresDatabase } from '../../support/engines.ts';
import { readRows } from '../../support/postgres/query-postgres.ts';
import { cases } from './cases.ts';
import { start, type Method } from './context.ts';
import { ExampleRows, large, small_organizations, toCopies } from './skew.ts';

const methods = Object.keys(cases) as Method[];
const sources = ['../../../src/store', '../../../../kernel/src/store'].flatMap((path) => {
  const folder = fileURLToPath(new URL(path, import.meta.url));
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file));
});

/** A statement that a case sent. */
interface Sent {
  readonly statement: Statement;
  readonly values: readonly unknown[];
  readonly organization_id: string;
}

/** Runs every case on PostgreSQL. Returns what the driver sent, and rows of every table. */
async function recordCases(): Promise<{ sent: Sent[]; examples: ExampleRows }> {
  const sent: Sent[] = [];
  const examples = new ExampleRows();
  using query = vi.spyOn(Client.prototype, 'query');
  for (const method of methods) {
    await using database = await makePostgresDatabase({ tables: true });
    await using store = await database.open();
    const organization = await createOrganization(store, { name: 'Diner', webhook_url: 'https://diner.test/' }, start);
    query.mockClear();
    await cases[method]({ store, engine: 'postgres', organization });
    for (const [given] of query.mock.calls as unknown[][]) {
      const { name, text, values = [] } = given as Partial<Statement> & { readonly values?: readonly unknown[] };
      // The store sends named statements. Others are of the test.
      if (name === undefined || text === undefined) continue;
      sent.push({ statement: { name, text }, values, organization_id: organization.organization_id });
    }
    await examples.collect(database);
  }
  return { sent, examples };
}

/** Statements of PostgreSQL that may read more, or a whole table, by their names. */
const allowed: Readonly<Record<string, string>> = {
  select_migration: 'reads a table of a few rows',
  check_write: 'writes a table of one row',
  find_sealed_check: 'reads a table of one row',
  replace_sealed_check: 'writes a table of one row',
  select_workload: 'counts up to counted_work rows; queue-costs.test.ts tests it with old statistics',
  select_oldest_transaction: 'reads the activity of the server, which has a row for each database',
  search_organization: 'compares the names of all organizations, for an operator',
  end_incidents: 'reads the organizations whose deliveries fail',
  remove_booking_calls: 'removes what is over, in batches',
  remove_dashboard_sessions: 'removes what is over, in batches',
  remove_requests: 'removes what is over, in batches',
  trim_requests: 'removes what is over, in batches',
  claim_deliveries: 'claims without organizations, which only tests do',
};

/** Statements that no method of the store sends. */
const unsent = [
  // The command archive.
  'find_event_since',
  'read_finished_deliveries',
  'read_finished_events',
  'read_later_attempts',
  'remove_archived',
  // Only after a failed write.
  'check_room',
  // Only for cells.
  'select_draining',
  'select_moving_organizations',
  'select_place',
];

/**
 * Functions that no statement of a method calls: a trigger that works while an organization moves, and that of the command
 * archive.
 */
const uncalled = ['guard_move', 'remove_archived'];

let recorded: ReturnType<typeof recordCases> | undefined;

/**
 * Runs the statements in a skewed database with this many rows. Returns those that read more than a few, and those that did not
 * run.
 */
async function findFaults(many: number): Promise<object> {
  const { sent, examples } = await (recorded ??= recordCases());
  // A move writes these.
  expect(examples.missing).toEqual(['moved_names', 'organization_homes', 'organization_moves']);
  await using database = await makePostgresDatabase({ tables: true });
  await examples.plant(database, many);

  const numbers = new Map<string, number>();
  const seen = new Set<string>();
  const calls = sent.flatMap(({ statement, values, organization_id }) => {
    const text = JSON.stringify(values).replaceAll(organization_id, large);
    // The same call with other ids and times has the same plan.
    const form = statement.name + text.replaceAll(/[0-9a-f]{32}|\d{4}-\d\d-\d\dT[\d:.]+Z?/g, '');
    if (seen.has(form)) return [];
    seen.add(form);
    return [{ statement, text, copied: toCopies(text, numbers) }];
  });
  // The cases pass texts, numbers and lists of them.
  const valuesIn = (text: string) => JSON.parse(text) as unknown[];
  const failed = new Set<string>();
  const read = await readRows(
    database.url,
    calls.map(({ statement, copied }) => [statement, valuesIn(copied)]),
    (_, { name }) => failed.add(name),
  );
  // A statement that inserts a row finds the copy with its id.
  const inserts = calls.filter(({ statement }) => failed.has(statement.name));
  const inserted = await readRows(
    database.url,
    inserts.map(({ statement, text }) => [statement, valuesIn(text)]),
    () => undefined,
  );

  const reads = [...read, ...inserted];
  // A statement about all organizations may read one row of each.
  const reading = reads
    .filter(({ maxRows, scanned }) => maxRows > small_organizations * 1.5 || scanned.length > 0)
    .filter(({ name }) => !(name in allowed))
    .map(({ name, maxRows, scanned }) => ({ name, maxRows, scanned }));
  const texts = reads.flatMap((each) => each.texts).join('\n');
  return {
    reading,
    unsent: [...declared].filter((name) => !reads.some((each) => each.name === name)).toSorted(),
    uncalled: functions.filter((name) => !texts.includes(`${name}(`)).toSorted(),
  };
}

/** The names of the statements, and the functions, in the sources of the store. */
const declared: ReadonlySet<string> = new Set(
  sources
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/name: '(\w+)',\s*text\b/g)].map(([, name = '']) => name),
    ),
);
const functions = sources.filter((file) => file.endsWith('.sql')).map((file) => basename(file, '.sql'));

const none = { reading: [], unsent: unsent.toSorted(), uncalled };

it('DLV-7: on PostgreSQL no statement reads more than a few rows of a large organization', async () => {
  expect(await findFaults(20_000)).toEqual(none);
}, 600_000);

it(
  'DLV-7: on PostgreSQL no statement reads more than a few of 100,000 rows',
  { timeout: 1_800_000, tags: ['nightly'] },
  async () => {
    expect(await findFaults(100_000)).toEqual(none);
  },
);

/** Lines of plans of SQLite, and texts of statements, that are right, and the reason. */
const right: readonly (readonly [RegExp, string])[] = [
  [/^SCAN (?:CONSTANT ROW|a)$/, 'reads no table, or the attempts that a subquery found'],
  [/^SCAN (?:sealing|sqlite_schema)$/, 'has one row, or the names of the tables'],
  [
    /^SCAN runs USING (?:COVERING )?INDEX runs_(?:ready|stuck)$/,
    'has the runs with such work only; queue-costs.test.ts',
  ],
  [/^SCAN booking_reads USING INDEX booking_reads_next$/, 'reads one row in its order'],
  [/^SCAN delivery_incidents$/, 'has the organizations whose deliveries fail'],
  [/\bFROM organizations o\b/, 'an operator searches all organizations'],
  [/\bFROM members\b/, 'sorts the members of one organization, or the memberships of one person'],
  [/\bdashboard_sessions\b/, 'sorts the sessions of one person, and removes what is over, in batches'],
  [/\bFROM requests [^)]+LIMIT \?\) AS newest\b/, 'counts the newest requests, up to request_counts'],
  [/\bORDER BY CASE WHEN r.since IS NULL\b/, 'sorts the runs of one booking'],
  [/\bORDER BY a.delivery_id, a.attempt$/, 'sorts the attempts of one event'],
  [/\bFROM deliveries d JOIN events e\b/, 'claims without organizations, which only tests do'],
];

it('DLV-7: on SQLite each statement searches an index', { timeout: 600_000 }, async () => {
  const texts = await recordTexts();
  expect(texts.size).toBeGreaterThan(150);
  const folder = await createMigratedFolder();
  using db = openBeside(folder);
  // Defines the functions of the program.
  sqliteStatements(db);
  const faults = [...texts].flatMap((text) => {
    const plan = db
      .prepare(`EXPLAIN QUERY PLAN ${text}`)
      .all()
      .map(({ detail }) => String(detail));
    const subqueries = new Set(plan.flatMap((line) => /^(?:CO-ROUTINE|MATERIALIZE) (.+)$/.exec(line)?.[1] ?? []));
    const found = plan.filter(
      (line) =>
        /^SCAN |TEMP B-TREE|AUTOMATIC/.test(line) &&
        !subqueries.has(line.replace('SCAN ', '')) &&
        !right.some(([form]) => form.test(line) || form.test(text)),
    );
    return found.length === 0 ? [] : [{ text, found }];
  });
  await rm(folder, { recursive: true });
  expect(faults).toEqual([]);
});

/** Runs every case on SQLite in this thread. Returns the texts of the statements. */
async function recordTexts(): Promise<Set<string>> {
  using prepare = vi.spyOn(DatabaseSync.prototype, 'prepare');
  for (const method of methods) {
    const folder = await createMigratedFolder();
    using db = openBeside(folder);
    const { reads, writes } = sqliteStatements(db);
    const engine = { ...reads, ...writes, ...sqliteBookingCreation(writes) };
    // Without what a folder has beside its database: the windows of the rate limit and the state of the disk.
    const store = sealStore(engine as unknown as Parameters<typeof sealStore>[0], testSealing);
    const organization = await createOrganization(store, { name: 'Diner', webhook_url: 'https://diner.test/' }, start);
    if (method in store) await cases[method]({ store, engine: 'sqlite', organization });
    await rm(folder, { recursive: true });
  }
  return new Set(prepare.mock.calls.map(([text]) => text));
}
