import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';

export interface DialogProps {
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
