import type { Logger } from 'pino';
import type { Listener } from '../../http/operation-listener.ts';
import type { AdminContext } from '../admin-context.ts';
import { createAdmission } from '../access/admit-caller.ts';
import { adminOperations } from '../operations/admin-operations.ts';
import { createFindHostCaller, type DashboardAuth } from './dashboard-auth.ts';
import type { DashboardFiles } from './dashboard-files.ts';
import { createDashboardListener } from './dashboard-listener.ts';
import { createSessionCookie } from './session-cookie.ts';
import { sessionOperations, type ServiceFacts } from './session-operations.ts';

/** The dashboard for an application with its own sign-in. */
export interface HostDashboard {
  /** The address that people open, for example https://dashboard.example.com: https, or this computer. Without a path. */
  readonly url: string;
  /** Returns who sends a request; undefined if no one is signed in. */
  readonly dashboardAuth: DashboardAuth;
  /** The pages; see findDashboardFiles. Default: none, only the operations are served. */
  readonly files?: DashboardFiles | undefined;
}

export interface HostDashboardOptions {
  readonly administration: AdminContext;
  readonly facts: ServiceFacts;
  readonly log: Pick<Logger, 'error'>;
}

/** Creates the listener of a dashboard whose people the application signs in. It has no links and no sessions of its own. */
export function createHostDashboard(
  { url, dashboardAuth, files }: HostDashboard,
  { administration, facts, log }: HostDashboardOptions,
): Listener {
  const { store, clock } = administration;
  const { getSession, signOut } = sessionOperations({ store, clock, cookie: createSessionCookie(url), facts });
  const handlers = { ...adminOperations(administration), getSession, signOut };
  const admit = createAdmission({ store, findCaller: createFindHostCaller(dashboardAuth) });
  return createDashboardListener({ handlers, admit, url, files, log });
}
