import type { Logger } from 'pino';
import type { ClaimedTurn, Receivers, EndedTurn } from '../store/deliveries/deliveries.ts';
import { hostOf } from './delivery-hosts.ts';
import { noDeliveryObserver, type DeliveryObserver } from './delivery-reports.ts';

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

/** The number of attempts of one organization at once. Its receiver gets as many connections. */
export const maxBatch = 10;
const firstBatch = 3;

/**
 * The maximum of places, of attempts and turns in progress, and of turns of one host; see delivery-lane.ts. In the quick lane, the
 * last one applies to hosts that hang.
 */
export interface Bounds {
  readonly places: number;
  readonly attempts: number;
  readonly turns: number;
  readonly turns_per_host: number;
}

export const bounds: Readonly<Record<Receivers, Bounds>> = {
  quick: { places: 50, attempts: 2_000, turns: 1_000, turns_per_host: 200 },
  slow: { places: 500, attempts: 1_000, turns: 100, turns_per_host: 50 },
};

/** Most turns have few deliveries, so the first batch is small. If the attempts hang, each turn has one. */
export function batchSize({ open, isFirst }: Turn, isHanging: boolean): number {
  if (isHanging) return 1;
  return isFirst ? firstBatch : maxBatch - open;
}

/** Reports deliveries that were abandoned because a crash lost the outcome of their last attempt (DLV-5). */
export function reportAbandoned(
  { organization_id, abandoned }: Pick<EndedTurn, 'abandoned'> & { organization_id: string },
  { log, observer = noDeliveryObserver }: { log: Pick<Logger, 'warn'>; observer?: Pick<DeliveryObserver, 'abandoned'> },
): void {
  for (const event_id of abandoned) {
    observer.abandoned({ organization_id, after: 'crash' });
    const line = { event_id, organization_id };
    log.warn(line, 'a webhook delivery was abandoned: the outcome of its last attempt was not recorded');
  }
}
