/**
 * Measures creates by 32 callers at once on the embedded store: its statements on the main thread with one commit per create,
 * beside the store with one writer thread and group commit. Both wait for the disk (synchronous=FULL). Rounds of the two
 * alternate, so that other load on the machine affects both. The ratio is the median of the ratios of the rounds.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createOrganization, createSealing, openSqliteStore } from '@booking-service/server';
// @boundaries-ignore the benchmark compares the statements themselves, which the library does not export
import { sqliteBookingCreation } from '../../packages/server/src/store/bookings/sqlite.ts';
// @boundaries-ignore as above
import { sqliteStatements } from '../../packages/server/src/store/sqlite/sqlite-statements.ts';
import { callers, creates, measure, median, type Round } from './creates.ts';
import { amount } from '../smoke.ts';

const rounds = amount(9, 1);
const goal = 3;
const sealing = createSealing(new Uint8Array(32));

export async function runSqlite(): Promise<string> {
  await using opened = new AsyncDisposableStack();
  const alone = await makeFolder(opened);
  const together = await makeFolder(opened);
  const db = opened.use(new DatabaseSync(join(alone.folder, 'booking-service.db')));
  db.exec('PRAGMA foreign_keys = ON; PRAGMA synchronous = FULL');
  const mainThread = sqliteBookingCreation(sqliteStatements(db).writes);
  const writer = opened.use(openSqliteStore(together.folder, { sealing }));

  const measured: { main: Round; group: Round }[] = [];
  for (let round = 0; round <= rounds; round += 1) {
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
    `store: SQLite, createBooking, ${callers} callers, ${rounds} rounds of ${creates}`,
    `${''.padEnd(34)}creates/s   event loop delay p99 ms`,
    row('main thread, a commit each', ({ main }) => main),
    row('writer thread, group commit', ({ group }) => group),
    `  ${ratio.toFixed(2)} × the main thread, goal ${goal}: ${ratio < goal ? 'MISSED' : 'held'} (rounds: ${ratios.map((each) => each.toFixed(2)).join(' ')})`,
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
