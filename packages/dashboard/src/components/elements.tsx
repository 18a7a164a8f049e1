import type { MouseEvent, ReactNode } from 'react';
import { type ClockName, useServiceNow } from '../session/service-time.ts';
import { exactTime, relativeTime } from './shown-values.ts';

export type Tone = 'neutral' | 'good' | 'bad' | 'waiting' | 'accent';

interface BadgeProps {
  readonly tone?: Tone;
  readonly children: ReactNode;
}

/** A state in one or two words. The words say it; the color repeats it. */
export function Badge({ tone = 'neutral', children }: BadgeProps): ReactNode {
  return <span className={`badge ${tone}`}>{children}</span>;
}

interface ButtonProps {
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

interface FactsProps {
  /** Term and value of each row. A row whose value is null is left out. */
  readonly rows: readonly (readonly [term: string, value: ReactNode])[];
}

/** The properties of one thing: a list of terms and values. */
export function Facts({ rows }: FactsProps): ReactNode {
  return (
    <dl className="facts">
      {rows
        .filter(([, value]) => value !== null)
        .map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

interface TimeProps {
  /** A time of the service, such as `2026-11-21T09:30:00.000Z`. */
  readonly at: string;
  /** Shows the exact time instead of `5 minutes ago`. */
  readonly isExact?: boolean;
  /** Shows `5m ago`, for a table. */
  readonly isNarrow?: boolean;
  /** The clock that the time is from. Default: `service`. */
  readonly clock?: ClockName;
}

/** A time: `5 minutes ago`, with the exact time as its title. It keeps up with the clock of the service. */
export function Time({ at, isExact = false, isNarrow = false, clock = 'service' }: TimeProps): ReactNode {
  const now = useServiceNow(clock);
  const exact = exactTime(at);
  return (
    <time dateTime={at} title={isExact ? at : exact}>
      {isExact ? exact : relativeTime(at, now, isNarrow ? 'narrow' : 'long')}
    </time>
  );
}
