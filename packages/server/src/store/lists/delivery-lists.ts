/**
 * The part of the port that reads the deliveries of one organization and resends them. Every method reads a bounded number of rows, so a
 * caller repeats it for the next ones.
 */
import type { EventType } from '@booking-service/contract';
import type { AttemptRecord, Owned, Part, PrepareShared, StatusClass } from '@booking-service/kernel/store';
import type { Listed, ListPage } from './list-page.ts';

export type DeliveryState = 'pending' | 'succeeded' | 'abandoned';

/** A part of the time, by the events of deliveries. */
export interface EventTimes {
  /** Default: no bound. */
  readonly from?: Date | undefined;
  /** Default: no bound. */
  readonly before?: Date | undefined;
}

/** The columns with which the index of deliveries begins (list-filters.ts). */
export type DeliveryColumn = 'event_type' | 'state' | 'status_class';

/** Only deliveries with all of these properties. */
export interface DeliveryFilter extends EventTimes, Unset<DeliveryColumn> {
  readonly subject_id?: string | undefined;
}

type Unset<C extends keyof ListedDelivery> = { readonly [K in C]?: ListedDelivery[K] | undefined };

/** An attempt in a list: without what was sent and received. */
export interface ListedAttempt extends Pick<
  AttemptRecord,
  'started_at' | 'duration_ms' | 'status' | 'error' | 'cause'
> {
  readonly attempt: number;
}

export interface StoredAttempt extends AttemptRecord {
  readonly attempt: number;
  /** The time at which the stored response was deleted by hand; null if it was not. */
  readonly answer_deleted_at: string | null;
}

/** A delivery in a list. */
export interface ListedDelivery extends Owned {
  readonly event_id: string;
  readonly event_type: EventType;
  readonly subject_id: string;
  /** The time of the event. */
  readonly created: string;
  readonly state: DeliveryState;
  readonly status_class: StatusClass;
  /** The time of the next attempt; null if the delivery is not pending. */
  readonly next_attempt_at: string | null;
  /** Null if no attempt was recorded. */
  readonly last_attempt: ListedAttempt | null;
}

/** A delivery with its history (DLV-7). */
export interface DeliveryRecord extends Omit<ListedDelivery, 'last_attempt'> {
  /** The event's payload, which is the body of every attempt. */
  readonly request_body: string;
  /** The newest attempts before the wanted number, oldest first. */
  readonly attempts: readonly StoredAttempt[];
  /** True if there are attempts before these. */
  readonly has_earlier_attempts: boolean;
}

/** The finished deliveries of an organization with all of these properties. */
interface FinishedDeliveries extends Omit<DeliveryFilter, 'subject_id'> {
  readonly organization_id: string;
  readonly state: Exclude<DeliveryState, 'pending'>;
}

export interface DeliveryListReads {
  /** Returns deliveries, newest first, in order of id. */
  listDeliveries(
    query: DeliveryFilter & ListPage & { readonly organization_id: string },
  ): Promise<Listed<ListedDelivery>>;
  /** Finds a delivery with its newest attempts before this number, at most `attempts` of them. Default: from the last one. */
  findDelivery(
    delivery: Owned,
    range: { readonly attempts: number; readonly before_attempt?: number | undefined },
  ): Promise<DeliveryRecord | undefined>;
  /** Counts deliveries. Capped at `max`; the cap means `max` or more. */
  countDeliveries(selection: FinishedDeliveries & { readonly max: number }): Promise<number>;
}

export interface DeliveryListWrites {
  /**
   * Makes a delivery that succeeded or was abandoned due for one more attempt with the same event id, and returns it. Makes the next
   * attempt of a pending one due; one that is due stays unchanged. Undefined if the organization has no delivery with this id (DLV-10).
   */
  resendDelivery(delivery: Owned, now: Date): Promise<{ delivery: ListedDelivery; resent: boolean } | undefined>;
  /**
   * Does the same with the finished deliveries of a selection, newest first: one step of at most `limit`, in one transaction. Returns how
   * many it resent, and the cursor of the next step; null after the last one.
   */
  resendDeliveries(
    step: FinishedDeliveries & ListPage & { readonly now: Date },
  ): Promise<{ resent: number; next: string | null }>;
  /** Deletes the stored response of an attempt. Undefined if there is no such attempt. A second deletion changes nothing. */
  deleteAttemptResponse(
    attempt: Owned & { readonly attempt: number },
    now: Date,
  ): Promise<{ attempt: StoredAttempt; deleted: boolean } | undefined>;
}

/** Follows the number of every attempt. */
export const afterEveryAttempt: number = 2 ** 31 - 1;

/** Leaves out of an attempt what was sent and received. */
export function toListedAttempt({
  attempt,
  started_at,
  duration_ms,
  status,
  error,
  cause,
}: StoredAttempt): ListedAttempt {
  return { attempt, started_at, duration_ms, status, error, cause };
}

/** A delivery with its first attempt, as one row has both. Most deliveries have no other attempt. */
export interface DeliveryListRow extends Omit<ListedDelivery, 'last_attempt'> {
  /** The number of claimed attempts. */
  readonly attempts: number;
  readonly first_started_at: string | null;
  readonly first_duration_ms: number | null;
  readonly first_status: ListedAttempt['status'];
  readonly first_error: ListedAttempt['error'];
  readonly first_cause: ListedAttempt['cause'];
}

/** The columns of a delivery in a list, without those of its attempts. */
export const deliveryRecordColumns = `d.id, d.organization_id, d.event_id, d.event_type, e.subject_id, e.created, d.state, d.status_class,
  d.due_at AS next_attempt_at`;
export const deliveryListColumns: string = `${deliveryRecordColumns}, d.attempts, d.first_started_at, d.first_duration_ms, d.first_status,
  d.first_error, d.first_cause`;

/** Returns the delivery of a row. `later` is its last recorded attempt after the first. */
export function toListedDelivery(
  {
    attempts: _count,
    first_started_at,
    first_duration_ms,
    first_status,
    first_error,
    first_cause,
    ...row
  }: DeliveryListRow,
  later: StoredAttempt | undefined,
): ListedDelivery {
  const outcome = { status: first_status, error: first_error, cause: first_cause };
  const first =
    first_started_at === null || first_duration_ms === null
      ? null
      : { attempt: 1, started_at: first_started_at, duration_ms: first_duration_ms, ...outcome };
  return { ...row, last_attempt: later ? toListedAttempt(later) : first };
}

/** The part of the port that stores which organizations have had a notice that their deliveries keep failing. */
export interface DeliveryIncident {
  readonly organization_id: string;
  /** The start of the first attempt that failed. */
  readonly failing_since: string;
}

export interface DeliveryIncidentWrites {
  /** Stores an incident. Returns false if the organization has one: another instance was first. */
  openIncident(incident: DeliveryIncident): Promise<boolean>;
  /** Removes the incident of the organization. */
  dropIncident(incident: Pick<DeliveryIncident, 'organization_id'>): Promise<void>;
  /** Removes the incidents that ended with a success, and returns them. Each is returned to one caller. */
  endIncidents(): Promise<DeliveryIncident[]>;
}

const insertIncident = {
  name: 'open_incident',
  text: `
    INSERT INTO delivery_incidents (organization_id, failing_since) VALUES ($1, $2)
    ON CONFLICT (organization_id) DO NOTHING RETURNING organization_id`,
};
const deleteIncident = {
  name: 'drop_incident',
  text: 'DELETE FROM delivery_incidents WHERE organization_id = $1',
};
// Reads the hours of failing organizations since their first failure, and no others: a subquery for each instead of a join.
const deleteEnded = {
  name: 'end_incidents',
  text: `
    DELETE FROM delivery_incidents WHERE (
      SELECT 1 FROM delivery_counts c
      WHERE c.organization_id = delivery_incidents.organization_id
        AND c.hour >= substr(delivery_incidents.failing_since, 1, 13) AND c.last_success > delivery_incidents.failing_since LIMIT 1) = 1
    RETURNING organization_id, failing_since`,
};

/** The incidents on either engine. */
export function deliveryIncidents(prepare: PrepareShared): Part<object, DeliveryIncidentWrites> {
  const insert = prepare<object>(insertIncident);
  const remove = prepare<object>(deleteIncident);
  const end = prepare<DeliveryIncident>(deleteEnded);
  return {
    reads: {},
    writes: {
      openIncident: async ({ organization_id, failing_since }) =>
        (await insert(organization_id, failing_since)).length === 1,
      dropIncident: async ({ organization_id }) => void (await remove(organization_id)),
      endIncidents: async () => (await end()).map((row) => ({ ...row })),
    },
  };
}
