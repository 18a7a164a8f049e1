/**
 * Measures creates by 32 callers at once on both engines, each beside its limit, calls on several databases beside one, and the size
 * of history.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createOrganization, createSealing, openPostgresStore, openSqliteStore } from '@booking-service/server';
// @boundaries-ignore benchmarks use the PostgreSQL server of the tests
import { startPostgresServer } from '../../packages/server/test/support/postgres/postgres-server.ts';
import { callers, creates, hasPgbench, measure, median, preparePgbench, type Round } from './creates.ts';
import { amount } from '../report.ts';
// @boundaries-ignore the benchmark compares the statements themselves, which the library does not export
import { sqliteBookingCreation } from '../../packages/server/src/store/bookings/sqlite.ts';
// @boundaries-ignore as above
import { sqliteStatements } from '../../packages/server/src/store/sqlite/sqlite-statements.ts';
import { runBytes } from './bytes.ts';
import { runCells } from './cells.ts';

const postgresRounds = amount(9, 1);
const postgresGoal = 0.6;

/**
 * Measures creates on PostgreSQL, beside pgbench with the same prepared statement and as many connections. The difference is the
 * driver and the store's own code. Rounds of the two alternate. The server does not wait for the disk in either.
 */
async function runPostgres(): Promise<string> {
  if (!(await hasPgbench())) return 'store: PostgreSQL skipped, because pgbench is not installed.';
  await using opened = new AsyncDisposableStack();
  const server = opened.use(await startPostgresServer());
  const store = opened.use(await openPostgresStore(server.url, { sealing: createSealing(new Uint8Array(32)) }));
  const webhook_url = 'https://diner.test/webhooks';
  const { organization_id } = await createOrganization(store, { name: 'Diner', webhook_url }, new Date());
  const limit = opened.use(await preparePgbench({ url: server.url, organization_id }));

  const measured: { store_per_second: number; pgbench: number }[] = [];
  for (let round = 0; round <= postgresRounds; round += 1) {
    const { per_second: store_per_second } = await measure(store, organization_id);
    const pgbench = await limit.create(creates);
    // The first round only warms up.
    if (round > 0) measured.push({ store_per_second, pgbench });
  }
  const ratios = measured.map(({ store_per_second, pgbench }) => store_per_second / pgbench);
  const ratio = median(ratios);
  const row = (name: string, values: number[]) => `${name.padEnd(34)}${median(values).toFixed(0).padStart(9)}`;
  return [
    `store: PostgreSQL, createBooking, ${callers} callers, ${postgresRounds} rounds of ${creates}`,
    `${''.padEnd(34)}creates/s`,
    row(
      'pgbench, the same statement',
      measured.map(({ pgbench }) => pgbench),
    ),
    row(
      'the store',
      measured.map(({ store_per_second }) => store_per_second),
    ),
    `  ${ratio.toFixed(2)} × pgbench, goal ${postgresGoal}: ${ratio < postgresGoal ? 'MISSED' : 'held'} (rounds: ${ratios.map((each) => each.toFixed(2)).join(' ')})`,
  ].join('\n');
}

const sqliteRounds = amount(9, 1);
const sqliteGoal = 3;
const sealing = createSealing(new Uint8Array(32));

/**
 * Measures creates by 32 callers at once on the embedded store: its statements on the main thread with one commit per create,
 * beside the store with one writer thread and group commit. Both wait for the disk (synchronous=FULL). Rounds of the two
 * alternate, so that other load on the machine affects both. The ratio is the median of the ratios of the rounds.
 */
async function runSqlite(): Promise<string> {
  await using opened = new AsyncDisposableStack();
  const alone = await makeFolder(opened);
  const together = await makeFolder(opened);
  const db = opened.use(new DatabaseSync(join(alone.folder, 'booking-service.db')));
  db.exec('PRAGMA foreign_keys = ON; PRAGMA synchronous = FULL');
  const mainThread = sqliteBookingCreation(sqliteStatements(db).writes);
  const writer = opened.use(openSqliteStore(together.folder, { sealing }));

  const measured: { main: Round; group: Round }[] = [];
  for (let round = 0; round <= sqliteRounds; round += 1) {
    const main = await measure(mainThread, alone.organization_id);
    const group = await measure(writer, together.organization_id);
    // The first one only warms up.
    if (round > 0) measured.push({ main, group });
  }
  const row = (name: string, roundOf: (each: (typeof measured)[number]) => Round) =>
    `${name.padEnd(34)}${median(measured.map((each) => roundOf(each).per_second))
      .toFixed(0)
      .padStart(9)}${median(measured.map((each) => roundOf(each).delay_p99_ms))
      .toFixed(1)
      .padStart(24)}`;
  const ratios = measured.map(({ main, group }) => group.per_second / main.per_second);
  const ratio = median(ratios);
  return [
    `store: SQLite, createBooking, ${callers} callers, ${sqliteRounds} rounds of ${creates}`,
    `${''.padEnd(34)}creates/s   event loop delay p99 ms`,
    row('main thread, a commit each', ({ main }) => main),
    row('writer thread, group commit', ({ group }) => group),
    `  ${ratio.toFixed(2)} × the main thread, goal ${sqliteGoal}: ${ratio < sqliteGoal ? 'MISSED' : 'held'} (rounds: ${ratios.map((each) => each.toFixed(2)).join(' ')})`,
  ].join('\n');
}

async function makeFolder(opened: AsyncDisposableStack): Promise<{ folder: string; organization_id: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'booking-service-bench-'));
  opened.defer(() => rm(folder, { recursive: true }));
  await using store = openSqliteStore(folder, { sealing });
  const webhook_url = 'https://diner.test/webhooks';
  const { organization_id } = await createOrganization(store, { name: 'Diner', webhook_url }, new Date());
  return { folder, organization_id };
}

const parts = {
  sqlite: runSqlite,
  postgres: runPostgres,
  cells: runCells,
  bytes: runBytes,
};

/** Runs these sections. Default: all. */
export async function run(sections: readonly string[]): Promise<string> {
  const reports: string[] = [];
  for (const [name, part] of Object.entries(parts))
    if (sections.length === 0 || sections.includes(name)) reports.push(await part());
  return reports.join('\n\n');
}
