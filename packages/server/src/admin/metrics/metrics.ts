import type { Logger } from 'pino';
import { collectDefaultMetrics, type Gauge, Registry } from 'prom-client';
import { errorLine } from '@booking-service/kernel/log';
import { type Clock, systemClock, withDeadline } from '@booking-service/kernel/time';
import { stuckBefore } from '../../domain/run-schedule.ts';
import { maxCounted, type Resources } from '../../store/admin-store.ts';
import type { Store } from '../../store/store.ts';
import { maxStuckCounted } from '../../store/runs/port.ts';
import { createReportMetrics, metricFamilies, prefix } from './report-metrics.ts';
import type { Observer } from '../../log/observer.ts';

/** Counts the reports of a server, for Prometheus. */
export interface Metrics {
  /** The observer to pass to createBookingServer. */
  readonly observer: Observer;
  /** Returns all metrics in Prometheus' text format, with the current workload of the store. */
  text(): Promise<string>;
}

export interface MetricsOptions extends StoreMetricsOptions {
  /** The version of the program that embeds the server. Default: unknown. */
  readonly version?: string;
}

/** Gauges of prom-client whose names end like those of counters. Their sums by type are metrics of prom-client, too. */
const misnamed = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total'];

/**
 * Creates metrics in a registry of their own, together with the metrics of the process. Labels have only values of the contract and
 * of this program, the names of the configured providers, and the ids of at most 20 organizations, so their number is bounded and none
 * contains a value that a caller sent.
 */
export function createMetrics(options: MetricsOptions): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix });
  for (const name of misnamed) registry.removeSingleMetric(prefix + name);
  const { observer, readStore } = register(registry, options);
  return {
    observer,
    async text() {
      await readStore();
      return registry.metrics();
    },
  };
}

/** A metric as the docs list it. */
interface ListedMetric {
  /** Without the prefix. */
  readonly name: string;
  readonly labels: readonly string[];
  readonly help: string;
}

/** Returns the metrics of the service by name, without those of the process and of Node.js. */
export function listMetrics(options: MetricsOptions): readonly ListedMetric[] {
  const registry = new Registry();
  register(registry, options);
  // prom-client returns its metrics, whose type lacks the labels.
  const metrics = registry.getMetricsAsArray() as unknown as readonly (Omit<ListedMetric, 'labels'> & {
    readonly labelNames: readonly string[];
  })[];
  return metrics
    .map(({ name, labelNames, help }) => ({ name: name.slice(prefix.length), labels: labelNames, help }))
    .toSorted((left, right) => (left.name < right.name ? -1 : 1));
}

/** Creates the metrics of the service in a registry. */
function register(registry: Registry, { version = 'unknown', ...source }: MetricsOptions) {
  metricFamilies(registry)
    .gauge({
      name: 'build_info',
      help: 'The versions of the service and of Node.js. The value is 1.',
      labels: ['version', 'node'],
    })
    .set({ version, node: process.version }, 1);
  return { observer: createReportMetrics(registry), readStore: createStoreMetrics(registry, source) };
}

type MeasuredStore = Pick<Store, 'readWorkload' | 'readRunAges' | 'readResources'>;

interface StoreMetricsOptions {
  /** Each cell of it is measured apart. */
  readonly store: MeasuredStore & {
    readonly cells?: { readonly all: readonly { readonly name: string; readonly store: MeasuredStore }[] };
  };
  readonly clock: Pick<Clock, 'now'>;
  /** Receives an error if the store cannot be read. */
  readonly log: Pick<Logger, 'error'>;
}

/** Less than the 10 seconds after which Prometheus gives a scrape up. Then the metrics of the process would be missing, too. */
const maxSeconds = 4;

/**
 * Creates the metrics that are read from the store at each scrape, and returns the function that reads them. Each query reads a bounded
 * number of rows of an index, or sizes of files. If a query fails, or has no result after 4 seconds, its metrics are NaN until the next
 * scrape. With several cells, each metric has the label `cell`, and `cell_up` is 0 for a cell that could not be read.
 */
function createStoreMetrics(registry: Registry, { store, clock, log }: StoreMetricsOptions): () => Promise<void> {
  const { cells } = store;
  const family = labeledFamilies(registry, cells ? ['cell'] : []);
  const groups = [dueWork, runAges, resources].map((create) => create(family));
  const up =
    cells && family.gauge({ name: 'cell_up', help: 'Whether the metrics of this cell could be read: 1 or 0.' });
  const reads = cells ? cells.all.map((cell) => readOne(cell.store, { cell: cell.name })) : [readOne(store, {})];

  /** Returns the function that reads one database. */
  function readOne(measured: MeasuredStore, labels: Labels): () => Promise<void> {
    const unread = new Set<Group>();
    let reading: Promise<void> | undefined;

    function fail({ gauges }: Group, error: unknown): void {
      for (const gauge of gauges) gauge.set(labels, Number.NaN);
      up?.set(labels, 0);
      log.error({ err: errorLine(error), ...labels }, 'could not read metrics of the store');
    }

    // One after the other, and once for all scrapes of the moment: they use one connection at a time.
    async function readAll(): Promise<void> {
      up?.set(labels, 1);
      for (const group of groups) unread.add(group);
      for (const group of groups) {
        await group.read({ store: measured, now: clock.now(), labels }).catch((error: unknown) => fail(group, error));
        unread.delete(group);
      }
      reading = undefined;
    }

    return async () => {
      reading ??= readAll();
      const all = reading;
      await withDeadline(systemClock, maxSeconds, () => all).catch((error: unknown) => {
        for (const group of unread) fail(group, error);
      });
    };
  }

  return async () => void (await Promise.all(reads.map((read) => read())));
}

type Labels = Readonly<Record<string, string>>;
type Family = Pick<ReturnType<typeof metricFamilies>, 'gauge'>;

/** Returns the families of metrics with these labels besides their own. */
function labeledFamilies(registry: Registry, names: readonly string[]): Family {
  const { gauge } = metricFamilies(registry);
  return { gauge: ({ labels = [], ...family }) => gauge({ ...family, labels: [...labels, ...names] }) };
}

interface Group {
  /** The metrics that have no labels of their own. */
  readonly gauges: readonly Gauge[];
  readonly read: (from: {
    readonly store: MeasuredStore;
    readonly now: Date;
    readonly labels: Labels;
  }) => Promise<void>;
}

function dueWork({ gauge }: Family): Group {
  const deliveries = gauge({
    name: 'due_deliveries',
    help: `Due deliveries, including those under way. The count ends at ${maxCounted}, which means that many or more.`,
  });
  const oldest = gauge({
    name: 'oldest_due_delivery_age_seconds',
    help: 'Age of the oldest due delivery of the organization that has waited longest; 0 if no delivery is due.',
  });
  const runs = gauge({
    name: 'due_runs',
    help: `Due runs, including those under way. The count ends at ${maxCounted}, which means that many or more.`,
  });
  const transaction = gauge({
    name: 'oldest_transaction_age_seconds',
    help: 'Age of the oldest transaction that keeps removed rows in the tables of PostgreSQL; 0 if there is none, and on SQLite.',
  });
  return {
    gauges: [deliveries, oldest, runs, transaction],
    async read({ store, now, labels }) {
      const work = await store.readWorkload(now);
      deliveries.set(labels, work.due_deliveries);
      oldest.set(labels, ageOf(work.oldest_due_delivery, now));
      runs.set(labels, work.due_runs);
      transaction.set(labels, work.oldest_transaction_seconds);
    },
  };
}

function runAges({ gauge }: Family): Group {
  const run = gauge({
    name: 'oldest_run_age_seconds',
    help: 'Time since the oldest run was due, or since its provider has kept failing or been pending; 0 without such a run.',
  });
  const processing = gauge({
    name: 'oldest_processing_booking_age_seconds',
    help: 'The same for the oldest run of a booking in processing.',
  });
  const payment = gauge({
    name: 'oldest_owed_payment_age_seconds',
    help: 'Time for which the card service has owed money, or the end of a page or of a hold, for the longest; 0 if nothing is owed.',
  });
  const failing = gauge({
    name: 'stuck_bookings_failing',
    help: `Bookings whose provider has kept failing for too long. Together with those pending, the count ends at ${maxStuckCounted}.`,
  });
  const pending = gauge({
    name: 'stuck_bookings_pending',
    help: `Bookings whose provider has been pending for too long. Together with those failing, the count ends at ${maxStuckCounted}.`,
  });
  return {
    gauges: [run, processing, payment, failing, pending],
    async read({ store, now, labels }) {
      const ages = await store.readRunAges({ now, stuck_before: stuckBefore(now) });
      run.set(labels, ageOf(ages.oldest_run, now));
      processing.set(labels, ageOf(ages.oldest_processing, now));
      payment.set(labels, ageOf(ages.oldest_payment, now));
      failing.set(labels, ages.stuck_failing);
      pending.set(labels, ages.stuck_pending);
    },
  };
}

function resources({ gauge }: Family): Group {
  const size = gauge({ name: 'database_size_bytes', help: 'Size of the database.' });
  const wal = gauge({
    name: 'database_wal_size_bytes',
    help: 'Size of the write-ahead log; NaN if the user of PostgreSQL lacks the role pg_monitor.',
  });
  const free = gauge({
    name: 'disk_free_bytes',
    help: 'Free space of the disk with the data folder; NaN on PostgreSQL, whose disk the service does not see.',
  });
  const backup = gauge({
    name: 'last_backup_timestamp_seconds',
    help: 'When booking-service backup last completed a copy; 0 if never, NaN on PostgreSQL, which has tools of its own.',
  });
  const connections = gauge({
    name: 'database_connections',
    help: 'Connections of the pool to PostgreSQL by state. A statement that is waiting has no connection yet.',
    labels: ['state'],
  });
  const maximum = gauge({
    name: 'database_connections_maximum',
    help: 'The maximum of connections of the pool; 0 on SQLite.',
  });
  return {
    gauges: [size, wal, free, backup, maximum],
    async read({ store, labels }) {
      const used: Resources = await store.readResources();
      size.set(labels, used.database_bytes);
      wal.set(labels, used.wal_bytes ?? Number.NaN);
      free.set(labels, used.disk_free_bytes ?? Number.NaN);
      backup.set(labels, toTimestamp(used.last_backup));
      const {
        active,
        idle,
        waiting,
        maximum: most,
      } = used.connections ?? { active: 0, idle: 0, waiting: 0, maximum: 0 };
      for (const [state, count] of Object.entries({ active, idle, waiting }))
        connections.set({ ...labels, state }, count);
      maximum.set(labels, most);
    },
  };
}

function ageOf(instant: string | null, now: Date): number {
  return instant === null ? 0 : (now.getTime() - Date.parse(instant)) / 1000;
}

function toTimestamp(backup: Resources['last_backup']): number {
  if (backup === null) return Number.NaN;
  return backup === 'never' ? 0 : backup.getTime() / 1000;
}
