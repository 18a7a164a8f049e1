/**
 * The part of the port that reads the counts of the attempts of an organization. Each hour of an organization has one row, which the
 * transactions that record attempts write (decision 015).
 */
import type { StatusClass } from '../../send/attempt.ts';
import type { Part, PrepareShared } from '../shared-statement.ts';

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
