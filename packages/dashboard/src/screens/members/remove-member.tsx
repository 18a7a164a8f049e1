import type { ReactNode } from 'react';
import type { DashboardRole, Member } from '@booking-service/contract/admin';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { useAnnounce } from '../../components/status-region.tsx';
import { useSession } from '../../session/session-boundary.tsx';
import { isCaller, type MemberChanges } from './member-changes.ts';

export interface RemoveMemberProps<R extends DashboardRole> {
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
