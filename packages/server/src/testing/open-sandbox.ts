/**
 * Opens a sandbox in this process: the service with its simulated systems, its admin server, the magic organizations, and a clock
 * that runs by itself and can be advanced. Its store is in a temporary folder.
 */
import { AsyncDisposableStack } from '@whatwg-node/disposablestack';
import { createSandboxClock, type SandboxClock, type SandboxClockOptions } from '@booking-service/kernel/time';
import { sandboxOperations } from '../admin/operations/sandbox-operations.ts';
import {
  createBookingServer,
  createLog,
  createMetrics,
  createSandboxIntegrations,
  startAdminServer,
  type BookingServerOptions,
  type Store,
} from '../index.ts';
import { createSandboxFaults, openMagicOrganizations, withFaults } from '../providers/sandbox/sandbox-integrations.ts';
import { openTemporaryStore } from './migrated-folder.ts';

/** An open sandbox. Disposal stops it and removes its data. */
export interface OpenedSandbox extends AsyncDisposable {
  readonly url: string;
  /** The admin server: organizations, the clock, faults. It needs no access token. */
  readonly adminUrl: string;
  readonly clock: SandboxClock;
  readonly store: Store;
}

/** Opens a sandbox on free ports of this computer. `tick_seconds` is that of createBookingServer; below 30, events are sent at once. */
export async function openSandbox({
  tick_seconds,
  ...waiting
}: Pick<BookingServerOptions, 'tick_seconds'> & Pick<SandboxClockOptions, 'patience_ms'> = {}): Promise<OpenedSandbox> {
  await using opened = new AsyncDisposableStack();
  const store = await openTemporaryStore(opened);
  const clock = createSandboxClock(waiting);
  await openMagicOrganizations(store, clock.now());
  const log = createLog({ level: 'silent' });
  const metrics = createMetrics({ store, clock, log });
  const faults = createSandboxFaults();
  const integrations = createSandboxIntegrations({ clock });
  const server = createBookingServer({
    store,
    ...integrations,
    suppliers: withFaults(integrations.suppliers, { faults, clock }),
    clock,
    log,
    observer: metrics.observer,
    ...(tick_seconds !== undefined && { tick_seconds }),
    acceptPublicKeys: true,
    allowLoopbackWebhooks: true,
  });
  const operations = sandboxOperations({ store, clock, faults });
  const { readPayment } = server;
  const administration = { store, clock, allowLoopbackWebhooks: true, readPayment, access: 'open' } as const;
  const admin = opened.use(await startAdminServer({ port: 0, server, metrics, log, administration, operations }));
  // Its clients are in this process, and have their responses: a stop that waits for requests on their way would last a second.
  opened.defer(() => server.close({ grace_seconds: 0.1 }));
  const { url } = await server.listen({ host: '127.0.0.1', port: 0 });

  const running = opened.move();
  return { url, adminUrl: admin.url, clock, store, [Symbol.asyncDispose]: () => running.disposeAsync() };
}
