import type { IncomingMessage } from 'node:http';
import { adminRoles, type DashboardRole } from '@booking-service/contract/admin';
import type { FindCaller } from '../access/admit-caller.ts';
import { notSignedIn } from './find-session-caller.ts';

/** A person whom the application that serves the dashboard has signed in. */
export interface DashboardUser {
  /** An operator may do everything in all organizations. Every other role sees one organization. */
  readonly role: DashboardRole;
  /** The organization of a viewer, developer or admin; null for an operator. */
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
    const isMember = role !== 'operator' && Object.hasOwn(adminRoles, role) && adminRoles[role].organization;
    if (organization_id === null ? role !== 'operator' : !isMember) {
      throw new Error(
        'dashboardAuth returned a role and an organization that do not fit. An operator has organization_id null, every other role has an organization.',
      );
    }
    return {
      role,
      organization_id,
      actor: { kind: 'host', id: id.slice(0, maxLength), name: name && name.slice(0, maxLength) },
    };
  };
}
