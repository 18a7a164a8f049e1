import { useState, type ReactNode } from 'react';
import type { DashboardRole, InvitedMember } from '@booking-service/contract/admin';
import { Field } from '../../components/forms/field.tsx';
import { FormDialog } from '../../components/forms/form-dialog.tsx';
import { ShownOnce } from '../../components/forms/shown-once.tsx';
import { Select } from '../../components/select.tsx';
import { useAnnounce } from '../../components/status-region.tsx';
import { Time } from '../../components/time.tsx';
import type { MemberChanges } from './member-changes.ts';

export interface InviteMemberProps<R extends DashboardRole> {
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
          <Time at={invited.expires} isExact />. The first person who opens it is signed in.
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
