import type { DashboardRole, InvitedMember, Member, Session } from '@booking-service/contract/admin';
import type { Choices } from '../operator/holder-fields.tsx';

/** The changes of the members of an organization, or of the operator. */
export interface MemberChanges<R extends DashboardRole> {
  /** The roles of these members. */
  readonly roles: Choices<R>;
  /** The role that a form begins with. */
  readonly firstRole: R;
  readonly invite: (invitation: { readonly email: string; readonly role: R }) => Promise<InvitedMember | undefined>;
  readonly changeRole: (id: string, role: R) => Promise<unknown>;
  readonly remove: (id: string) => Promise<unknown>;
  /** Reads the list again. */
  readonly refresh: () => Promise<void>;
}

/** Returns whether the member is the caller. A person can be a member of several organizations and of the operator. */
export function isCaller(
  { email, organization_id }: Member,
  { actor, organization_id: own }: Pick<Session, 'actor' | 'organization_id'>,
): boolean {
  return email === actor.name && organization_id === own;
}
