import type { Logger } from 'pino';
import { systemClock } from '../time/clock.ts';
import { contain } from '../log/containment.ts';
import { exitOnLostStore } from './exit-on-lost-store.ts';
import { createBookingServer } from '../index.ts';
import { isSandboxFolder } from './sandbox/sandbox-sealing.ts';
import type { Settings } from './settings/settings.ts';
import { StartError } from './start-error.ts';
import { createMetrics } from '../admin/metrics.ts';
import { startAdminServer } from '../admin/start-admin-server.ts';
import { describeLocation, openStore } from './open-store.ts';
import { findSealing } from './settings/find-sealing.ts';
import { withAlerts } from './post-alerts.ts';
import { loadIntegrations } from './load-integrations.ts';

/** A running service. */
export interface Running {
  /** The text to print. */
  readonly welcome: string;
  close(): Promise<void>;
}

/** Starts the service with the providers of its settings, on a database that `migrate` has created. */
export async function startService(
  settings: Settings,
  { log, reusePort }: { readonly log: Logger; readonly reusePort: boolean },
): Promise<Running> {
  const { host, port, admin_port, admin_hosts, data, database, tick_seconds, alert_url, modes, providers } = settings;
  if (providers === undefined) {
    throw new StartError(
      '--providers is missing. Name the module that creates your providers with --providers FILE, or start a sandbox: booking-service serve --sandbox',
      { exitCode: 2 },
    );
  }
  if (database === undefined && isSandboxFolder(data)) {
    throw new StartError(`${data} is the folder of a sandbox. Choose another folder with --data, or add --sandbox.`);
  }
  const sealing = findSealing(settings);
  const clock = systemClock;

  await using opened = new AsyncDisposableStack();
  const store = opened.use(await openStore(settings, { sealing, onLost: exitOnLostStore(log) }));
  const module = { work: 'integration', integration: 'module' } as const;
  const integrations = await contain(module, () => loadIntegrations(providers, { clock, log }));
  const metrics = createMetrics({ store, clock, log });
  const server = createBookingServer({
    ...integrations,
    store,
    clock,
    log,
    observer: alert_url === undefined ? metrics.observer : withAlerts(metrics.observer, { url: alert_url, log }),
    servedModes: modes,
    tick_seconds,
  });
  // Only this computer can read health and metrics.
  const admin = opened.use(
    await startAdminServer({ host: '127.0.0.1', port: admin_port, hosts: admin_hosts, server, metrics, log }),
  );
  opened.defer(() => server.close());
  const { url } = await server.listen({ host, port, reusePort });

  const running = opened.move();
  return {
    welcome: `Booking Service is running at ${url} for ${modes.join(' and ')} keys. Data: ${describeLocation(settings)}. Health and metrics: ${admin.url}. Stop: Ctrl-C`,
    close: () => running.disposeAsync(),
  };
}
