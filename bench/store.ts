/**
 * Creates of bookings by 32 callers at once, on the embedded store: its statements on the main thread, one commit for each
 * create, beside the store as it is, all writes in one thread with group commit. Both wait for the disk (synchronous=FULL).
 * Rounds of the two alternate, so that what else the machine does meets both; the ratio is the median of the rounds' own.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as turn } from 'node:timers/promises';
import { randomUUID } from 'node:crypto';
import type { Booking } from '@booking-service/contract';
import { createOrganization, createSealing, openSqliteStore, type Store } from '@booking-service/server';
// @boundaries-ignore the statements by themselves are no part of the library, and are what is compared
import { sqliteStatements } from '../packages/server/src/store/sqlite/sqlite-statements.ts';

const callers = 32;
const rounds = 9;
const creates = 2_000;
const sealing = createSealing(new Uint8Array(32));

interface Round {
  readonly per_second: number;
  /** The event loop's delay that 99 of 100 samples stay below. */
  readonly delay_p99_ms: number;
}

type Creates = Pick<Store, 'createBooking'>;

export async function run(): Promise<string> {
  await using opened = new AsyncDisposableStack();
  const alone = await makeFolder(opened);
  const together = await makeFolder(opened);
  const db = opened.use(new DatabaseSync(join(alone.folder, 'booking-service.db')));
  db.exec('PRAGMA foreign_keys = ON; PRAGMA synchronous = FULL');
  const mainThread = sqliteStatements(db);
  const writer = opened.use(openSqliteStore(together.folder, { sealing }));

  const measured: { main: Round; group: Round }[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const main = await measure(mainThread, alone.organization_id);
    const group = await measure(writer, together.organization_id);
    // The first one only warms up.
    if (round > 0) measured.push({ main, group });
  }
  const row = (name: string, of: (each: (typeof measured)[number]) => Round) =>
    `${name.padEnd(34)}${median(measured.map((each) => of(each).per_second))
      .toFixed(0)
      .padStart(9)}${median(measured.map((each) => of(each).delay_p99_ms))
      .toFixed(1)
      .padStart(24)}`;
  const ratios = measured.map(({ main, group }) => group.per_second / main.per_second);
  return [
    `store: createBooking, ${callers} callers, ${rounds} rounds of ${creates}`,
    `${''.padEnd(34)}creates/s   event loop delay p99 ms`,
    row('main thread, a commit each', ({ main }) => main),
    row('writer thread, group commit', ({ group }) => group),
    `ratio ${median(ratios).toFixed(2)} (rounds: ${ratios.map((ratio) => ratio.toFixed(2)).join(' ')})`,
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

async function measure(store: Creates, organization_id: string): Promise<Round> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  let left = creates;
  const caller = async () => {
    while (left > 0) {
      left -= 1;
      // A request comes in a turn of the event loop of its own.
      await turn();
      await create(store, organization_id);
    }
  };
  delay.enable();
  const begun = performance.now();
  await Promise.all(Array.from({ length: callers }, caller));
  const seconds = (performance.now() - begun) / 1000;
  delay.disable();
  return { per_second: creates / seconds, delay_p99_ms: delay.percentile(99) / 1e6 };
}

async function create(store: Creates, organization_id: string): Promise<void> {
  const now = new Date().toISOString();
  const [booking_id, event_id, delivery_id] = [newId('bkg'), newId('evt'), newId('dlv')];
  const booking: Booking = {
    id: booking_id,
    object: 'booking',
    status: 'processing',
    provider: 'sandbox',
    livemode: true,
    created: now,
    updated: now,
    venue_id: 'ven_harbour_table',
    slot_id: 'slt_harbour_table_20261121T1900',
    party_size: 2,
    guest: { first_name: 'Ada', email: 'ada@diner.test' },
    metadata: {},
  };
  const type = 'booking.created';
  const summary = { id: booking_id, object: 'booking', status: 'processing', provider: 'sandbox' };
  const payload = JSON.stringify({ id: event_id, type, created: now, data: { object: summary } });
  const deliveries = [{ id: delivery_id, due_at: now }];
  await store.createBooking({
    organization_id,
    booking,
    idempotency_key: newId('key'),
    events: [{ id: event_id, type, created: now, payload, deliveries }],
    run: { step: 1, due_at: now },
  });
}

function newId(prefix: string): string {
  return `${prefix}_${randomUUID().replaceAll('-', '')}`;
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
