import type { ReactNode } from 'react';
import { admin } from '../../api/admin-api.ts';
import { useInvalidate } from '../../api/use-invalidate.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { useAnnounce } from '../../components/status-region.tsx';
import { useSession } from '../../session/session-boundary.tsx';
import type { MemberDialogProps } from './change-role.tsx';

/** Asks before it removes a member. */
export function RemoveMember({ organization_id, member: { id, email }, onClose }: MemberDialogProps): ReactNode {
  const { actor } = useSession();
  const invalidate = useInvalidate();
  const announce = useAnnounce();
  const remove = async () => {
    await admin.POST('/organizations/{organization_id}/members/{member_id}/remove', {
      params: { path: { organization_id, member_id: id } },
    });
    await invalidate('/organizations/{organization_id}/members');
    announce(`${email} is removed.`);
  };
  return (
    <ConfirmDialog title={`Remove ${email}?`} confirm="Remove member" isDangerous onConfirm={remove} onClose={onClose}>
      <p>The sessions and the links of this person end at once. To return, the person needs another invitation.</p>
      {email === actor.name && (
        <p>
          <strong>This is you: you will be signed out.</strong>
        </p>
      )}
    </ConfirmDialog>
  );
}
