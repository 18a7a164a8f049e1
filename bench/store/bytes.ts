/**
 * Measures the bytes of the tables and indexes after many events were delivered, on both engines: for each delivered event and for each
 * booking, and then those of the files into which `booking-service archive` moves the events. PostgreSQL is vacuumed after each tenth of
 * the bookings, as autovacuum does with a large table.
 *
 * Run    npm run bench -- store/bytes
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import {
  createOrganization,
  createSealing,
  openPostgresStore,
  openSqliteStore,
  type Store,
} from '@booking-service/server';
import { createSigner } from '@booking-service/webhooks';
import { Client } from 'pg';
// @boundaries-ignore the events and their ids are those of the service
import { moveBooking, toEvents } from '../../packages/server/src/domain/booking.ts';
// @boundaries-ignore as above
import { randomId } from '../../packages/kernel/src/ids.ts';
import { newCreate } from './creates.ts';
// @boundaries-ignore only the command archives
import { archiveStore } from '../../packages/server/src/command/archive/archive-store.ts';
// @boundaries-ignore as above
import { openUpkeep } from '../../packages/server/src/command/open-store.ts';
// @boundaries-ignore benchmarks use the PostgreSQL server of the tests
import { startPostgresServer } from '../../packages/server/test/support/postgres/postgres-server.ts';
import { amount, type Report, toMarkdown } from '../report.ts';

// Stores bookings whose events are delivered at the first attempt, through the port, with the rows that the service stores.

/** Each booking is created and confirmed. */
const eventsOfBooking = 2;

const lease = { lease_token: 'lease_0123456789abcdef0123456789abcdef', limit: 100 };
const signer = createSigner({ secret: 'whsec_of_the_benchmark' });

interface Filling {
  readonly organizations: number;
  readonly bookings: number;
  /** The bookings that are stored before their events are delivered. */
  readonly batch: number;
  /** Called when the bookings of a batch are stored, before their events are delivered. */
  readonly beforeDeliveries?: () => Promise<void>;
  /** Called after each batch. */
  readonly afterBatch: () => Promise<void>;
}

async function storeDelivered(
  store: Store,
  { organizations, bookings, batch, beforeDeliveries, afterBatch }: Filling,
): Promise<void> {
  const ids: string[] = [];
  for (let index = 0; index < organizations; index += 1) {
    const settings = { name: 'Diner', webhook_url: 'https://diner.test/webhooks' };
    ids.push((await createOrganization(store, settings, new Date())).organization_id);
  }
  for (let stored = 0; stored < bookings; stored += 1) {
    await storeBooking(store, ids[stored % ids.length] ?? '');
    if ((stored + 1) % batch > 0 && stored + 1 < bookings) continue;
    await beforeDeliveries?.();
    await deliverAll(store, ids);
    await afterBatch();
  }
}

async function storeBooking(store: Store, organization_id: string): Promise<void> {
  const { booking, run: _run, ...create } = newCreate(organization_id);
  const origin = { request_id: randomId('req'), traceparent: null };
  const events = toEvents(['booking.created'], booking, { newId: randomId });
  await store.createBooking({ ...create, booking, origin, events });
  const before = await store.findBooking({ organization_id, id: booking.id });
  const move = { trigger: 'provider', to: 'confirmed', confirmation_code: 'HT-4711' } as const;
  const moved = moveBooking(booking, move, new Date());
  if (!before || !moved) throw new Error('The booking was not stored, or cannot be confirmed.');
  await store.changeBooking({
    before,
    booking: moved.booking,
    origin,
    events: toEvents(moved.events, moved.booking, { newId: randomId }),
  });
}

async function deliverAll(store: Store, of: readonly string[]): Promise<void> {
  for (;;) {
    const now = new Date();
    const lease_until = new Date(now.getTime() + 60_000);
    const claimed = await store.claimDeliveries({ ...lease, now, lease_until, of });
    if (claimed.length === 0) return;
    await store.recordAttempts(
      claimed.map((delivery) => ({ delivery, attempt: attemptOf(delivery.payload, now), state: 'succeeded' })),
    );
  }
}

function attemptOf(payload: string, now: Date): Parameters<Store['recordAttempts']>[0][number]['attempt'] {
  const request_headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'User-Agent': 'booking-service',
    'Service-Signature': signer.header(payload),
  };
  const outcome = { status: 200, error: null, cause: null, answer: '{"received":true}' };
  return { request_headers, started_at: now.toISOString(), duration_ms: 12, ...outcome };
}

const organizations = amount(20, 2);
const bookings = amount(5_000, 200);
/** The history of one delivered event may take so many bytes on PostgreSQL. */
const goal = 1_850;
const history: ReadonlySet<string> = new Set(['events', 'deliveries', 'delivery_attempts']);
const archive = 'the archive';
const day_ms = 24 * 3600 * 1000;
const sealing = createSealing(new Uint8Array(32));
const filling = { organizations, bookings, batch: 50 };

/** The bytes of a table or of one of its indexes. */
interface Part {
  readonly table: string;
  /** The table itself if it is the name of the table. */
  readonly part: string;
  readonly bytes: number;
}

export async function runBytes(): Promise<string> {
  const [sqlite, postgres] = [await fillSqlite(), await fillPostgres()];
  const reports = [report('SQLite', sqlite), report('PostgreSQL', postgres)];
  return [
    ...reports.flatMap(({ title, lines }) => [title, ...lines]),
    `  ${perEvent(postgres).toFixed(0)} bytes on PostgreSQL, goal ${goal}: ${perEvent(postgres) > goal ? 'MISSED' : 'held'}`,
  ].join('\n');
}

async function fillSqlite(): Promise<readonly Part[]> {
  const folder = await mkdtemp(join(tmpdir(), 'booking-service-bench-'));
  try {
    {
      await using store = openSqliteStore(folder, { sealing });
      await storeDelivered(store, { ...filling, afterBatch: async () => undefined });
    }
    using db = new DatabaseSync(join(folder, 'booking-service.db'));
    const rows = db
      .prepare(
        `SELECT s.tbl_name AS "table", d.name AS part, sum(d.pgsize) AS bytes
        FROM dbstat d JOIN sqlite_schema s ON s.name = d.name GROUP BY d.name`,
      )
      .all();
    // The columns of the statement.
    return [...(rows as unknown as readonly Part[]), await archiveEvents({ data: folder, database: undefined })];
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function fillPostgres(): Promise<readonly Part[]> {
  await using opened = new AsyncDisposableStack();
  const { url } = opened.use(await startPostgresServer());
  const store = opened.use(await openPostgresStore(url, { sealing }));
  const client = new Client({ connectionString: url });
  await client.connect();
  opened.defer(() => client.end());
  let batches = 0;
  await storeDelivered(store, {
    ...filling,
    async afterBatch() {
      batches += 1;
      if (batches % Math.ceil(bookings / filling.batch / 10) === 0) await client.query('VACUUM ANALYZE');
    },
  });
  // A partition and its indexes count as those of the partitioned table.
  const { rows } = await client.query<Part>(`
    SELECT coalesce(root.relname, t.relname) AS table, coalesce(root_index.relname, i.relname, root.relname, t.relname) AS part,
      sum(pg_total_relation_size(coalesce(i.oid, t.oid)) - CASE WHEN i.oid IS NULL THEN pg_indexes_size(t.oid) ELSE 0 END)::float8 AS bytes
    FROM pg_class t
      LEFT JOIN pg_class root ON root.oid = pg_partition_root(t.oid)
      CROSS JOIN LATERAL (SELECT NULL::oid AS oid UNION ALL SELECT indexrelid FROM pg_index WHERE indrelid = t.oid) AS own
      LEFT JOIN pg_class i ON i.oid = own.oid
      LEFT JOIN pg_class root_index ON root_index.oid = pg_partition_root(i.oid)
    WHERE t.relkind = 'r' AND t.relnamespace = 'public'::regnamespace
    GROUP BY 1, 2`);
  return [...rows, await archiveEvents({ data: '', database: url })];
}

/** Archives all events. Returns the bytes of the files. */
async function archiveEvents(location: {
  readonly data: string;
  readonly database: string | undefined;
}): Promise<Part> {
  await using store = await openUpkeep({ ...location, cells: undefined });
  const folder = await mkdtemp(join(tmpdir(), 'booking-service-bench-'));
  try {
    const { files, removed } = await archiveStore(store, { folder, before: new Date(Date.now() + 2 * day_ms) });
    if (removed !== bookings * eventsOfBooking) throw new Error(`${removed} events were archived.`);
    return { table: archive, part: archive, bytes: sum(files) };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The bytes of the history of one event. */
function perEvent(parts: readonly Part[]): number {
  return sum(parts.filter(({ table }) => history.has(table))) / (bookings * eventsOfBooking);
}

function report(engine: string, parts: readonly Part[]): Report {
  const events = bookings * eventsOfBooking;
  const ofEvent = (bytes: number) => (bytes / events).toFixed(0);
  const stored = parts.filter(({ table }) => table !== archive);
  const tables = [...Map.groupBy(stored, ({ table }) => table)]
    .map(([table, own]) => ({ table, bytes: sum(own), own: own.filter(({ bytes }) => bytes / events >= 5) }))
    .filter(({ own }) => own.length > 0)
    .toSorted((a, b) => b.bytes - a.bytes);
  const rows = [
    ['table', 'rows or index', 'bytes of a delivered event'],
    ...tables.flatMap(({ table, bytes, own }) => [
      [table, '', ofEvent(bytes)],
      ...own
        .toSorted((a, b) => b.bytes - a.bytes)
        .map((each) => ['', each.part === table ? 'rows' : each.part, ofEvent(each.bytes)]),
    ]),
    ['the history of an event', '', ofEvent(perEvent(parts) * events)],
    ['everything, of a booking', '', (sum(stored) / bookings).toFixed(0)],
    ['an archived event', '', ofEvent(sum(parts) - sum(stored))],
  ];
  return { title: `store/bytes on ${engine}`, lines: toMarkdown(rows) };
}

function sum(parts: readonly Pick<Part, 'bytes'>[]): number {
  return parts.reduce((total, { bytes }) => total + bytes, 0);
}
