/** The dashboard of a world, as a sandbox has it: its pages, sign-in links, and a clock of its own for sessions. */
import { adminRoles, type DashboardRole } from '@booking-service/contract/admin';
import { operatorCaller } from '../admin/admin-caller.ts';
import { createLink } from '../admin/dashboard/sessions.ts';
import { startDashboardServer } from '../admin/dashboard/start-dashboard-server.ts';
import { createMemberMail } from '../admin/members/member-mail.ts';
import type { SignInMailer } from '../domain/dashboard-mail.ts';
import type { ServiceOperator } from '../admin/sign-in/issuer-operations.ts';
import type { SignInIssuer } from '../admin/sign-in/issuer.ts';
import { sandboxOperations, type ReceivedWebhooks } from '../admin/operations/sandbox-operations.ts';
import { createLog, createMetrics, type DashboardFiles } from '../index.ts';
import { createSandboxFaults } from '../providers/sandbox/sandbox-integrations.ts';
import { createManualClock, type ManualClock } from '@booking-service/kernel/testing';
import type { World } from './world.ts';

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
