/**
 * The part of the port that keeps the log of requests (REQ-1). Rows are read in the order of their `position`, which begins with the time
 * at which the request arrived. It is the id of the request, unless the caller chose one. Each environment of an organization has rows of
 * its own.
 */
import { afterEvery, type Part, type PrepareShared, type SharedStatement } from '@booking-service/kernel/store';
import type { KeyMode } from '@booking-service/contract';
import { idStart } from '@booking-service/kernel/contract';
import { type Listed, type ListPage, toListed } from '../lists/list-page.ts';
import type { EventTimes } from '../lists/delivery-lists.ts';

/**
 * The statements that remove rows: those up to a position. PostgreSQL would read a list of positions anew for each row of a table that it
 * has not analyzed.
 */
export const requestRemovals: Readonly<Record<'beyond' | 'old', SharedStatement>> = {
  beyond: {
    name: 'trim_requests',
    text: `
      DELETE FROM requests WHERE organization_id = $1 AND mode = $2
        AND position <= (
          SELECT position FROM requests WHERE organization_id = $1 AND mode = $2 ORDER BY position DESC LIMIT 1 OFFSET $3)
        AND position <= (
          SELECT max(position) FROM (
            SELECT position FROM requests WHERE organization_id = $1 AND mode = $2 ORDER BY position LIMIT $4) AS oldest)`,
  },
  old: {
    name: 'remove_requests',
    text: `
      DELETE FROM requests WHERE organization_id = $1 AND mode = $2
        AND position <= (
          SELECT max(position) FROM (
            SELECT position FROM requests WHERE organization_id = $1 AND mode = $2 AND position < $3
            ORDER BY position LIMIT $4) AS oldest)
      RETURNING position`,
  },
};

/** A request, without its values. */
interface LoggedRequest {
  readonly organization_id: string;
  readonly mode: KeyMode;
  /** The Request-Id. Its caller may have chosen it, so several requests may have it. */
  readonly id: string;
  /** The time at which the request arrived. */
  readonly created: string;
  readonly operation: string;
  readonly method: string;
  /** The path as the contract writes it. */
  readonly path: string;
  /** Null if the connection was closed before the response. */
  readonly status: number | null;
  readonly error_code: string | null;
  readonly key_id: string;
  readonly idempotency_key: string | null;
  readonly booking_id: string | null;
  readonly latency_ms: number;
}

/** A row of the log. */
export interface RequestRow extends LoggedRequest {
  readonly position: string;
}

/** A row as filters compare it. */
export interface FilteredRequest extends RequestRow {
  /** The first digit of the status, such as 4xx. */
  readonly status_class: string;
}

/** The requests of one environment of an organization. */
interface Environment {
  readonly organization_id: string;
  readonly mode: KeyMode;
}

interface RequestQuery extends Environment, EventTimes, ListPage {
  /** Only requests with a status of 400 or more. */
  readonly failed?: boolean | undefined;
  readonly idempotency_key?: string | undefined;
}

/** The requests by hour, key or operation. */
type RequestGrouping = 'hour' | 'key' | 'operation';

export interface RequestCounts {
  /** The hour as `2026-11-21T09`, the id of the key, or the operation. */
  readonly name: string;
  readonly requests: number;
  /** Those with the status 429. */
  readonly rate_limited: number;
  readonly client_errors: number;
  readonly server_errors: number;
}

export interface RequestLogReads {
  /** Returns a page of the log, newest first. */
  listRequests(query: RequestQuery): Promise<Listed<FilteredRequest>>;
  /** Returns a page of the requests of all organizations that the service failed, with a status of 500 or more, newest first. */
  listFaultyRequests(query: EventTimes & ListPage): Promise<Listed<RequestRow>>;
  /** Returns the newest request with this id. */
  findRequest(request: Environment & { readonly id: string }): Promise<RequestRow | undefined>;
  /**
   * Returns the requests that changed the booking or failed to, oldest first, from this time on. Reads that succeeded are not among them.
   */
  listBookingRequests(query: {
    readonly organization_id: string;
    readonly booking_id: string;
    readonly from?: Date | undefined;
    readonly limit: number;
  }): Promise<RequestRow[]>;
  /** Counts the newest requests of the time, at most `limit`. */
  countRequests(
    query: Environment & EventTimes & { readonly by: RequestGrouping; readonly limit: number },
  ): Promise<RequestCounts[]>;
}

/** A step of the removal of old requests. */
interface RequestRemoval {
  /** Requests from before this time are removed. */
  readonly before: Date;
  /** `next` of the step before. Omitted by the first step. */
  readonly from?: string | undefined;
}

export interface RequestLogWrites {
  recordRequests(requests: readonly RequestRow[]): Promise<void>;
  /** Removes the oldest requests beyond the newest `keep`: at most maxRemoved. */
  trimRequests(trim: Environment & { readonly keep: number }): Promise<void>;
  /** Removes at most maxRemoved requests from before a time. `next` is undefined after the last step. */
  removeRequests(removal: RequestRemoval): Promise<{ readonly removed: number; readonly next: string | undefined }>;
}

/** The maximum of rows of one removal. */
export const maxRemoved = 5_000;

/** The columns of the table. */
export const requestColumns: readonly (keyof RequestRow)[] = [
  'organization_id',
  'mode',
  'position',
  'id',
  'created',
  'operation',
  'method',
  'path',
  'status',
  'error_code',
  'key_id',
  'idempotency_key',
  'booking_id',
  'latency_ms',
];

/** Returns the values of a row to insert. `nameOf` names the value of a column. An id that is the position is stored once. */
export function valuesToInsert(nameOf: (column: keyof RequestRow, index: number) => string): string {
  const names = requestColumns.map(nameOf);
  const position = names[requestColumns.indexOf('position')];
  return requestColumns
    .map((column, index) => (column === 'id' ? `nullif(${names[index]}, ${position})` : names[index]))
    .join(', ');
}

const columns = requestColumns.map((column) => (column === 'id' ? 'coalesce(id, position) AS id' : column)).join(', ');
const inTime = 'organization_id = $1 AND mode = $2 AND position >= $3 AND position < $4';

/** Returns the part of a statement that names the index to use. */
type IndexHint = (index: string) => string;

/** The hint of SQLite, which would otherwise read the rows in their order and compare them. */
export const sqliteIndex: IndexHint = (index) => `INDEXED BY ${index}`;

/** The statements that read rows. */
export function requestStatements(
  hint: IndexHint,
): Readonly<Record<'all' | 'failed' | 'faulty' | 'ofBooking' | 'ofKey' | 'withId', SharedStatement>> {
  const list = (from: string, condition: string) =>
    `SELECT ${columns} FROM requests ${from} WHERE ${inTime} ${condition} ORDER BY position DESC LIMIT $5`;
  return {
    all: { name: 'list_requests', text: list('', '') },
    failed: { name: 'list_failed_requests', text: list(hint('requests_failed'), 'AND status >= 400') },
    faulty: {
      name: 'list_faulty_requests',
      text: `
        SELECT ${columns} FROM requests ${hint('requests_with_fault')}
        WHERE status >= 500 AND position >= $1 AND position < $2 ORDER BY position DESC LIMIT $3`,
    },
    ofKey: { name: 'list_requests_of_key', text: list(hint('requests_by_key'), 'AND idempotency_key = $6') },
    ofBooking: {
      name: 'list_requests_of_booking',
      text: `
        SELECT ${columns} FROM requests ${hint('requests_by_booking')}
        WHERE organization_id = $1 AND booking_id = $2 AND position >= $3 AND booking_id IS NOT NULL
          AND (method <> 'GET' OR status IS NULL OR status >= 400)
        ORDER BY position LIMIT $4`,
    },
    withId: {
      name: 'find_request',
      text: `
        SELECT ${columns} FROM requests WHERE organization_id = $1 AND position = $2 AND mode = $3
        UNION ALL
        SELECT ${columns} FROM requests ${hint('requests_by_id')}
        WHERE organization_id = $1 AND id = $2 AND mode = $3 ORDER BY position DESC LIMIT 1`,
    },
  };
}

const countBy = (by: RequestGrouping, name: string): SharedStatement => ({
  name: `count_requests_by_${by}`,
  text: `
    SELECT ${name} AS name, CAST(count(*) AS integer) AS requests,
      CAST(count(CASE WHEN status = 429 THEN 1 END) AS integer) AS rate_limited,
      CAST(count(CASE WHEN status BETWEEN 400 AND 499 THEN 1 END) AS integer) AS client_errors,
      CAST(count(CASE WHEN status >= 500 THEN 1 END) AS integer) AS server_errors
    FROM (SELECT created, key_id, operation, status FROM requests WHERE ${inTime} ORDER BY position DESC LIMIT $5) AS newest
    GROUP BY ${name} ORDER BY ${name}`,
});
const requestCounts: Readonly<Record<RequestGrouping, SharedStatement>> = {
  hour: countBy('hour', 'substr(created, 1, 13)'),
  key: countBy('key', 'key_id'),
  operation: countBy('operation', 'operation'),
};
const nextEnvironment = {
  name: 'next_environment_of_requests',
  text: `
    SELECT organization_id, mode FROM requests WHERE (organization_id, mode) > ($1, $2)
    ORDER BY organization_id, mode LIMIT 1`,
};

/** The log on either engine, except for the insertion of many rows. */
export function requestLog(
  prepare: PrepareShared,
  hint: IndexHint = () => '',
): Part<RequestLogReads, Omit<RequestLogWrites, 'recordRequests'>> {
  const statements = requestStatements(hint);
  const lists = {
    all: prepare<RequestRow>(statements.all),
    failed: prepare<RequestRow>(statements.failed),
    ofKey: prepare<RequestRow>(statements.ofKey),
  };
  const selectFaulty = prepare<RequestRow>(statements.faulty);
  const selectOfBooking = prepare<RequestRow>(statements.ofBooking);
  const select = prepare<RequestRow>(statements.withId);
  const counts = {
    hour: prepare<RequestCounts>(requestCounts.hour),
    key: prepare<RequestCounts>(requestCounts.key),
    operation: prepare<RequestCounts>(requestCounts.operation),
  };
  const trim = prepare(requestRemovals.beyond);
  const selectNext = prepare<Environment>(nextEnvironment);
  const remove = prepare(requestRemovals.old);
  return {
    reads: {
      async listRequests({ organization_id, mode, failed, idempotency_key, limit, ...query }) {
        const { first, last } = positions(query);
        const values = [organization_id, mode, first, last, limit + 1] as const;
        const rows = await (idempotency_key === undefined
          ? lists[failed ? 'failed' : 'all'](...values)
          : lists.ofKey(...values, idempotency_key));
        const classified = rows.map((row) => ({ ...row, status_class: `${Math.floor((row.status ?? 0) / 100)}xx` }));
        return toListed(classified, limit, ({ position }) => position);
      },
      async listFaultyRequests({ limit, ...query }) {
        const { first, last } = positions(query);
        const rows = await selectFaulty(first, last, limit + 1);
        return toListed(
          rows.map((row) => ({ ...row })),
          limit,
          ({ position }) => position,
        );
      },
      async findRequest({ organization_id, id, mode }) {
        const [row] = await select(organization_id, id, mode);
        return row;
      },
      async listBookingRequests({ organization_id, booking_id, from, limit }) {
        return selectOfBooking(organization_id, booking_id, positions({ from }).first, limit);
      },
      async countRequests({ organization_id, mode, by, limit, ...times }) {
        const { first, last } = positions(times);
        return counts[by](organization_id, mode, first, last, limit);
      },
    },
    writes: {
      async trimRequests({ organization_id, mode, keep }) {
        await trim(organization_id, mode, keep, maxRemoved);
      },
      async removeRequests({ before, from = ' ' }) {
        const [after = '', mode = ''] = from.split(' ');
        const [found] = await selectNext(after, mode);
        if (!found) return { removed: 0, next: undefined };
        const bound = idStart('req', before);
        const removed = await remove(found.organization_id, found.mode, bound, maxRemoved);
        const isDone = removed.length < maxRemoved;
        return { removed: removed.length, next: isDone ? `${found.organization_id} ${found.mode}` : from };
      },
    },
  };
}

/** Returns the first position of a page, and the one before which it ends. */
function positions({ from, before, cursor }: EventTimes & { readonly cursor?: string | undefined }): {
  readonly first: string;
  readonly last: string;
} {
  const start = (at: Date) => idStart('req', new Date(Math.max(0, at.getTime())));
  const end = before === undefined ? afterEvery('req') : start(before);
  return { first: from === undefined ? '' : start(from), last: cursor !== undefined && cursor < end ? cursor : end };
}
