import { adminRoles, type AdminRole } from '@booking-service/contract/admin';
import type { Actor } from '../store/admin/audit-log.ts';

/** The caller of an operation of the admin contract. */
export interface AdminCaller {
  readonly role: AdminRole;
  /** The organization of a member; null for an operator. */
  readonly organization_id: string | null;
  readonly actor: Actor;
}

// The contract's roles are an object with these keys, lowest first.
const ranked = Object.keys(adminRoles) as readonly AdminRole[];

/** Returns whether a role may do what the lowest role `needed` may do. */
export function hasRole(role: AdminRole, needed: AdminRole): boolean {
  return ranked.indexOf(role) >= ranked.indexOf(needed);
}

/** A caller who may do everything. */
export function operatorCaller(kind: 'operator' | 'command'): AdminCaller {
  return { role: 'operator', organization_id: null, actor: { kind, id: null, name: null } };
}
