import type { AdminRole } from '@booking-service/contract/admin';
import type { AdminStore } from '../../store/admin/admin-store.ts';
import { AdminRefusal } from '../admin-refusal.ts';
import { noOrganization } from '../admit-caller.ts';

/** Throws invalid_request or not_found unless a person can have the role in the organization. An operator has no organization. */
export async function requireHolder(
  store: Pick<AdminStore, 'findListedOrganization'>,
  { role, organization_id }: { readonly role: AdminRole; readonly organization_id?: string | undefined },
): Promise<void> {
  if (role === 'operator') {
    if (organization_id === undefined) return;
    throw new AdminRefusal('invalid_request', 'An operator has no organization. Omit organization_id.');
  }
  if (organization_id === undefined) {
    throw new AdminRefusal('invalid_request', `The role ${role} is for a member. Set organization_id.`);
  }
  if (!(await store.findListedOrganization(organization_id))) throw noOrganization(organization_id);
}
