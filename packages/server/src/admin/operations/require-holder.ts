import { adminRoles, type AdminRole } from '@booking-service/contract/admin';
import type { AdminStore } from '../../store/store.ts';
import { AdminRefusal } from '../admin-refusal.ts';
import { noOrganization } from '../access/admit-caller.ts';

/** Throws invalid_request or not_found unless a caller can have the role in the organization. Only members have one. */
export async function requireHolder(
  store: Pick<AdminStore, 'findListedOrganization'>,
  { role, organization_id }: { readonly role: AdminRole; readonly organization_id?: string | undefined },
): Promise<void> {
  if (!adminRoles[role].organization) {
    if (organization_id === undefined) return;
    const message = `The role ${role} is for all organizations. Omit organization_id.`;
    throw new AdminRefusal('invalid_request', message);
  }
  if (organization_id === undefined) {
    throw new AdminRefusal('invalid_request', `The role ${role} is for a member. Set organization_id.`);
  }
  if (!(await store.findListedOrganization(organization_id))) throw noOrganization(organization_id);
}
