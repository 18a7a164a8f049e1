import type { IncomingMessage } from 'node:http';
import type { Logger } from 'pino';
import { adminRoles, type DashboardRole } from '@booking-service/contract/admin';
import { type AdminContext, createAdmission, type FindCaller } from '../admin-context.ts';
import { type ReportedServer, stateOperations } from '../health/health.ts';
import { adminOperations } from '../operations/admin-operations.ts';
import { createDashboardListener, type DashboardFiles, type DashboardListener } from './dashboard-listener.ts';
import { createSessionCookie, notSignedIn } from './sessions.ts';
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
  readonly server: ReportedServer;
  readonly facts: ServiceFacts;
  readonly log: Pick<Logger, 'error'>;
}

/** Creates the listener of a dashboard whose people the application signs in. It has no links and no sessions of its own. */
export function createHostDashboard(
  { url, dashboardAuth, files }: HostDashboard,
  { administration, server, facts, log }: HostDashboardOptions,
): DashboardListener {
  const { store, clock } = administration;
  const {
    signIn: _signIn,
    readSignInLink: _read,
    ...sessions
  } = sessionOperations({ store, clock, cookie: createSessionCookie(url), facts });
  const states = stateOperations({ server, version: undefined });
  const handlers = { ...adminOperations(administration), ...states, ...sessions };
  const admit = createAdmission({ store, clock, findCaller: createFindHostCaller(dashboardAuth) });
  return createDashboardListener({ handlers, admit, url, files, log });
}

/** A person whom the application that serves the dashboard has signed in. */
export interface DashboardUser {
  /** An operator may do everything in all organizations, and support reads and resends there. Every other role sees one organization. */
  readonly role: DashboardRole;
  /** The organization of a viewer, developer or admin; null for support and operators. */
  readonly organization_id: string | null;
  /** The application's id of the person, for the audit log. At most 100 characters. */
  readonly id: string;
  /** The name of the person, for the audit log. At most 100 characters. Default: none. */
  readonly name?: string | null | undefined;
}

/** Returns who sends a request, for example from the application's own session; undefined if no one is signed in. */
export type DashboardAuth = (
  request: IncomingMessage,
) => DashboardUser | undefined | Promise<DashboardUser | undefined>;

const maxLength = 100;

/** Finds the person whom the application has signed in. Throws unauthorized, and an error if the application returns an impossible person. */
export function createFindHostCaller(dashboardAuth: DashboardAuth): FindCaller {
  return async function findHostCaller(req) {
    const user = await dashboardAuth(req);
    if (user === undefined) throw notSignedIn();
    const { role, organization_id, id, name = null } = user;
    if (!Object.hasOwn(adminRoles, role) || adminRoles[role].organization !== (organization_id !== null)) {
      throw new Error(
        'dashboardAuth returned a role and an organization that do not fit. Support and operators have organization_id null, every other role has an organization.',
      );
    }
    return {
      role,
      organization_id,
      actor: { kind: 'host', id: id.slice(0, maxLength), name: name && name.slice(0, maxLength) },
    };
  };
}
