import { useState, type ReactNode } from 'react';
import type { InvitedMember, MemberRole } from '@booking-service/contract/admin';
import { admin } from '../../api/admin-api.ts';
import { useInvalidate } from '../../api/use-invalidate.ts';
import { Field } from '../../components/forms/field.tsx';
import { FormDialog } from '../../components/forms/form-dialog.tsx';
import { ShownOnce } from '../../components/forms/shown-once.tsx';
import { Select } from '../../components/select.tsx';
import { useAnnounce } from '../../components/status-region.tsx';
import { Time } from '../../components/time.tsx';
import { memberRoles } from '../operator/holder-fields.tsx';

export interface InviteMemberProps {
  readonly organization_id: string;
  readonly onClose: () => void;
}

/** The form for an invitation. If the service sends no mail, it then shows the link. */
export function InviteMember({ organization_id, onClose }: InviteMemberProps): ReactNode {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<MemberRole>('developer');
  const [invited, setInvited] = useState<InvitedMember | null>(null);
  const invalidate = useInvalidate();
  const announce = useAnnounce();
  const invite = async () => {
    const path = '/organizations/{organization_id}/members';
    try {
      const { data } = await admin.POST(path, {
        params: { path: { organization_id } },
        body: { email: email.trim(), role },
      });
      if (data && data.url !== null) return setInvited(data);
      announce(`The invitation was sent to ${email.trim()}.`);
      onClose();
    } finally {
      // A member whose mail was not sent is in the list, too.
      await invalidate(path);
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
    <FormDialog title="Invite member" submit="Invite" onSubmit={invite} onClose={onClose}>
      <Field
        label="Email address"
        type="email"
        value={email}
        onChange={setEmail}
        isRequired
        maxLength={100}
        hint="An address that is a member's already gets the role and a new link."
      />
      <Select label="Role" value={role} options={memberRoles} onChange={setRole} />
    </FormDialog>
  );
}
