import { useState, type ReactNode } from 'react';
import type { Member } from '@booking-service/contract/admin';
import { admin } from '../../api/admin-api.ts';
import { useInvalidate } from '../../api/use-invalidate.ts';
import { FormDialog } from '../../components/forms/form-dialog.tsx';
import { Select } from '../../components/select.tsx';
import { useAnnounce } from '../../components/status-region.tsx';
import { memberRoles } from '../operator/holder-fields.tsx';

export interface MemberDialogProps {
  readonly organization_id: string;
  readonly member: Member;
  readonly onClose: () => void;
}

/** The form for another role. */
export function ChangeRole({ organization_id, member, onClose }: MemberDialogProps): ReactNode {
  const { id, email } = member;
  const [role, setRole] = useState(member.role);
  const invalidate = useInvalidate();
  const announce = useAnnounce();
  const change = async () => {
    await admin.PUT('/organizations/{organization_id}/members/{member_id}/role', {
      params: { path: { organization_id, member_id: id } },
      body: { role },
    });
    await invalidate('/organizations/{organization_id}/members');
    announce(`${email} has the role ${role}.`);
    onClose();
  };
  return (
    <FormDialog title={`Role of ${email}`} submit="Change role" onSubmit={change} onClose={onClose}>
      <Select
        label="Role"
        value={role}
        options={memberRoles}
        onChange={setRole}
        hint="The next request of the person has this role."
      />
    </FormDialog>
  );
}
