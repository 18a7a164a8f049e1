/** The part of the port that moves old events to an archive outside the store: it reads them, and removes those that were read. */
import { idStart, timeOfId } from '../../ids.ts';

/** A delivery that is over, with its event; or an event without a delivery, whose other fields are null. */
export interface FinishedDelivery {
  readonly organization_id: string;
  readonly event_id: string;
  readonly subject_id: string;
  readonly type: string;
  readonly created: string;
  /** Null in a test event. */
  readonly livemode: boolean | null;
  readonly request_id: string | null;
  readonly payload: string;
  readonly delivery_id: string | null;
  readonly state: string | null;
  readonly attempts: number | null;
  /** The first attempt; null if none was recorded. */
  readonly started_at: string | null;
  readonly duration_ms: number | null;
  readonly status: number | null;
  readonly error: string | null;
  readonly cause: string | null;
  /** The second and later attempts, as JSON; null if there are none. */
  readonly later_attempts: string | null;
}

/** The values that a removal compares: the delivery is over and has had no attempt since it was read. */
type ReadDelivery = Pick<FinishedDelivery, 'organization_id' | 'event_id' | 'delivery_id' | 'attempts'>;

interface FinishedPage {
  readonly from: Date;
  readonly to: Date;
  /** `next` of the page before. Omitted by the first page. */
  readonly after?: string | undefined;
  /** The maximum of events. */
  readonly limit: number;
}

export interface HistoryArchive {
  /** Returns the id of the oldest event since a time. */
  findEventSince(from: Date): Promise<string | undefined>;
  /** Reads events of a time that have no pending delivery, with all their deliveries. `next` is undefined after the last page. */
  readFinished(page: FinishedPage): Promise<{ readonly rows: FinishedDelivery[]; readonly next: string | undefined }>;
  /**
   * Removes these deliveries with their attempts, except those that were sent again since they were read, and the events that have no
   * delivery left. Returns the number of removed events.
   */
  removeRead(rows: readonly ReadDelivery[]): Promise<number>;
  /** Drops the partitions of PostgreSQL that end before a time and have no rows but those of pending deliveries. */
  dropEmpty(before: Date): Promise<void>;
}

/** The rows of the tables, with the columns that an archive has. */
export interface EventRow {
  readonly organization_id: string;
  readonly id: string;
  readonly subject_id: string;
  readonly type: string;
  readonly created: string;
  readonly livemode: boolean | number | null;
  readonly request_id: string | null;
  readonly payload: string;
}
export interface DeliveryRow extends Pick<
  FinishedDelivery,
  'started_at' | 'duration_ms' | 'status' | 'error' | 'cause'
> {
  readonly id: string;
  readonly event_id: string;
  readonly state: string;
  readonly attempts: number;
}
export interface AttemptRow {
  readonly delivery_id: string;
  readonly attempt: number;
}

export const eventColumns = 'organization_id, id, subject_id, type, created, livemode, request_id, payload';
export const deliveryColumns = `id, event_id, state, attempts, first_started_at AS started_at, first_duration_ms AS duration_ms,
  first_status AS status, first_error AS error, first_cause AS cause`;
export const attemptColumns = 'delivery_id, attempt, started_at, duration_ms, status, error, cause';

const noDelivery = {
  delivery_id: null,
  state: null,
  attempts: null,
  started_at: null,
  duration_ms: null,
  status: null,
  error: null,
  cause: null,
  later_attempts: null,
};

/** Joins the rows of some events. `deliveries` may have rows of other events. */
export function joinFinished(
  events: readonly EventRow[],
  { deliveries, attempts }: { readonly deliveries: readonly DeliveryRow[]; readonly attempts: readonly AttemptRow[] },
): FinishedDelivery[] {
  const byEvent = Map.groupBy(deliveries, ({ event_id }) => event_id);
  const byDelivery = Map.groupBy(attempts, ({ delivery_id }) => delivery_id);
  return events.flatMap(({ id, livemode, ...event }): FinishedDelivery[] => {
    const shared = { ...event, event_id: id, livemode: livemode === null ? null : Boolean(livemode) };
    const own = byEvent.get(id) ?? [];
    if (own.some(({ state }) => state === 'pending')) return [];
    if (own.length === 0) return [{ ...shared, ...noDelivery }];
    return own.map(({ id: delivery_id, ...delivery }) => {
      const later = byDelivery.get(delivery_id);
      return { ...shared, ...delivery, delivery_id, later_attempts: later ? JSON.stringify(later) : null };
    });
  });
}

/** Returns the time of a stored id. Throws for a text that has another form. */
export function timeOf(id: string): Date {
  const time = timeOfId(id);
  if (time === undefined) throw new Error(`The id ${id} does not begin with a time.`);
  return time;
}

/** Returns the bounds of the ids of the deliveries of all events between two, both included. */
export function deliveryRange(first: string, last: string): readonly [first: string, after: string] {
  return [idStart('dlv', timeOf(first)), idStart('dlv', new Date(timeOf(last).getTime() + 1))];
}

// The part of the port that removes old events.

/** One step of the removal of old events, which is short enough to run beside requests. */
interface HistoryRemoval {
  readonly now: Date;
  /** Events from before this time are removed. */
  readonly before: Date;
  /** 'archive' leaves events, deliveries and attempts for an archive (see port.ts), and removes the rest. Default: 'remove'. */
  readonly old_events?: 'remove' | 'archive' | undefined;
  /** `next` of the step before. Omitted by the first step. */
  readonly from?: string | undefined;
}

interface RemovedHistory {
  /** The number of removed events. */
  readonly events: number;
  /** The start of the next step; undefined if this step was the last one. */
  readonly next: string | undefined;
}

export interface HistoryWrites {
  /**
   * Removes some events from before a time, with their deliveries and attempts. A pending delivery and its event stay (DLV-14).
   */
  removeHistory(removal: HistoryRemoval): Promise<RemovedHistory>;
}

const day_ms = 24 * 3600 * 1000;

/** Returns the time from which on events are kept at `now`. Older ones are removed, unless a delivery is pending (DLV-14). */
export function keptSince(now: Date, { retention_days }: { retention_days: number }): Date {
  return new Date(now.getTime() - retention_days * day_ms);
}

/**
 * Returns whether an event or a delivery with this id that is not in the store may have been removed because of its age. An id
 * begins with the time of the event.
 */
export function mayBeRemoved(id: string, since: Date): boolean {
  return /^(?:evt|dlv)_[\da-f]{32}$/.test(id) && id < idStart(id.startsWith('evt') ? 'evt' : 'dlv', since);
}
