import type { ReactNode } from 'react';
import { useServiceNow, type ClockName } from '../session/service-time.ts';
import { exactTime, relativeTime } from './time-text.ts';

export interface TimeProps {
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
