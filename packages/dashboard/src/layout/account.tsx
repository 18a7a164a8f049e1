import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type MouseEvent, type ReactNode, useId, useRef, useState } from 'react';
import { Button } from '../components/elements.tsx';
import { ErrorMessage } from '../components/loading.tsx';
import { shownName } from '../components/shown-values.ts';
import { useSession } from '../session/session-boundary.tsx';
import { removeOtherQueries, sessionKey, type SessionState, signOut } from '../session/session.ts';
import { Select } from '../components/select.tsx';

/** `system` follows the operating system. */
type Theme = 'system' | 'light' | 'dark';

const themes: readonly Theme[] = ['system', 'light', 'dark'];
const key = 'theme';

/** The theme that the person chose in this browser. Default: `system`. */
export function storedTheme(): Theme {
  try {
    const stored = localStorage.getItem(key);
    return themes.find((theme) => theme === stored) ?? 'system';
  } catch {
    // A browser can forbid storage.
    return 'system';
  }
}

/** Shows a theme. */
export function applyTheme(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme;
}

/** Shows a theme, and remembers it in this browser. */
function chooseTheme(theme: Theme): void {
  applyTheme(theme);
  try {
    localStorage.setItem(key, theme);
  } catch {
    // Then it lasts until the page is closed.
  }
}

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
function ThemeSwitch(): ReactNode {
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

interface PopoverProps {
  /** The content of the button. */
  readonly trigger: ReactNode;
  /** The name of a button whose content is an icon. */
  readonly label?: string;
  /** The content. A press on a link in it hides it. */
  readonly children: ReactNode;
  readonly className?: string;
}

/** A button that shows and hides a native popover. Escape and a press outside hide it, and the focus returns to the button. */
export function Popover({ trigger, label, children, className = '' }: PopoverProps): ReactNode {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const hideAfterLink = ({ target }: MouseEvent) => {
    if (target instanceof Element && target.closest('a')) box.current?.hidePopover();
  };
  return (
    <div className={`popover ${className}`}>
      <button type="button" className="button" popoverTarget={id} aria-label={label}>
        {trigger}
      </button>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- adds to what links do, by mouse and by keyboard */}
      <div id={id} ref={box} popover="auto" className="popover-box" onClick={hideAfterLink}>
        {children}
      </div>
    </div>
  );
}
