/** Serves /metrics of a planted database, with every series that a process can have: `scraped-process.ts <address>`. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { operationTable, type OperationId } from '@booking-service/contract';
import {
  createBookingServer,
  createLog,
  createMetrics,
  createSandboxProvider,
  openPostgresStore,
  openSqliteStore,
  startAdminServer,
  systemClock,
  type Observer,
  type Store,
} from '@booking-service/server';
import { sealing, type StoreAddress } from '../../growth/engines/place.ts';

/** What the process has used since it started, and its longest turn of the event loop since the last reading. */
export interface ScrapedUsage {
  /** Of all threads. */
  readonly cpu_us: number;
  readonly longest_ms: number;
}

const statuses = [200, 201, 400, 401, 403, 404, 409, 422, 429, 500, 503];

// The parent passes it as JSON.
const address = JSON.parse(process.argv[2] ?? '') as StoreAddress;
const store =
  'folder' in address
    ? openSqliteStore(address.folder, { sealing })
    : await openPostgresStore(address.url, { sealing });
const log = createLog({ level: 'error' });
const metrics = createMetrics({ store, clock: systemClock, log });
fillSeries(metrics.observer, store);
const provider = createSandboxProvider({ clock: systemClock });
const suppliers = [{ live: provider, test: provider }];
// It does not start, so that the worker leaves the due work.
const server = createBookingServer({ store, suppliers, log, observer: metrics.observer });
const admin = await startAdminServer({ port: 0, server, metrics, log });
const delay = monitorEventLoopDelay({ resolution: 1 });

process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ cpu_us: user + system, longest_ms: delay.max / 1e6 } satisfies ScrapedUsage);
  delay.reset();
});
process.once('disconnect', () => process.exit());
delay.enable();
process.send?.(admin.url);

function fillSeries(observer: Observer, { ...methods }: Store): void {
  // The keys of the table are the operations.
  for (const operationId of Object.keys(operationTable) as OperationId[])
    for (const status of statuses) observer.responded({ operationId, status, duration_ms: 1 });
  for (const method of Object.keys(methods))
    for (const outcome of ['succeeded', 'failed'] as const) observer.storeCalled({ method, outcome, duration_ms: 1 });
  for (const call of ['searchVenues', 'searchAvailability', 'checkRequest', 'book', 'modify', 'release'] as const)
    for (const outcome of ['succeeded', 'refused', 'failed', 'timeout', 'paused', 'busy'] as const)
      observer.providerCalled({ provider: 'sandbox', mode: 'live', call, outcome, duration_ms: 1 });
  for (let number = 0; number < 1_000; number += 1)
    observer.attempted({ organization_id: `org_${number}`, outcome: 'timeout', duration_ms: 1 });
}
