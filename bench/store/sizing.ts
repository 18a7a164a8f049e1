/**
 * Measures what a booking, a delivered event and its vacuum cost a PostgreSQL database, and computes what databases of a large load would use.
 * One caller makes each call by itself, so nothing is saved by calls that are sent together.
 *
 * Run    npm run bench -- store/sizing            `--write` replaces the table in docs/scale.md
 */
import { createSealing, openPostgresStore } from '@booking-service/server';
import { Client } from 'pg';
// @boundaries-ignore benchmarks use the PostgreSQL server of the tests
import { startPostgresServer, withStandby } from '../../packages/server/test/support/postgres/postgres-server.ts';
import { readDatabaseCpu } from '../delivery/database-cpu.ts';
import { toMarkdown, writeReports } from '../growth/report.ts';
import { amount } from '../smoke.ts';
import { eventsOfBooking, storeDelivered } from './delivered-events.ts';

const bookings = amount(10_000, 200);
const events = bookings * eventsOfBooking;
/** The delivered events of a second. With five of each booking, they are those of 10,000 creates. */
const load = 50_000;
const databases = [
  { cells: 1, cores: 64 },
  { cells: 4, cores: 16 },
  { cells: 8, cores: 16 },
];
const day_s = 24 * 3600;
const days = { stored: 30, beforeArchive: 3 };

/** The resources of a database that a delivered event takes. */
interface Use {
  readonly cpu_us: number;
  readonly log_bytes: number;
}

/** The rows of a booking that is created and confirmed are counted by its events. */
type Costs = Readonly<Record<'booking' | 'delivery' | 'vacuum', Use>> & { readonly history_bytes: number };

export async function runSizing(options: readonly string[]): Promise<string> {
  const { history_bytes, ...uses } = await measureCosts();
  const all = Object.values(uses);
  const table = toMarkdown([
    ['databases × cores', 'CPU', 'of it vacuum', 'log, MB/s', 'history, TB', 'with an archive, TB'],
    ...databases.map(({ cells, cores }) => {
      const cpu_us = all.reduce((sum, each) => sum + each.cpu_us, 0);
      const log_bytes = all.reduce((sum, each) => sum + each.log_bytes, 0);
      const history = (history_bytes * load * day_s) / cells / 1e12;
      return [
        `${cells} × ${cores}`,
        `${Math.round((100 * cpu_us * load) / 1e6 / cells / cores)} %`,
        `${Math.round((100 * uses.vacuum.cpu_us) / cpu_us)} %`,
        ((log_bytes * load) / cells / 1e6).toFixed(0),
        (history * days.stored).toFixed(1),
        (history * days.beforeArchive).toFixed(1),
      ];
    }),
  ]);
  if (options.includes('--write')) await writeReports([{ title: 'store/sizing', table, lines: table }], 'scale.md');
  const lines = Object.entries(uses).map(
    ([name, { cpu_us, log_bytes }]) =>
      `  ${name.padEnd(9)}${cpu_us.toFixed(0).padStart(6)} µs CPU${log_bytes.toFixed(0).padStart(8)} bytes of log`,
  );
  const title = `store: costs of a delivered event, ${bookings} bookings of ${eventsOfBooking} events, ${history_bytes.toFixed(0)} bytes of history`;
  return [title, ...lines, ...table].join('\n');
}

async function measureCosts(): Promise<Costs> {
  await using opened = new AsyncDisposableStack();
  const { url } = opened.use(await startPostgresServer({ settings: { ...withStandby, autovacuum: 'off' } }));
  const store = opened.use(await openPostgresStore(url, { sealing: createSealing(new Uint8Array(32)) }));
  const client = new Client({ connectionString: url });
  await client.connect();
  opened.defer(() => client.end());
  const read = async (): Promise<Use> => {
    const log = `SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 AS bytes`;
    const { rows } = await client.query<{ bytes: number }>(log);
    return { log_bytes: rows[0]?.bytes ?? 0, cpu_us: await readDatabaseCpu(url) };
  };
  // Warms up.
  await storeDelivered(store, { organizations: 1, bookings: 50, batch: 50, afterBatch: async () => undefined });
  const none: Use = { cpu_us: 0, log_bytes: 0 };
  const used = { booking: none, delivery: none, vacuum: none };
  let before = await read();
  const count = async (phase: keyof typeof used) => {
    const after = await read();
    const add = (field: keyof Use) => used[phase][field] + (after[field] - before[field]) / events;
    used[phase] = { cpu_us: add('cpu_us'), log_bytes: add('log_bytes') };
    before = after;
  };
  await storeDelivered(store, {
    organizations: 20,
    bookings,
    batch: bookings / 10,
    beforeDeliveries: () => count('booking'),
    async afterBatch() {
      await count('delivery');
      await client.query('VACUUM ANALYZE');
      await count('vacuum');
    },
  });
  const { rows } = await client.query<{ bytes: number }>(
    `SELECT sum(pg_total_relation_size(oid))::float8 AS bytes FROM pg_class
    WHERE relkind = 'r' AND coalesce(pg_partition_root(oid), oid) IN ('events'::regclass, 'deliveries'::regclass)`,
  );
  return { ...used, history_bytes: (rows[0]?.bytes ?? 0) / events };
}
