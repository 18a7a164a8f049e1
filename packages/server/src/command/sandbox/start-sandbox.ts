import { sandbox } from '@booking-service/contract';
import { AsyncDisposableStack } from '@whatwg-node/disposablestack';
import type { Logger } from 'pino';
import { findWebhookUrlFault } from '@booking-service/kernel/http';
import type { Tracing } from '@booking-service/kernel/log';
import type { SealingSource } from '@booking-service/kernel/store/sqlite';
import { createSandboxClock, systemClock } from '@booking-service/kernel/time';
import { locationFlag, readVersion } from '../define-command.ts';
import type { CreatedOrganization } from '../../admin/organizations/create-organization.ts';
import { exitOnLostStore } from '../stop-process.ts';
import { createCheckedServer } from '../../express.ts';
import { findDocsSite, withConsoleStart } from '../../http/documents.ts';
import {
  applyFault,
  createSandboxFaults,
  createSandboxIntegrations,
  openMagicOrganizations,
  withFaults,
} from '../../providers/sandbox/sandbox-integrations.ts';
import { createMetrics } from '../../admin/metrics/metrics.ts';
import { operatorCaller } from '../../admin/admin-context.ts';
import { createLink } from '../../admin/dashboard/sessions.ts';
import { findDashboardFiles } from '../../admin/dashboard/dashboard-listener.ts';
import { startDashboardServer } from '../../admin/dashboard/start-dashboard-server.ts';
import { startAdminServer } from '../../admin/start-admin-server.ts';
import { dashboardUrl, type Settings } from '../settings/effective-settings.ts';
import type { Store } from '../../store/store.ts';
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts';
import { sandboxOperations } from '../../admin/operations/sandbox-operations.ts';
import { createReceivedLog, startReceiver } from './receiver.ts';
import { openClockOffsetFile, openSandboxOrganization } from './sandbox-folder.ts';
import { openSandboxSealing } from '../open-store.ts';
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
  const site = await findDocsSite();
  const docs = site && withConsoleStart(site, () => ({ now: clock.now(), keys: credentials.keys }));
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

/** The text after the start of a sandbox: its addresses, its keys, and commands to paste. */
export function welcomeText({
  url,
  docsUrl,
  receiver,
  adminUrl,
  dashboard,
  data,
  tick_seconds,
  credentials: { organization_id, keys },
  clock: { now, offset_ms },
  line,
}: {
  url: string;
  /** Undefined if the docs are not built. */
  docsUrl: string | undefined;
  /** The receiver of the webhooks. With `secret` it is the user's own: it verifies the signatures with this signing secret. */
  receiver: { readonly url: string; readonly secret?: string };
  adminUrl: string;
  /** The link that signs in to the dashboard once, and the port of the dashboard. */
  dashboard: { readonly link: string; readonly port: number };
  data: string;
  tick_seconds: number;
  credentials: Pick<CreatedOrganization, 'organization_id' | 'keys'>;
  /** The time of the sandbox, and how far it is ahead of the computer's. */
  clock: { readonly now: Date; readonly offset_ms: number };
  line: string;
}): string {
  const clock =
    offset_ms === 0
      ? ''
      : `\n  Clock      ${now.toISOString()}   (${toSpan(offset_ms)} ahead of this computer, because it was advanced)`;
  // Still in the future after further advances.
  const day = offset_ms === 0 ? '30 * 864e5' : `30 * 864e5 + ${offset_ms}`;
  const program = operatorProgram(line);
  const place = `${locationFlag({ data, database: undefined, cells: undefined })}${dashboard.port === 7423 ? '' : ` --dashboard-port ${dashboard.port}`}`;
  const linkCommand = `${program} dashboard link --role operator${place}`;
  return `
Booking Service is running as a sandbox on this computer. Its data is in ${data}/.

  Dashboard  ${dashboard.link}
             (open this link within 15 minutes: it signs you in as the operator, and works once)
  Service    ${url}
  Docs       ${docsUrl ?? 'not built yet: run npm run docs, then start again'}
  Webhooks   ${receiver.url}   ${
    receiver.secret === undefined
      ? '(open this page to see every webhook, with its signature verified)'
      : `(your receiver)\n  Secret     ${receiver.secret}   (the signing secret, with which your receiver verifies webhooks)`
  }
  Admin      ${adminUrl}   (/readyz, /metrics, deliveries, bookings, and the clock of the sandbox)
  Test key   ${keys.test}
  Live key   ${keys.live}   (for live mode; the sandbox contacts no real provider)
  Code       ${sandbox.code}   (the code that every guest and cardholder receives; every other one is wrong)${clock}

Create a booking. Paste these lines into another terminal:

  URL=${url} AUTH="Authorization: Bearer ${keys.test}" JSON="Content-Type: application/json"
  DAY=$(node -p 'new Date(Date.now() + ${day}).toISOString().slice(0, 10)')

  # search venues, then search the slots of one venue
  curl -s $URL/v1/venues/search -H "$AUTH" -H "$JSON" -d '{"city":"Lisbon"}'
  SLOT=$(curl -s $URL/v1/availability/search -H "$AUTH" -H "$JSON" -d '{"venue_id":"ven_harbour_table","date":"'$DAY'","party_size":2}' | grep -o 'slt_[^"]*' | tail -1); echo $SLOT

  # create a booking; its status is processing
  BOOKING=$(curl -s $URL/v1/bookings -H "$AUTH" -H "$JSON" -H "Idempotency-Key: welcome-$SLOT" -d '{"venue_id":"ven_harbour_table","slot_id":"'$SLOT'","party_size":2,"guest":{"first_name":"Ada","last_name":"Byron","email":"ada@diner.test"}}' | tee /dev/stderr | grep -o 'bkg_[0-9a-f]*' | head -1)

  # a few seconds later its status is confirmed
  sleep 4; curl -s $URL/v1/bookings/$BOOKING -H "$AUTH"

  # its webhooks arrive within ${tick_seconds} seconds${
    receiver.secret === undefined ? `\n  curl -s ${receiver.url}/events` : ', at your receiver'
  }

  # to get them now, advance the clock of the sandbox
  curl -s ${adminUrl}/sandbox/clock/advance -H "$JSON" -d '{"ms":${tick_seconds * 1000}}'

  # list its deliveries, with the last attempt of each
  curl -s ${adminUrl}/organizations/${organization_id}/deliveries

Another link to the dashboard: ${linkCommand}
Faster webhooks: ${line} --tick 2        All flags: ${line} --help        Stop: Ctrl-C
`;
}

/** Returns the words that run `booking-service` where this line started the sandbox. */
function operatorProgram(line: string): string {
  if (line.startsWith('npm ')) return 'npm run --silent booking-service --';
  // The program of @booking-service/cli, which installs this one.
  return line.endsWith(' sandbox') ? 'npx -p @booking-service/cli booking-service' : 'booking-service';
}

/** Formats a duration as days, hours, minutes and seconds. It omits units that are zero. */
function toSpan(ms: number): string {
  const seconds = Math.round(ms / 1000);
  const parts: readonly [number, string][] = [
    [Math.floor(seconds / 86_400), 'd'],
    [Math.floor(seconds / 3600) % 24, 'h'],
    [Math.floor(seconds / 60) % 60, 'min'],
    [seconds % 60, 's'],
  ];
  const shown = parts.filter(([count]) => count > 0).map(([count, unit]) => `${count} ${unit}`);
  return shown.length === 0 ? `${ms} ms` : shown.join(' ');
}
