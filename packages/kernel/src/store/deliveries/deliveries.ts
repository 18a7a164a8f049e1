/**
 * The part of the port that claims deliveries and records their attempts, and the conditions of due deliveries, for `deliveries d`, which
 * both engines share. `now` is the engine's parameter for the current time.
 */
import type { AttemptCause } from '../../send/attempt.ts';
import type { Origin } from '../../event.ts';
import type { Owned } from '../shared-statement.ts';

/** The right to work on a row until `lease_until`. */
export interface Lease {
  readonly lease_until: Date;
  readonly lease_token: string;
}

export interface Claim extends Lease {
  readonly now: Date;
  readonly limit: number;
}

/** The owner of events: what they are about, and what caused them. */
export interface EventSubject extends Origin {
  readonly organization_id: string;
  /** The name of what the events are about, in the table of the service. */
  readonly subject_id: string;
  /** Null in a test event, which no list of an organization has (EVT-5). */
  readonly livemode: boolean | null;
}

export interface ClaimedDelivery extends Owned, Origin {
  readonly subject_id: string;
  readonly event_id: string;
  readonly event_type: string;
  readonly payload: string;
  /** The number of this attempt, from 1. The claim counts it. */
  readonly attempt: number;
  /** The attempt after which the delivery is abandoned: the fourth, or the one of the last resend. */
  readonly attempts_allowed: number;
  readonly webhook_url: string;
  readonly signing_secret: string;
  readonly lease_token: string;
}

/** The outcome of one attempt: a status, or the kind of error if there was no response. */
export interface AttemptRecord {
  /** The sent headers; null for attempts of versions that did not store them. */
  readonly request_headers: Readonly<Record<string, string>> | null;
  readonly started: string;
  readonly duration_ms: number;
  readonly status: number | null;
  readonly error: 'timeout' | 'address_refused' | 'response_flood' | 'connection' | null;
  /** The cause of the error; null for attempts of versions that did not store it. */
  readonly cause: AttemptCause | null;
  /** The first bytes of the response's body. */
  readonly answer: string | null;
}

/** The outcome of an attempt of a claimed delivery: its final state, or the time of the next attempt. */
export type AttemptOutcome = {
  readonly delivery: Owned & Pick<ClaimedDelivery, 'attempt' | 'lease_token'>;
  readonly attempt: AttemptRecord;
} & ({ readonly state: 'succeeded' | 'abandoned' } | { readonly due_at: Date });

/** `slow`: in the organization's last turn the receiver was slow. All others are `quick`. */
export type Receivers = 'quick' | 'slow';

/** The right to deliver the webhooks of an organization. */
export interface ClaimedTurn {
  readonly organization_id: string;
  readonly webhook_url: string | null;
  /** The first due deliveries, as claimDeliveries returns them. */
  readonly deliveries: readonly ClaimedDelivery[];
  /** The error because of which it has no deliveries: its secret does not open. */
  readonly fault?: unknown;
}

/** A turn that is over. */
export interface EndingTurn {
  readonly organization_id: string;
  readonly lease_token: string;
  readonly now: Date;
  readonly receivers: Receivers;
  /** Default: one millisecond after `now`. */
  readonly not_before?: Date;
}

export interface EndedTurn {
  /** True if the next turn begins at the earliest possible time. */
  readonly due: boolean;
  /** The events of the abandoned deliveries. */
  readonly abandoned: readonly string[];
}

/**
 * The due time of the next turn of an organization with a webhook URL; null if there is none. A leased turn counts with the end of its lease.
 * A time may be earlier than the turn can be claimed. It is never later.
 */
export type NextTurns = Readonly<Record<Receivers, string | null>>;

export interface DeliveryReads {
  /** Returns when the next turn is due, by the kind of its receiver. */
  findNextTurns(): Promise<NextTurns>;
}

export interface DeliveryWrites {
  /**
   * Claims the turns of organizations with a webhook URL and a due delivery, longest waiting first, and returns them, each with at most
   * `deliveries` of its due deliveries, by default none. No other worker gets a claimed turn before it is ended or its lease ends.
   */
  claimTurns(claim: Claim & { readonly receivers: Receivers; readonly deliveries?: number }): Promise<ClaimedTurn[]>;
  /**
   * Ends turns and stores the kind of their receivers. The next turn begins when a delivery is due, but later than `now`, and not
   * before `not_before`. Also abandons the deliveries of the organization whose last attempt was claimed but, because of a
   * crash, never recorded (DLV-5). Changes nothing if the lease is lost. Returns the turns in the given order. Of several turns, one whose
   * row another transaction has is not ended, so that it delays no other: undefined. End it alone.
   */
  endTurns(turns: readonly EndingTurn[]): Promise<(EndedTurn | undefined)[]>;
  /**
   * Claims due deliveries of organizations with a webhook URL, and counts their attempts: at most `limit` of each organization in `of`,
   * or `limit` of all organizations.
   */
  claimDeliveries(claim: Claim & { readonly of?: readonly string[] }): Promise<ClaimedDelivery[]>;
  /** Undoes a claim: ends the leases that it still holds, and subtracts the attempts that it counted. */
  giveBackDeliveries(claimed: { readonly deliveries: readonly Owned[]; readonly lease_token: string }): Promise<void>;
  /** Records at least one attempt, each of another delivery. Returns for each whether it was recorded: false if its lease is lost. */
  recordAttempts(outcomes: readonly AttemptOutcome[]): Promise<boolean[]>;
}

/** The delivery is waiting or under way at `now` (DLV-3). The index of pending deliveries has these columns. */
export function isDue(now: string): string {
  return `d.state = 'pending' AND d.due_at <= ${now}`;
}

/** The delivery is due, not leased, and has an attempt left (DLV-5). */
export function isClaimable(now: string): string {
  return `${isDue(now)} AND d.attempts < d.attempts_allowed AND ${isFree(now)}`;
}

/** The last attempt of the delivery was claimed, but a crash prevented the record of its outcome. */
export function isSpent(now: string): string {
  return `d.state = 'pending' AND d.attempts >= d.attempts_allowed AND ${isFree(now)}`;
}

function isFree(now: string): string {
  return `(d.lease_until IS NULL OR d.lease_until < ${now})`;
}
