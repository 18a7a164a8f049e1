import type { DatabaseSync } from 'node:sqlite';
import type { Owned, Part } from '@booking-service/kernel/store';
import { inSnapshot, inTransaction, prepareOn, prepareRequeueing } from '@booking-service/kernel/store/sqlite';
import {
  afterEveryAttempt,
  deliveryListColumns,
  type DeliveryListReads,
  type DeliveryListRow,
  type DeliveryListWrites,
  type DeliveryRecord,
  deliveryRecordColumns,
  type ListedDelivery,
  type StoredAttempt,
  toListedDelivery,
} from './delivery-lists.ts';
import {
  deliveryColumns,
  type DeliveryRange,
  deliveryRanges,
  type DeliveryRow,
  type EventBounds,
  idBounds,
  type IdBounds,
  listBookingDeliveries,
} from './list-ranges.ts';
import { toListed } from './list-page.ts';

/** Selects a delivery of a list. */
export const listedDelivery: string = `
  SELECT ${deliveryListColumns} FROM deliveries d JOIN events e ON e.organization_id = d.organization_id AND e.id = d.event_id
  WHERE d.organization_id = ? AND d.id = ?`;

/** Selects the newest attempts of a delivery, without the first. */
export const newestAttempts = `
  SELECT attempt, request_headers, started_at, duration_ms, status, error, cause, answer, answer_deleted_at FROM delivery_attempts
  WHERE organization_id = ? AND delivery_id = ? AND attempt < ? ORDER BY attempt DESC LIMIT ?`;

/** Selects the first attempt of a delivery, if it was recorded. */
export const firstAttempt = `
  SELECT 1 AS attempt, first_request_headers AS request_headers, first_started_at AS started_at, first_duration_ms AS duration_ms,
    first_status AS status, first_error AS error, first_cause AS cause, first_answer AS answer,
    first_answer_deleted_at AS answer_deleted_at
  FROM deliveries WHERE organization_id = ? AND id = ? AND first_started_at IS NOT NULL`;

type RecordRow = Omit<ListedDelivery, 'last_attempt'> & Pick<DeliveryRecord, 'request_body'>;
type AttemptRow = Omit<StoredAttempt, 'request_headers'> & { readonly request_headers: string | null };

export interface DeliveryDetails {
  findListed(delivery: Owned): ListedDelivery | undefined;
  /** Returns the newest attempts before this number, oldest first. */
  readAttempts(delivery: Owned, range: { before: number; limit: number }): StoredAttempt[];
  findRecord(delivery: Owned, range: { before: number; limit: number }): DeliveryRecord | undefined;
}

/** Prepares the reads of one delivery. */
export function prepareDeliveryDetails(db: DatabaseSync): DeliveryDetails {
  const prepare = prepareOn(db);
  const selectListed = prepare.read(listedDelivery);
  const selectAttempts = prepare.read(newestAttempts);
  const selectFirst = prepare.read(firstAttempt);
  const selectRecord = prepare.read(`
    SELECT ${deliveryRecordColumns}, e.payload AS request_body
    FROM deliveries d JOIN events e ON e.organization_id = d.organization_id AND e.id = d.event_id
    WHERE d.organization_id = ? AND d.id = ?`);

  function readAttempts({ organization_id, id }: Owned, { before, limit }: { before: number; limit: number }) {
    const later = selectAttempts.all(organization_id, id, before, limit);
    const first = before > 1 && later.length < limit ? selectFirst.all(organization_id, id) : [];
    // The statements have the columns of AttemptRow.
    const rows = [...later, ...first] as unknown as AttemptRow[];
    return rows.map(toAttempt).toReversed();
  }

  return {
    readAttempts,
    findListed({ organization_id, id }) {
      const row = selectListed.get(organization_id, id) as unknown as DeliveryListRow | undefined;
      if (!row) return undefined;
      const range = { before: afterEveryAttempt, limit: 1 };
      return toListedDelivery(row, row.attempts > 1 ? readAttempts({ organization_id, id }, range).at(-1) : undefined);
    },
    findRecord(delivery, { before, limit }) {
      const row = selectRecord.get(delivery.organization_id, delivery.id) as unknown as RecordRow | undefined;
      if (!row) return undefined;
      const attempts = readAttempts(delivery, { before, limit: limit + 1 });
      return {
        ...row,
        attempts: attempts.slice(-limit),
        has_earlier_attempts: attempts.length > limit,
      };
    },
  };
}

function toAttempt({ request_headers, ...row }: AttemptRow): StoredAttempt {
  // The text was written from such an object.
  const headers = request_headers === null ? null : (JSON.parse(request_headers) as Record<string, string>);
  return { ...row, request_headers: headers };
}

/** Selects the newest events of a subject. */
export const newestEvents = `
  SELECT id FROM events INDEXED BY events_of_subject
  WHERE organization_id = :organization_id AND subject_id = :subject_id AND id >= :first AND id < :last
  ORDER BY id DESC LIMIT :limit`;

/** Selects the deliveries of an event, whose ids begin with its time. */
export const deliveriesOfEvent = `
  SELECT id, event_id, event_type, state, status_class, due_at AS next_attempt_at FROM deliveries
  WHERE organization_id = :organization_id AND id >= :first AND id < :last AND event_id = :event_id
  ORDER BY id LIMIT :limit`;

/** The deliveries of an event that are read for a list of the deliveries of a subject. */
const maxOfEvent = 100;

/** Lists of deliveries, and resends. */
export function sqliteDeliveryLists(db: DatabaseSync): Part<DeliveryListReads, DeliveryListWrites> {
  const prepare = prepareOn(db);
  const selectIds = prepareDeliveryIds(db);
  const details = prepareDeliveryDetails(db);
  const selectEvents = prepare.read(newestEvents);
  const selectOfEvent = prepare.read(deliveriesOfEvent);
  const selectRange = prepare.read(rangeOfDeliveries);
  const resend = prepare.write(`
    UPDATE deliveries SET state = 'pending', due_at = :now,
      attempts_allowed = iif(state = 'pending', attempts_allowed, attempts + 1)
    WHERE organization_id = :organization_id AND id = :id AND (state <> 'pending' OR due_at > :now)`);
  const requeue = prepareRequeueing(db);
  const deleteFirstAnswer = prepare.write(`
    UPDATE deliveries SET first_answer = NULL, first_answer_deleted_at = ?
    WHERE organization_id = ? AND id = ? AND first_answer IS NOT NULL`);
  const deleteAnswer = prepare.write(`
    UPDATE delivery_attempts SET answer = NULL, answer_deleted_at = ?
    WHERE organization_id = ? AND delivery_id = ? AND attempt = ? AND answer IS NOT NULL`);

  function readDeliveries(organization_id: string, ids: readonly string[]) {
    return inSnapshot(db, () => ids.flatMap((id) => details.findListed({ organization_id, id }) ?? []));
  }

  function selectDeliveriesOf(organization_id: string, events: readonly EventBounds[]): DeliveryRow[] {
    const rows = events.flatMap((event) => selectOfEvent.all({ organization_id, ...event, limit: maxOfEvent }));
    // The statement has the columns of DeliveryRow.
    return rows as unknown as DeliveryRow[];
  }

  return {
    reads: {
      async listDeliveries({ organization_id, subject_id, limit, ...query }) {
        if (subject_id !== undefined) {
          const { ids, next } = await listBookingDeliveries(
            { ...query, limit },
            {
              events: async (bounds, most) =>
                selectEvents.all({ organization_id, subject_id, ...bounds, limit: most }).map(({ id }) => String(id)),
              deliveries: async (events) => selectDeliveriesOf(organization_id, events),
            },
          );
          return { rows: readDeliveries(organization_id, ids), next };
        }
        const bounds = idBounds('dlv', query);
        const ids = selectIds({ organization_id, ...bounds, ranges: deliveryRanges(query), limit: limit + 1 });
        const { rows, next } = toListed(ids, limit, (id) => id);
        return { rows: readDeliveries(organization_id, rows), next };
      },
      async findDelivery(delivery, { attempts, before_attempt = afterEveryAttempt }) {
        return inSnapshot(db, () => details.findRecord(delivery, { before: before_attempt, limit: attempts }));
      },
      async countDeliveries({ organization_id, max, ...selection }) {
        const bounds = { organization_id, ...idBounds('dlv', selection) };
        const ranges = deliveryRanges(selection) ?? [];
        return inSnapshot(db, () =>
          ranges.reduce(
            (count, range) => count + selectRange.all({ ...bounds, ...range, limit: max - count }).length,
            0,
          ),
        );
      },
    },
    writes: {
      async resendDelivery(delivery, now) {
        return inTransaction(db, () => {
          const { organization_id, id } = delivery;
          const resent = resend.run({ organization_id, id, now: now.toISOString() }).changes === 1;
          if (resent) requeue(organization_id);
          const found = details.findListed(delivery);
          return found && { delivery: found, resent };
        });
      },
      async resendDeliveries({ organization_id, now, limit, ...selection }) {
        return inTransaction(db, () => {
          const bounds = idBounds('dlv', selection);
          const ids = selectIds({ organization_id, ...bounds, ranges: deliveryRanges(selection), limit });
          for (const id of ids) resend.run({ organization_id, id, now: now.toISOString() });
          if (ids.length > 0) requeue(organization_id);
          return { resent: ids.length, next: ids.length < limit ? null : (ids.at(-1) ?? null) };
        });
      },
      async deleteAttemptResponse({ attempt: number, ...delivery }, now) {
        return inTransaction(db, () => {
          const { organization_id, id } = delivery;
          const at = now.toISOString();
          const { changes } =
            number === 1
              ? deleteFirstAnswer.run(at, organization_id, id)
              : deleteAnswer.run(at, organization_id, id, number);
          const attempt = details.readAttempts(delivery, { before: number + 1, limit: 1 }).at(-1);
          return attempt?.attempt === number ? { attempt, deleted: changes === 1 } : undefined;
        });
      },
    },
  };
}

export interface DeliverySelection extends IdBounds {
  readonly organization_id: string;
  /** The ranges of the index; undefined for all deliveries. */
  readonly ranges: readonly DeliveryRange[] | undefined;
  readonly limit: number;
}

/** Selects one range of the index. */
export const rangeOfDeliveries: string = `
  SELECT id FROM deliveries INDEXED BY deliveries_listed
  WHERE organization_id = :organization_id AND ${deliveryColumns.map((column) => `${column} = :${column}`).join(' AND ')}
    AND id >= :first AND id < :last
  ORDER BY id DESC LIMIT :limit`;

/** Selects deliveries without a filter. */
export const allDeliveries = `
  SELECT id FROM deliveries WHERE organization_id = :organization_id AND id >= :first AND id < :last
  ORDER BY id DESC LIMIT :limit`;

/** Prepares a function that returns the ids of deliveries, newest first. */
export function prepareDeliveryIds(db: DatabaseSync): (selection: DeliverySelection) => string[] {
  const prepare = prepareOn(db);
  const selectRange = prepare.read(rangeOfDeliveries);
  const selectAll = prepare.read(allDeliveries);
  return ({ ranges, ...bounds }) => {
    if (ranges === undefined) return selectAll.all(bounds).map(({ id }) => String(id));
    const rows = inSnapshot(db, () => ranges.flatMap((range) => selectRange.all({ ...bounds, ...range })));
    const ids = rows.map(({ id }) => String(id)).toSorted((a, b) => (a < b ? 1 : -1));
    return ids.slice(0, bounds.limit);
  };
}
