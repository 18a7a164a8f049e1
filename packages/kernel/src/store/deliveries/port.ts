/**
 * The part of the port that claims deliveries and records their attempts, and the conditions of due deliveries, for `deliveries d`, which
 * both engines share. `now` is the engine's parameter for the current time.
 */
import type { AttemptCause, StatusClass } from '../../send/attempt.ts';
import type { Origin } from '../../contract.ts';
import type { Owned, Part, PrepareShared } from '../shared-statement.ts';

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
  readonly started_at: string;
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

// The part of the port that reads the counts of the attempts of an organization. Each hour of an organization has one row, which the
// transactions that record attempts write (decision 015).

/** The outcomes of an attempt. */
export type AttemptClass = Exclude<StatusClass, 'none'>;

/** The attempts that began in an hour, and the deliveries that were abandoned after one of them. */
export interface HourCounts {
  readonly succeeded: number;
  readonly failed: number;
  readonly abandoned: number;
  readonly status_classes: Readonly<Record<AttemptClass, number>>;
  /** The time until the responses, in milliseconds: its sum, and its maximum. Attempts without a response have none. */
  readonly responded_ms: number;
  readonly slowest_ms: number;
}

export interface DeliveryCountReads {
  /** Returns the counts of the hours from `from`, before `before`, that have any, oldest first. `at` is the begin of the hour. */
  readDeliveryCounts(query: {
    readonly organization_id: string;
    readonly from: Date;
    readonly before: Date;
  }): Promise<(HourCounts & { readonly at: Date })[]>;
  /** Returns when the first of the attempts began that have all failed since the last success; null if the last attempt succeeded. */
  readFailingSince(organization_id: string): Promise<string | null>;
}

interface Row extends Omit<HourCounts, 'status_classes'> {
  readonly hour: string;
  readonly status_2xx: number;
  readonly status_3xx: number;
  readonly status_4xx: number;
  readonly status_5xx: number;
  readonly status_other: number;
  readonly no_response: number;
}

const selectCounts = {
  name: 'read_delivery_counts',
  text: `
    SELECT hour, succeeded, failed, abandoned, status_2xx, status_3xx, status_4xx, status_5xx, status_other, no_response,
      responded_ms, slowest_ms
    FROM delivery_counts WHERE organization_id = $1 AND hour >= $2 AND hour < $3 ORDER BY hour`,
};
// Reads the hours of one organization: 720 rows after 30 days.
const selectFailingSince = {
  name: 'read_failing_since',
  text: `
    SELECT min(failing_since) AS failing_since FROM delivery_counts
    WHERE organization_id = $1 AND failing_since > coalesce(
      (SELECT max(last_success) FROM delivery_counts WHERE organization_id = $1), '')`,
};

/** The methods whose statements are the same on both engines. */
export function deliveryCounts(prepare: PrepareShared): Part<DeliveryCountReads, object> {
  const read = prepare<Row>(selectCounts);
  const failing = prepare<{ readonly failing_since: string | null }>(selectFailingSince);
  return {
    reads: {
      async readDeliveryCounts({ organization_id, from, before }) {
        const rows = await read(organization_id, hourOf(from.toISOString()), hourOf(before.toISOString()));
        return rows.map(toCounts);
      },
      async readFailingSince(organization_id) {
        const [row] = await failing(organization_id);
        return row?.failing_since ?? null;
      },
    },
    writes: {},
  };
}

/** Returns the hour of a time, as the rows have it: 2026-11-21T09. */
export function hourOf(time: string): string {
  return time.slice(0, 13);
}

function toCounts({
  hour,
  succeeded,
  failed,
  abandoned,
  responded_ms,
  slowest_ms,
  ...classes
}: Row): HourCounts & { readonly at: Date } {
  return {
    at: new Date(`${hour}:00:00.000Z`),
    succeeded,
    failed,
    abandoned,
    responded_ms,
    slowest_ms,
    status_classes: {
      '2xx': classes.status_2xx,
      '3xx': classes.status_3xx,
      '4xx': classes.status_4xx,
      '5xx': classes.status_5xx,
      other: classes.status_other,
      no_response: classes.no_response,
    },
  };
}
