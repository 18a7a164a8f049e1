import type { MouseEvent, ReactNode } from 'react';

export interface ButtonProps {
  readonly children: ReactNode;
  readonly onClick?: ((event: MouseEvent<HTMLButtonElement>) => void) | undefined;
  /** `primary` at most once on a screen; `danger` for what cannot be undone; `plain` looks like a link. Default: `normal`. */
  readonly kind?: 'primary' | 'normal' | 'danger' | 'plain';
  readonly type?: 'button' | 'submit';
  /** Shows that the action is under way, and prevents a second one. */
  readonly isBusy?: boolean | undefined;
  readonly isDisabled?: boolean | undefined;
  /** The name for screen readers, if the text alone is not clear. */
  readonly label?: string | undefined;
}

/** A button. While it is busy it keeps the focus, and presses have no effect. */
export function Button({ children, onClick, kind = 'normal', type = 'button', ...rest }: ButtonProps): ReactNode {
  const { isBusy = false, isDisabled = false, label } = rest;
  return (
    <button
      type={type}
      className={`button ${kind}`}
      disabled={isDisabled}
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy || undefined}
      aria-label={label}
      onClick={(event) => {
        if (isBusy) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {isBusy && <span className="spinner" aria-hidden="true" />}
      {children}
    </button>
  );
}
