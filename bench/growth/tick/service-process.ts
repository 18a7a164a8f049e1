/** Runs the service on a database: `service-process.ts <options>`. Its parent sends messages over IPC (processes.ts). */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import {
  createBookingServer,
  createLog,
  createOrganization,
  createSandboxProvider,
  openPostgresStore,
  openSqliteStore,
  systemClock,
  type Provider,
} from '@booking-service/server';
import { sealing, type StoreAddress } from '../place.ts';

export interface ServiceOptions {
  readonly address: StoreAddress;
  /** The number of organizations to add for requests, with this webhook URL. */
  readonly organizations: number;
  readonly webhook_url: string | null;
  /** Default: the contract's. */
  readonly tick_seconds?: number;
}

export interface Listening {
  readonly url: string;
  /** A key of each added organization. */
  readonly keys: readonly string[];
}

/** `start` starts the worker. The response to both is the usage. */
export type ServiceMessage = 'start' | 'read';

export interface ServiceUsage {
  readonly cpu_us: number;
  /** The 99th percentile of the event loop's delay. */
  readonly p99_ms: number;
  readonly longest_ms: number;
}

/** Confirms every booking at once. */
const provider: Provider = {
  ...createSandboxProvider({ clock: systemClock }),
  checkRequest: async () => ({ at_once: false }),
  book: async ({ booking }) => ({ outcome: 'confirmed', confirmation_code: booking.id.slice(4, 12) }),
};

// The parent passes its options as JSON.
const { address, organizations, webhook_url, ...timing } = JSON.parse(process.argv[2] ?? '') as ServiceOptions;
const store =
  'folder' in address
    ? openSqliteStore(address.folder, { sealing })
    : await openPostgresStore(address.url, { sealing });
const settings = { name: 'Load', webhook_url, rate_limit: 1_000_000_000 };
const keys: string[] = [];
for (let made = 0; made < organizations; made += 1)
  keys.push((await createOrganization(store, settings, new Date())).keys.live);
const log = createLog({ level: 'error' });
const service = createBookingServer({
  store,
  suppliers: [{ live: provider, test: provider }],
  log,
  allowLoopbackWebhooks: true,
  ...timing,
});
// A server of its own, because the service's would also start the worker.
const server = createServer((req, res) => service.middleware(req, res, () => res.writeHead(404).end()));
const delay = monitorEventLoopDelay({ resolution: 1 });

process.on('message', (message: ServiceMessage) => {
  if (message === 'start') {
    delay.reset();
    service.start();
  }
  const { user, system } = process.cpuUsage();
  const loop = { p99_ms: delay.percentile(99) / 1e6, longest_ms: delay.max / 1e6 };
  process.send?.({ cpu_us: user + system, ...loop } satisfies ServiceUsage);
});
delay.enable();
server.listen(0, '127.0.0.1', () => {
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  process.send?.({ url: `http://127.0.0.1:${port}`, keys } satisfies Listening);
});
