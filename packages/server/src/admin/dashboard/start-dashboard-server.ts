/** The dashboard's server: pages, and the operations of the admin contract for people who are signed in. */
import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import { adminConnectionLimits, createHttpServer, fitOpenFiles, toRawResponse } from '@booking-service/kernel/http';
import { createSealing, type Sealing } from '@booking-service/kernel/store';
import type { Clock } from '@booking-service/kernel/time';
import {
  type AdminContext,
  type AdminHandlers,
  AdminRefusal,
  createAdmission,
  toAdminErrorResponse,
} from '../admin-context.ts';
import { healthOperations, type ReportedServer } from '../health/health.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { adminOperations } from '../operations/admin-operations.ts';
import { createDashboardListener, type DashboardFiles, dashboardHeaders } from './dashboard-listener.ts';
import { createFindSessionCaller, startSessionRemoval, createSessionCookie } from './sessions.ts';
import type { MemberMail } from '../members/member-mail.ts';
import { createSignInLinks } from '../members/sign-in-links.ts';
import { issuerOperations, type ServiceOperator } from '../sign-in/issuer-operations.ts';
import type { SignInIssuer } from '../sign-in/issuer.ts';
import { sessionOperations, type ServiceFacts } from './session-operations.ts';

export interface DashboardServerOptions {
  /** Default: 127.0.0.1. */
  readonly host?: string;
  readonly port: number;
  /** Shares the port with other processes. Each of them can serve every session. Default: false. */
  readonly reusePort?: boolean;
  /** The address that people open. It is https, or names this computer. */
  readonly url: string;
  /** The proxies whose X-Forwarded-For names the client. Default: none. */
  readonly trustedProxies?: readonly string[] | undefined;
  /** The time of links and sessions. */
  readonly clock: Pick<Clock, 'now' | 'every'>;
  /** The booking server whose state operations report. */
  readonly server: ReportedServer;
  readonly metrics: Pick<Metrics, 'text'>;
  /** The version of the service, for operators. Default: none. */
  readonly version?: string | undefined;
  readonly administration: AdminContext;
  /** More operations of the admin contract, for example those of a sandbox. Default: none. */
  readonly operations?: Partial<AdminHandlers>;
  /** Facts about the service that the pages show. */
  readonly facts: ServiceFacts;
  /** The issuers of OpenID Connect at which people sign in. Default: none, only links. */
  readonly issuers?: readonly SignInIssuer[] | undefined;
  /** Signs the cookies of sign-ins at issuers. Default: a key of this process, so that no other one can finish them. */
  readonly sealing?: Pick<Sealing, 'digest' | 'isDigest'> | undefined;
  /** Who runs the service, for the sign-in page. Default: not stated. */
  readonly operator?: ServiceOperator | undefined;
  /** Sends sign-in links to members. Default: no mail. */
  readonly mail?: MemberMail | undefined;
  /** Undefined if the pages are not built. */
  readonly files: DashboardFiles | undefined;
  readonly log: Pick<Logger, 'error' | 'warn'>;
}

export interface DashboardServer extends AsyncDisposable {
  /** The address that it listens on. */
  readonly url: string;
}

/** Starts the server where a proxy with TLS can reach it. Rejects if its port is in use. */
export async function startDashboardServer({
  host = '127.0.0.1',
  port,
  reusePort = false,
  url,
  trustedProxies,
  clock,
  server,
  metrics,
  version,
  administration,
  operations = {},
  facts,
  issuers = [],
  sealing = createSealing(randomBytes(32)),
  operator,
  mail,
  files,
  log,
}: DashboardServerOptions): Promise<DashboardServer> {
  const { store } = administration;
  const cookie = createSessionCookie(url);
  const dashboard = { url, clock, mail };
  const links = createSignInLinks({ store, dashboard, log });
  const handlers = {
    ...healthOperations({ server, metrics, version }),
    ...adminOperations({ ...administration, dashboard }),
    ...operations,
    ...sessionOperations({ store, clock, cookie, facts }),
    ...issuerOperations({ issuers, email: mail !== undefined, operator, url, store, clock, cookie, sealing, log }),
    ...links.handlers,
  };
  const admit = createAdmission({ ...administration, findCaller: createFindSessionCaller({ store, clock, cookie }) });
  const http = createHttpServer(createDashboardListener({ handlers, admit, url, trustedProxies, files, log }), {
    limits: fitOpenFiles(adminConnectionLimits),
    refuse({ message }) {
      const response = toAdminErrorResponse(new AdminRefusal('invalid_request', message));
      return toRawResponse({ ...response, headers: dashboardHeaders });
    },
  });
  const listening = await http.listen({ host, port, reusePort });
  const removal = startSessionRemoval({ store, clock, log });
  return {
    url: listening.url,
    async [Symbol.asyncDispose]() {
      await http[Symbol.asyncDispose]();
      await removal.stop();
      await links[Symbol.asyncDispose]();
    },
  };
}
