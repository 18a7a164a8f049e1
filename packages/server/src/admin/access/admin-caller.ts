import { adminRoles, type AdminRole } from '@booking-service/contract/admin';
import type { Actor } from '../../store/access/audit-log.ts';

/** The caller of an operation of the admin contract. */
export interface AdminCaller {
  readonly role: AdminRole;
  /** The organization of a member; null for a role of all organizations. */
  readonly organization_id: string | null;
  readonly actor: Actor;
}

/** Returns whether a role may do what the lowest role `needed` may do. */
export function hasRole(role: AdminRole, needed: AdminRole): boolean {
  const included: readonly AdminRole[] = adminRoles[role].includes;
  return role === needed || included.includes(needed);
}

/** A caller who may do everything. */
export function operatorCaller(kind: 'operator' | 'command'): AdminCaller {
  return { role: 'operator', organization_id: null, actor: { kind, id: null, name: null } };
}
