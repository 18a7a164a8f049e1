/**
 * The statements of both engines: each names the organization whose rows it uses (decision 012), and none changes the audit log.
 *
 * @module-tag slow
 */
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import type { Database } from '@booking-service/kernel/store/postgres';
import { toPositional } from '@booking-service/kernel/store/sqlite';
import { createOrganization } from '../../src/index.ts';
import { allEntries } from '../../src/store/access/audit-log.ts';
// @boundaries-ignore a private part of the kernel
import { dueDeliveries } from '../../../kernel/src/store/deliveries/sqlite.ts';
// @boundaries-ignore a private part of the kernel
import { nextEvents } from '../../../kernel/src/store/history/sqlite.ts';
// @boundaries-ignore a private part of the kernel
import { migrationsAfter } from '../../../kernel/src/store/migration-files.ts';
import { bookingFiles } from '../../src/store/booking-files.ts';
import { postgresStatements } from '../../src/store/postgres/postgres-engine.ts';
import { sealStore } from '../../src/store/store.ts';
import { sqliteBookingCreation } from '../../src/store/bookings/sqlite.ts';
import { sqliteStatements } from '../../src/store/sqlite/sqlite-statements.ts';
import { testSealing } from '../../src/testing.ts';
import { makePostgresDatabase } from '../support/engines.ts';
import { openPlanningClient, type PlanNode } from '../support/postgres/query-postgres.ts';
import { cases } from './methods/cases.ts';
import { type Method, start } from './methods/context.ts';

const tables: ReadonlySet<string> = new Set([
  'audit_entries',
  'booking_calls',
  'booking_reads',
  'bookings',
  'deliveries',
  'delivery_attempts',
  'delivery_queues',
  'events',
  'idempotency_keys',
  'rate_windows',
  'runs',
  'session_creations',
  'sessions',
]);

/** The indexes of work: the worker reads the first rows of them, whatever their organizations. */
const work = [
  'booking_calls_latest',
  'booking_reads_due',
  'booking_reads_next',
  'bookings_expiring',
  'delivery_queues_next',
  'delivery_queues_oldest',
  'runs_leased',
  'runs_ready',
  'runs_stuck',
  'runs_waiting',
];

/** Other statements over all organizations: those that remove history in order of time, and on PostgreSQL those that read work in
 * the indexes of partitions, which have names of their own. */
const exceptions: ReadonlySet<string> = new Set([
  'list_audit_entries',
  toPositional(allEntries).text,
  'claim_deliveries',
  dueDeliveries('TRUE'),
  'create_history_partitions',
  'drop_history_partition',
  'clean_default_history',
  nextEvents,
]);

it('STA-12: on SQLite every statement names its organization, or reads an index of work', async () => {
  using db = new RecordingDatabase();
  // A statement is compiled at its first use.
  const texts = new Set<string>();
  for (const method of Object.keys(cases) as Method[]) {
    using used = new RecordingDatabase();
    const { reads, writes } = sqliteStatements(used);
    const statements = { ...reads, ...writes, ...sqliteBookingCreation(writes) };
    // readMigration reads the header of a migrated file.
    if (!Object.hasOwn(statements, method) || method === 'readMigration') continue;
    // Rate windows have a database of their own.
    const store = sealStore(
      { ...statements, ...outside, admit: never, countCall: never, readUsage: never },
      testSealing,
    );
    const organization = await createOrganization(store, { name: 'Diner', webhook_url: 'https://diner.test/' }, start);
    await cases[method]({ store, engine: 'sqlite', organization });
    for (const sql of used.prepared) texts.add(sql);
  }
  const faults: string[] = [];
  let searches = 0;
  for (const sql of texts) {
    if (exceptions.has(sql)) continue;
    const names = new Map(
      [...sql.matchAll(/\b(?:FROM|JOIN|UPDATE|INTO)\s+(\w+)(?:\s+(?:AS\s+)?(\w+))?/g)].flatMap(
        ([, table = '', alias = '']) => [
          [table, table],
          [alias, table],
        ],
      ),
    );
    for (const { detail } of db.explain(sql)) {
      const [, name] = /^(?:SEARCH|SCAN) (\w+)/.exec(detail) ?? [];
      // A line such as SCALAR SUBQUERY reads no table itself.
      if (name === undefined || !tables.has(names.get(name) ?? '')) continue;
      searches += 1;
      if (!detail.includes('organization_id') && !work.some((index) => detail.includes(index)))
        faults.push(`${detail} in ${sql}`);
    }
  }
  expect(faults).toEqual([]);
  expect(searches).toBeGreaterThan(40);
});

function never(): never {
  throw new Error('This method reads no table.');
}

/** The methods of a store that read no table. */
const outside = {
  checkWrite: async () => undefined,
  readResources: never,
  [Symbol.asyncDispose]: async () => undefined,
};

/** A database at the newest migration that records the text of every statement. */
class RecordingDatabase extends DatabaseSync {
  readonly prepared: string[] = [];

  constructor() {
    super(':memory:');
    this.function('lease_time', (at, _now) => at);
    this.function('seal', (text, owner) => testSealing.seal(String(text), String(owner)));
    for (const { sql } of migrationsAfter(0, 'sqlite', bookingFiles)) this.exec(sql);
  }

  override prepare(sql: string): StatementSync {
    this.prepared.push(sql);
    return super.prepare(sql);
  }

  explain(sql: string): { detail: string }[] {
    // EXPLAIN QUERY PLAN returns this column.
    return super.prepare(`EXPLAIN QUERY PLAN ${sql}`).all() as unknown as { detail: string }[];
  }
}

it('STA-12: on PostgreSQL every statement, also inside a function, names its organization or reads an index of work', async () => {
  await using database = await makePostgresDatabase({ tables: true });
  await using planning = await openPlanningClient(database.url);
  const { client } = planning;
  // Each scan then uses an index, and has the conditions of its joins.
  await client.query(
    'SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off; SET enable_bitmapscan = off',
  );
  const faults: string[] = [];
  let scans = 0;
  const recording: Database = {
    async query<Row>({ name, text }: { name: string; text: string }, values: readonly unknown[] = []): Promise<Row[]> {
      planning.takePlans();
      const { rows } = await client.query({ name, text, values: [...values] });
      const plans = exceptions.has(name) ? [] : planning.takePlans();
      for (const plan of plans) {
        for (const node of plan.nodes.filter(isScan)) {
          scans += 1;
          if (!namesOrganization(node) && !work.includes(node['Index Name'] ?? ''))
            faults.push(`${name}: ${node['Node Type']} of ${node['Relation Name']} in ${plan.text}`);
        }
      }
      // Each statement is defined next to its Row type.
      return rows as Row[];
    },
    transaction: (inside) => inside(recording),
    [Symbol.asyncDispose]: async () => undefined,
  };
  const statements = postgresStatements(recording, { notify: () => undefined });
  const store = sealStore({ ...statements, ...outside }, testSealing);
  const methods = (Object.keys(cases) as Method[]).filter((name) => Object.hasOwn(statements, name));
  for (const method of methods) {
    await client.query(
      `TRUNCATE organizations, api_keys, access_tokens, dashboard_sessions, delivery_counts, delivery_incidents, members, ${[...tables].join(', ')}`,
    );
    const organization = await createOrganization(store, { name: 'Diner', webhook_url: 'https://diner.test/' }, start);
    await cases[method]({ store, engine: 'postgres', organization });
  }
  expect(faults).toEqual([]);
  expect(scans).toBeGreaterThan(200);
});

function isScan(node: PlanNode): boolean {
  // A partition is named after its table and its period.
  const [table = ''] = (node['Relation Name'] ?? '').split(/_(?:default|pending|\d+)$/);
  return tables.has(table) && node['Node Type'] !== 'ModifyTable';
}

function namesOrganization(node: PlanNode): boolean {
  return Object.entries(node).some(
    ([key, value]) => /(Cond|Filter)$/.test(key) && String(value).includes('organization_id'),
  );
}

const root = fileURLToPath(new URL('../../', import.meta.url));
const files = globSync(['src/**/*.{ts,sql}', 'migrations/**/*.sql'], { cwd: root }).map((file) =>
  file.replaceAll('\\', '/'),
);
const changing =
  /\b(?:UPDATE|DELETE\s+FROM|TRUNCATE|DROP\s+TABLE(?:\s+IF\s+EXISTS)?|REPLACE\s+INTO)\s+(?:ONLY\s+)?audit_entries\b/i;

it('no statement updates or deletes an entry of the audit log', () => {
  expect('DELETE FROM audit_entries WHERE id = 1').toMatch(changing);
  const texts = files.map((file) => ({ file, text: readFileSync(root + file, 'utf8') }));
  expect(texts.filter(({ text }) => /\bINSERT INTO audit_entries\b/.test(text)).map(({ file }) => file)).toEqual([
    'src/store/access/audit-log.ts',
  ]);
  expect(texts.filter(({ text }) => changing.test(text)).map(({ file }) => file)).toEqual([]);
});
