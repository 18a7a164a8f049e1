/**
 * Opens a sandbox in this process: the service with its simulated systems, its admin server, the magic organizations, and a clock
 * that runs by itself and can be advanced. Its store is in a temporary folder.
 */
import { AsyncDisposableStack } from '@whatwg-node/disposablestack';
import { createSandboxClock, type SandboxClock, type SandboxClockOptions } from '@booking-service/kernel/time';
import { adminRoles, type DashboardRole } from '@booking-service/contract/admin';
import { createManualClock, type ManualClock } from '@booking-service/kernel/testing';
import { type ReceivedWebhooks, sandboxOperations } from '../admin/operations/sandbox-operations.ts';
import {
  type BookingServerOptions,
  createBookingServer,
  createLog,
  createMetrics,
  createSandboxIntegrations,
  type DashboardFiles,
  startAdminServer,
  type Store,
} from '../index.ts';
import { createSandboxFaults, openMagicOrganizations, withFaults } from '../providers/sandbox/sandbox-integrations.ts';
import { openTemporaryStore, type World } from './world.ts';
import { operatorCaller } from '../admin/admin-context.ts';
import { createLink } from '../admin/dashboard/sessions.ts';
import { startDashboardServer } from '../admin/dashboard/start-dashboard-server.ts';
import { createMemberMail } from '../admin/members/member-mail.ts';
import type { SignInMailer } from '../domain/dashboard-mail.ts';
import type { ServiceOperator } from '../admin/sign-in/issuer-operations.ts';
import type { SignInIssuer } from '../admin/sign-in/issuer.ts';

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

/** The dashboard of a world, as a sandbox has it: its pages, sign-in links, and a clock of its own for sessions. */
export interface TestDashboard extends AsyncDisposable {
  readonly url: string;
  /** The time of links and sessions, as in a sandbox. */
  readonly sessionClock: ManualClock;
  /** Creates a sign-in link, for the organization of the world if the role needs one. Returns its path with the fragment. */
  readonly addLink: (role: DashboardRole) => Promise<string>;
}

export interface TestDashboardOptions {
  readonly files: DashboardFiles | undefined;
  /** The webhooks of the sandbox's receiver. Default: it has no receiver. */
  readonly received?: ReceivedWebhooks;
  /** The issuers of OpenID Connect at which people sign in. They return to the port. Default: none. */
  readonly issuers?: readonly SignInIssuer[];
  /** Who runs the service, for the sign-in page. Default: not stated. */
  readonly operator?: ServiceOperator;
  /** Sends sign-in links to members. Default: no mail. */
  readonly mailer?: SignInMailer;
  /** Default: a free one. */
  readonly port?: number;
}

/** Starts the dashboard of a world. */
export async function openTestDashboard(
  { store, clock, server, organization: { organization_id }, url: service_url, endpoint }: World,
  { files, received, issuers = [], operator, mailer, port }: TestDashboardOptions,
): Promise<TestDashboard> {
  const log = createLog({ destination: { write: () => undefined } });
  // The address in a link. If the port is another one, only the path and the fragment are used.
  const sessionClock = createManualClock(clock.now());
  const dashboard = { url: `http://127.0.0.1:${port ?? 7423}`, clock: sessionClock };
  const start = clock.now().getTime();
  const sandboxClock = { ...clock, offset_ms: () => clock.now().getTime() - start };
  const served = await startDashboardServer({
    ...dashboard,
    port: port ?? 0,
    issuers,
    operator,
    mail: mailer && createMemberMail(mailer, { clock: sessionClock, log }),
    server,
    metrics: createMetrics({ store, clock, log }),
    administration: { store, clock, allowLoopbackWebhooks: true, dashboard },
    operations: sandboxOperations({ store, clock: sandboxClock, faults: createSandboxFaults(), received }),
    version: '0.1.0',
    facts: {
      service_url,
      modes: ['test', 'live'],
      sandbox: { organization_id, receiver_url: endpoint.url },
    },
    files,
    log,
  });
  return {
    url: served.url,
    sessionClock,
    async addLink(role) {
      const of = adminRoles[role].organization ? organization_id : null;
      const holder = { role, organization_id: of, name: 'Ada Byron' };
      const { url } = await createLink(holder, { store, dashboard, caller: operatorCaller('command') });
      const { pathname, hash } = new URL(url);
      return pathname + hash;
    },
    [Symbol.asyncDispose]: () => served[Symbol.asyncDispose](),
  };
}
