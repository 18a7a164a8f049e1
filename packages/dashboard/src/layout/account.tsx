import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Button } from '../components/button.tsx';
import { ErrorMessage } from '../components/loading.tsx';
import { Popover } from '../components/popover.tsx';
import { shownName } from '../components/shown-name.ts';
import { useSession } from '../session/session-boundary.tsx';
import { removeOtherQueries, sessionKey, signOut, type SessionState } from '../session/session.ts';
import { Select } from '../components/select.tsx';
import { chooseTheme, storedTheme, type Theme } from './theme.ts';

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

/** Switches between the theme of the system, light and dark. */
export function ThemeSwitch(): ReactNode {
  const [theme, setTheme] = useState(storedTheme);
  const choose = (chosen: Theme) => {
    chooseTheme(chosen);
    setTheme(chosen);
  };
  return (
    <Select
      label="Theme"
      value={theme}
      onChange={choose}
      options={[
        ['system', 'As the system'],
        ['light', 'Light'],
        ['dark', 'Dark'],
      ]}
    />
  );
}
