import { AsyncDisposableStack } from '@whatwg-node/disposablestack';
import type { Logger } from 'pino';
import { exitOnLostStore } from '../stop-process.ts';
import { createCheckedServer } from '../../express.ts';
import { findDocsSite } from '../../index.ts';
import {
  applyFault,
  createSandboxFaults,
  createSandboxIntegrations,
  openMagicOrganizations,
  withFaults,
} from '../../providers/sandbox/sandbox-integrations.ts';
import { createMetrics } from '../../admin/metrics/metrics.ts';
import { operatorCaller } from '../../admin/admin-caller.ts';
import { createLink } from '../../admin/dashboard/sessions.ts';
import { findDashboardFiles } from '../../admin/dashboard/dashboard-listener.ts';
import { startDashboardServer } from '../../admin/dashboard/start-dashboard-server.ts';
import { readVersion } from '../define-command.ts';
import { startAdminServer } from '../../admin/start-admin-server.ts';
import { dashboardUrl, type Settings } from '../settings/effective-settings.ts';
import { findWebhookUrlFault } from '@booking-service/kernel/http';
import type { Tracing } from '@booking-service/kernel/log';
import type { SealingSource } from '@booking-service/kernel/store/sqlite';
import { createSandboxClock, systemClock } from '@booking-service/kernel/time';
import type { Store } from '../../store/store.ts';
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts';
import { sandboxOperations } from '../../admin/operations/sandbox-operations.ts';
import { createReceivedLog, startReceiver } from './receiver.ts';
import { openClockOffsetFile } from './clock-offset-file.ts';
import { openSandboxOrganization } from './sandbox-organization.ts';
import { openSandboxSealing } from '../settings/find-sealing.ts';
import { welcomeText } from './welcome.ts';
import { StartError } from '../start-error.ts';

/** Only this computer can reach the receiver, the admin server and the dashboard. */
const loopback = '127.0.0.1';

type SandboxSettings = Pick<
  Settings,
  | 'host'
  | 'port'
  | 'receiver_port'
  | 'admin_port'
  | 'admin_access'
  | 'dashboard_port'
  | 'dashboard_url'
  | 'webhook_proxy'
  | 'data'
  | 'trusted_proxies'
  | 'keep_alive_seconds'
  | 'tick_seconds'
  | 'retention_days'
  | 'request_log_days'
  | 'request_log_successes'
  | 'log_successes'
  | 'webhook_url'
  | 'validate_with'
  | 'modes'
>;

export interface Sandbox {
  readonly welcome: string;
  close(): Promise<void>;
}

/**
 * Starts the service on its embedded store, with an organization and a receiver for its webhooks.
 * The welcome shows `line`, the command that started it.
 */
export async function startSandbox(
  settings: SandboxSettings,
  { log, line, tracing }: { log: Logger; line: string; tracing: Tracing | undefined },
): Promise<Sandbox> {
  const { host, port, receiver_port, admin_port, admin_access, data, modes } = settings;
  const { trusted_proxies, keep_alive_seconds, tick_seconds, retention_days, request_log_days, request_log_successes } =
    settings;
  const ownReceiver = settings.webhook_url;
  if (ownReceiver !== undefined) await checkWebhookUrl(ownReceiver);
  await using opened = new AsyncDisposableStack();
  const offsetFile = openClockOffsetFile(data);
  const clock = createSandboxClock({ offset_ms: offsetFile.read(), keep: (offset_ms) => offsetFile.write(offset_ms) });
  const sealing: SealingSource = (database) => openSandboxSealing(data, database);
  const store = opened.use(openSqliteStore(data, { sealing, onLost: exitOnLostStore(log) }));
  const webhook_url = ownReceiver ?? `http://${loopback}:${receiver_port}/webhooks`;
  const addresses = { url: `http://${host}:${port}`, admin_url: `http://${loopback}:${admin_port}` };
  const credentials = await openSandboxOrganization({ store, folder: data, webhook_url, addresses, now: clock.now() });

  await openMagicOrganizations(store, clock.now());

  const now = () => clock.now();
  const faults = createSandboxFaults();
  const received = createReceivedLog();
  const pages = await findDashboardFiles();
  if (ownReceiver === undefined) {
    const readSecrets = () => secretsOf(store, credentials.organization_id);
    const fault = () => applyFault(faults.current.endpoint, clock);
    const screen = `/organizations/${credentials.organization_id}/received-webhooks`;
    opened.use(
      await startReceiver({
        host: loopback,
        port: receiver_port,
        readSecrets,
        log: received,
        now,
        fault,
        dashboard_url: pages && new URL(screen, dashboardUrl(settings)).href,
      }),
    );
  }
  const version = readVersion();
  const metrics = createMetrics({ store, clock, log, version });
  const docs = await findDocsSite();
  const integrations = createSandboxIntegrations({ clock });
  const server = createCheckedServer({
    validateWith: settings.validate_with,
    store,
    ...integrations,
    suppliers: withFaults(integrations.suppliers, { faults, clock }),
    clock,
    log,
    servedModes: modes,
    observer: metrics.observer,
    tracing,
    trustedProxies: trusted_proxies,
    keep_alive_seconds,
    tick_seconds,
    retention_days,
    request_log_days,
    request_log_successes,
    log_successes: settings.log_successes,
    docs,
    acceptPublicKeys: true,
    allowLoopbackWebhooks: true,
    webhookProxy: settings.webhook_proxy,
  });
  const { organization_id } = credentials;
  const list = () => received.newest.map(({ webhook }) => webhook);
  const operations = sandboxOperations({ store, clock, faults, received: { organization_id, list } });
  // People stay signed in when the clock of the sandbox is advanced.
  const dashboard = { url: dashboardUrl(settings), clock: systemClock };
  const { readPayment } = server;
  const administration = { store, clock, allowLoopbackWebhooks: true, retention_days, dashboard, readPayment };
  const admin = opened.use(
    await startAdminServer({
      host: loopback,
      port: admin_port,
      server,
      metrics,
      version,
      log,
      administration: { ...administration, access: admin_access },
      operations,
    }),
  );
  const receiver_url = ownReceiver === undefined ? new URL(webhook_url).origin : undefined;
  opened.use(
    await startDashboardServer({
      ...dashboard,
      port: settings.dashboard_port,
      trustedProxies: trusted_proxies,
      server,
      metrics,
      version,
      administration,
      operations,
      facts: { service_url: addresses.url, modes, sandbox: { organization_id, receiver_url } },
      files: pages,
      log,
    }),
  );
  opened.defer(() => server.close());
  const { url } = await server.listen({ host, port });

  const operator = { role: 'operator', organization_id: null, name: null } as const;
  const link = await createLink(operator, { store, dashboard, caller: operatorCaller('command') });

  const running = opened.move();
  const welcome = welcomeText({
    url,
    docsUrl: docs && `${url}/docs`,
    receiver:
      ownReceiver === undefined
        ? { url: new URL(webhook_url).origin }
        : { url: webhook_url, secret: credentials.signing_secret },
    adminUrl: admin.url,
    dashboard: { link: link.url, port: settings.dashboard_port },
    data,
    tick_seconds,
    credentials,
    clock: { now: clock.now(), offset_ms: clock.offset_ms() },
    line,
  });
  return { welcome, close: () => running.disposeAsync() };
}

/** Returns the secret that signs, and the prepared one. */
async function secretsOf(store: Store, organization_id: string): Promise<readonly string[]> {
  const secrets = await store.findSecrets(organization_id);
  if (!secrets) throw new Error(`The organization ${organization_id} is not in the database.`);
  const { signing_secret, prepared_secret } = secrets;
  return prepared_secret === null ? [signing_secret] : [signing_secret, prepared_secret];
}

/** Throws a StartError (exit code 2) with the fix if a sandbox cannot send webhooks to this URL (ORG-6). */
export async function checkWebhookUrl(url: string): Promise<void> {
  const fault = await findWebhookUrlFault(url, { allowLoopback: true });
  if (fault !== undefined) throw new StartError(`--webhook-url: ${fault}`, { exitCode: 2 });
}
