import type { Logger } from 'pino';
import type { Receivers, EndedTurn } from '../store/deliveries/deliveries.ts';
import { hostOf } from './delivery-hosts.ts';
import { noDeliveryObserver, type DeliveryObserver } from './delivery-reports.ts';
import type { HeldDelivery, HeldTurn } from './turn-statements.ts';

/** A turn that a lane has claimed; see delivery-lane.ts. */
export interface Turn extends Pick<HeldTurn, 'organization_id'> {
  lease_token: string;
  readonly host: string;
  readonly begun_ms: number;
  /** The claimed deliveries whose attempts have not begun, in order. */
  readonly waiting: HeldDelivery[];
  /** The attempts that are being made. */
  sending: number;
  /** The attempts among them that last longer than slow_ms. */
  slow: number;
  /** The deliveries that are being claimed, wait, are being sent or recorded. */
  open: number;
  step: 'free' | 'queued' | 'claiming' | 'ending';
  /** True if more deliveries may be due. */
  mayHaveMore: boolean;
  /** The number of wakes, and this number when the last claim began. */
  wakes: number;
  seenWakes: number;
  /** The kind of its receiver, by the attempts of this turn. Undefined before the first. */
  receivers: Receivers | undefined;
}

export function newTurn({ organization_id, webhook_url, lease_token }: Omit<HeldTurn, 'held'>): Turn {
  return {
    organization_id,
    lease_token,
    host: hostOf(webhook_url),
    begun_ms: performance.now(),
    waiting: [],
    sending: 0,
    slow: 0,
    open: 0,
    step: 'free',
    mayHaveMore: true,
    wakes: 0,
    seenWakes: 0,
    receivers: undefined,
  };
}

/** The number of attempts of one organization at once. Its receiver gets at most as many connections. */
export const maxBatch = 10;
/** Most turns have few deliveries, so the first batch is small. */
export const firstBatch = 3;

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

/** True if another batch leaves the organization at most maxBatch deliveries that wait or are being sent, and as many to record. */
export function hasRoom({ waiting, sending, open }: Turn): boolean {
  return waiting.length + sending <= maxBatch / 2 && open <= maxBatch;
}

/** The number of deliveries that the turn claims. If the attempts hang, each turn has one. */
export function batchSize({ waiting, sending }: Turn, isHanging: boolean): number {
  return isHanging ? 1 : maxBatch - waiting.length - sending;
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
