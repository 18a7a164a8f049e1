import type { ReactNode } from 'react';
import type { DashboardSession } from '@booking-service/contract/admin';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { shownName } from '../../components/shown-name.ts';
import { useAnnounce } from '../../components/status-region.tsx';
import { useSession } from '../../session/session-boundary.tsx';

export interface RevokeSessionProps {
  readonly session: DashboardSession;
  /** Ends the session, and reads again what is shown of it. */
  readonly onRevoke: () => Promise<void>;
  readonly onClose: () => void;
}

/** Asks before it ends the access of a person. */
export function RevokeSession({ session, onRevoke, onClose }: RevokeSessionProps): ReactNode {
  const { id, name, state } = session;
  const { actor } = useSession();
  const announce = useAnnounce();
  const revoke = async () => {
    await onRevoke();
    announce('The access is revoked.');
  };
  return (
    <ConfirmDialog
      title={`Revoke the access of ${name === null ? 'this person' : shownName(name)}?`}
      confirm="Revoke access"
      isDangerous
      onConfirm={revoke}
      onClose={onClose}
    >
      <p>
        {state === 'link'
          ? 'The link no longer works.'
          : 'The next request of this person is refused. To return, the person has to sign in again.'}
      </p>
      {id === actor.id && (
        <p>
          <strong>This is your own session: you will be signed out.</strong>
        </p>
      )}
    </ConfirmDialog>
  );
}
