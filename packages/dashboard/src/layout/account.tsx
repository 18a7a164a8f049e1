import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '../components/button.tsx';
import { ErrorMessage } from '../components/error-message.tsx';
import { Popover } from '../components/popover.tsx';
import { shownName } from '../components/shown-name.ts';
import { useSession } from '../session/session-boundary.tsx';
import { removeOtherQueries, sessionKey, signOut, type SessionState } from '../session/session.ts';
import { ThemeSwitch } from './theme-switch.tsx';

/** Who is signed in, the theme, and the button that signs out. */
export function Account(): ReactNode {
  const { role, organization_id, actor } = useSession();
  const queryClient = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: signOut,
    onSuccess() {
      removeOtherQueries(queryClient);
      queryClient.setQueryData<SessionState>(sessionKey, 'ended');
    },
  });
  return (
    <Popover
      trigger={
        <>
          <span className="hidden">Account: </span>
          <span className="capital">{role}</span>
        </>
      }
    >
      <div className="stack">
        <p>
          {actor.name === null ? 'You' : shownName(actor.name)} signed in as <strong>{role}</strong>
          {organization_id === null ? ' of the whole service.' : ' of this organization.'}
        </p>
        <ThemeSwitch />
        {error && <ErrorMessage error={error} />}
        <Button isBusy={isPending} onClick={() => mutate()}>
          Sign out
        </Button>
      </div>
    </Popover>
  );
}
