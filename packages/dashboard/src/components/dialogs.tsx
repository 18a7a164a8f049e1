import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { useDialogAction } from '../api/actions.ts';
import { Button } from './elements.tsx';
import { ErrorMessage } from './loading.tsx';
import { CodeBlock } from './code-block.tsx';

interface DialogProps {
  readonly title: ReactNode;
  readonly children: ReactNode;
  /** Called when the person closes it: with Escape, the close button, or a press outside, unless `staysOpen`. */
  readonly onClose: () => void;
  /** `drawer` fills the right edge of the screen. Default: `center`. */
  readonly place?: 'center' | 'drawer';
  /** A press outside does not close it. Default: false. */
  readonly staysOpen?: boolean;
  /** Below the title, in the fixed head. */
  readonly head?: ReactNode;
}

/** A modal native dialog, open while it is rendered. The browser keeps the focus inside, and returns it to where it was. */
export function Dialog({
  title,
  children,
  onClose,
  place = 'center',
  staysOpen = false,
  head,
}: DialogProps): ReactNode {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const isPressOutside = useRef(false);

  // The focus returns only if the dialog closes before it leaves the page, as the cleanup of a layout effect does.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // The browser chooses the close button. A form begins with its first field, and a question with Cancel.
    if (place === 'center') {
      element?.querySelector<HTMLElement>('.dialog-body :is(input, select, textarea, button)')?.focus();
    }
    return () => element?.close();
  }, [place]);

  return (
    // A press outside arrives at the dialog itself.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- Escape is the event `cancel`
    <dialog
      ref={dialog}
      className={`dialog ${place}`}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        // React passes the event of a dialog inside this one on.
        if (event.target === dialog.current) onClose();
      }}
      onMouseDown={(event) => {
        isPressOutside.current = event.target === dialog.current;
      }}
      onClick={(event) => {
        if (!staysOpen && isPressOutside.current && event.target === dialog.current) onClose();
      }}
    >
      <div className="dialog-box">
        <header className="dialog-head">
          <h2 id={id}>{title}</h2>
          <button type="button" className="button plain close" aria-label="Close" onClick={onClose}>
            <svg aria-hidden="true" viewBox="0 0 16 16" width="16" height="16">
              <path d="M3.5 3.5l9 9m0-9l-9 9" fill="none" stroke="currentColor" strokeWidth="1.6" />
            </svg>
          </button>
          {head}
        </header>
        <div className="dialog-body stack">{children}</div>
      </div>
    </dialog>
  );
}

/** The details of one row, beside its list. On a phone it fills the screen. Its address should open it again. */
export function Drawer(props: Omit<DialogProps, 'place'>): ReactNode {
  return <Dialog {...props} place="drawer" />;
}

interface ConfirmDialogProps {
  readonly title: string;
  /** The effect of the action, and whether it can be undone. */
  readonly children: ReactNode;
  /** The words of the button, a verb and its object: `Revoke key`. */
  readonly confirm: string;
  readonly isDangerous?: boolean;
  /** The action. The dialog shows its progress and its error, and closes when it has succeeded. */
  readonly onConfirm: () => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks before an action. */
export function ConfirmDialog({
  title,
  children,
  confirm,
  isDangerous,
  onConfirm,
  onClose,
}: ConfirmDialogProps): ReactNode {
  const { isBusy, error, run, isOutOfSight, close } = useDialogAction(onClose);
  const confirmed = async () => {
    if (await run(onConfirm)) onClose();
  };
  if (isOutOfSight) return null;
  return (
    <Dialog title={title} onClose={close}>
      {children}
      {error !== null && <ErrorMessage error={error} />}
      <div className="actions">
        <Button onClick={close}>Cancel</Button>
        <Button kind={isDangerous ? 'danger' : 'primary'} isBusy={isBusy} onClick={() => void confirmed()}>
          {confirm}
        </Button>
      </div>
    </Dialog>
  );
}

interface FormDialogProps {
  readonly title: string;
  /** The fields. */
  readonly children: ReactNode;
  /** The words of the button, a verb and its object: `Create key`. */
  readonly submit: string;
  /** Sends the form. The dialog shows its progress and its error; the caller closes it. */
  readonly onSubmit: () => Promise<unknown>;
  readonly onClose: () => void;
}

/** A form in a dialog. Enter submits it. If the person closes it while it is sent, the caller still shows what a success created. */
export function FormDialog({ title, children, submit, onSubmit, onClose }: FormDialogProps): ReactNode {
  const { isBusy, error, run, isOutOfSight, close } = useDialogAction(onClose);
  if (isOutOfSight) return null;
  return (
    <Dialog title={title} onClose={close}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void run(onSubmit);
        }}
      >
        {children}
        {error !== null && <ErrorMessage error={error} />}
        <div className="actions ending">
          <Button onClick={close}>Cancel</Button>
          <Button kind="primary" type="submit" isBusy={isBusy}>
            {submit}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface ShownOnceProps {
  readonly title: string;
  /** The secret. */
  readonly secret: string;
  /** The name of the secret: `The API key`. */
  readonly label: string;
  /** Its purpose, and the steps if it is lost. */
  readonly children: ReactNode;
  /** True if the settings show it again. Default: false. */
  readonly isShownAgain?: boolean;
  readonly onClose: () => void;
}

/** Shows a new secret, which is copied before the dialog is closed. */
export function ShownOnce({
  title,
  secret,
  label,
  children,
  isShownAgain = false,
  onClose,
}: ShownOnceProps): ReactNode {
  return (
    <Dialog title={title} staysOpen onClose={onClose}>
      <p>
        <strong>Copy it now. {isShownAgain ? 'The settings show it again.' : 'It is shown only once.'}</strong>
      </p>
      <CodeBlock label={label}>{secret}</CodeBlock>
      {children}
      <div className="actions">
        <Button kind="primary" onClick={onClose}>
          I have copied it
        </Button>
      </div>
    </Dialog>
  );
}
