import type { DashboardRole, InvitedMember, Member, Session } from '@booking-service/contract/admin';
import { type ReactNode, useState } from 'react';
import type { Choices } from '../operator/holder-fields.tsx';
import { ConfirmDialog, FormDialog, ShownOnce } from '../../components/dialogs.tsx';
import { Field } from '../../components/field.tsx';
import { Select } from '../../components/select.tsx';
import { useAnnounce } from '../../components/loading.tsx';
import { Time } from '../../components/elements.tsx';
import { useSession } from '../../session/session-boundary.tsx';

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

interface ChangeRoleProps<R extends DashboardRole> {
  readonly member: Member;
  readonly changes: MemberChanges<R>;
  readonly onClose: () => void;
}

/** The form for another role. */
export function ChangeRole<R extends DashboardRole>({
  member: { id, email, role: current },
  changes: { roles, firstRole, changeRole, refresh },
  onClose,
}: ChangeRoleProps<R>): ReactNode {
  const [role, setRole] = useState(() => roles.find(([each]) => each === current)?.[0] ?? firstRole);
  const announce = useAnnounce();
  const change = async () => {
    await changeRole(id, role);
    await refresh();
    announce(`${email} has the role ${role}.`);
    onClose();
  };
  return (
    <FormDialog title={`Role of ${email}`} submit="Change role" onSubmit={change} onClose={onClose}>
      <Select
        label="Role"
        value={role}
        options={roles}
        onChange={setRole}
        hint="The next request of the person has this role."
      />
    </FormDialog>
  );
}

interface InviteMemberProps<R extends DashboardRole> {
  readonly changes: MemberChanges<R>;
  readonly onClose: () => void;
}

/** The form for an invitation. If the service sends no mail, it then shows the link. */
export function InviteMember<R extends DashboardRole>({
  changes: { roles, firstRole, invite, refresh },
  onClose,
}: InviteMemberProps<R>): ReactNode {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState(firstRole);
  const [invited, setInvited] = useState<InvitedMember | null>(null);
  const announce = useAnnounce();
  const submit = async () => {
    try {
      const added = await invite({ email: email.trim(), role });
      if (added && added.url !== null) return setInvited(added);
      announce(`The invitation was sent to ${email.trim()}.`);
      onClose();
    } finally {
      // A member whose mail was not sent is in the list, too.
      await refresh();
    }
  };
  if (invited && invited.url !== null) {
    return (
      <ShownOnce title="Sign-in link" label="The sign-in link" secret={invited.url} onClose={onClose}>
        <p>
          This service sends no mail: send the link to <strong>{invited.member.email}</strong>. It works once, before{' '}
          <Time at={invited.expires_at} isExact />. The first person who opens it is signed in.
        </p>
      </ShownOnce>
    );
  }
  return (
    <FormDialog title="Invite member" submit="Invite" onSubmit={submit} onClose={onClose}>
      <Field
        label="Email address"
        type="email"
        value={email}
        onChange={setEmail}
        isRequired
        maxLength={100}
        hint="An address that is a member's already gets the role and a new link."
      />
      <Select label="Role" value={role} options={roles} onChange={setRole} />
    </FormDialog>
  );
}

interface RemoveMemberProps<R extends DashboardRole> {
  readonly member: Member;
  readonly changes: Pick<MemberChanges<R>, 'remove' | 'refresh'>;
  readonly onClose: () => void;
}

/** Asks before it removes a member. */
export function RemoveMember<R extends DashboardRole>({
  member,
  changes: { remove, refresh },
  onClose,
}: RemoveMemberProps<R>): ReactNode {
  const { id, email } = member;
  const session = useSession();
  const announce = useAnnounce();
  const confirm = async () => {
    await remove(id);
    await refresh();
    announce(`${email} is removed.`);
  };
  return (
    <ConfirmDialog title={`Remove ${email}?`} confirm="Remove member" isDangerous onConfirm={confirm} onClose={onClose}>
      <p>The sessions and the links of this person end at once. To return, the person needs another invitation.</p>
      {isCaller(member, session) && (
        <p>
          <strong>This is you: you will be signed out.</strong>
        </p>
      )}
    </ConfirmDialog>
  );
}
