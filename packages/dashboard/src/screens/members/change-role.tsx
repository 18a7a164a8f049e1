import { useState, type ReactNode } from 'react';
import type { DashboardRole, Member } from '@booking-service/contract/admin';
import { FormDialog } from '../../components/forms/form-dialog.tsx';
import { Select } from '../../components/select.tsx';
import { useAnnounce } from '../../components/status-region.tsx';
import type { MemberChanges } from './member-changes.ts';

export interface ChangeRoleProps<R extends DashboardRole> {
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
