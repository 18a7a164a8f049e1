import type { ClaimedTurn, Receivers } from '../../store/store.ts';
import { hostOf } from './delivery-hosts.ts';

/** A turn that a lane has claimed; see delivery-lane.ts. */
export interface Turn extends ClaimedTurn {
  lease_token: string;
  readonly host: string;
  readonly begun_ms: number;
  /** The deliveries that are being claimed, sent or recorded. */
  open: number;
  step: 'free' | 'queued' | 'claiming' | 'ending';
  /** True if the next batch is its first. */
  isFirst: boolean;
  /** True if more deliveries may be due. */
  mayHaveMore: boolean;
  /** The number of wakes. */
  wakes: number;
  /** The kind of its receiver, by the attempts of this turn. Undefined before the first. */
  receivers: Receivers | undefined;
}

export function newTurn(claimed: ClaimedTurn, lease_token: string): Turn {
  return {
    ...claimed,
    lease_token,
    host: hostOf(claimed.webhook_url),
    begun_ms: performance.now(),
    open: 0,
    step: 'free',
    isFirst: true,
    mayHaveMore: true,
    wakes: 0,
    receivers: undefined,
  };
}
