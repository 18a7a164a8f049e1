import type { DatabaseSync } from 'node:sqlite';
import {
  afterEveryAttempt,
  deliveryListColumns,
  deliveryRecordColumns,
  toListedDelivery,
  type DeliveryListRow,
  type DeliveryRecord,
  type ListedDelivery,
  type StoredAttempt,
} from './delivery-lists.ts';
import type { Owned } from '@booking-service/kernel/store';
import { prepareOn } from '@booking-service/kernel/store/sqlite';

/** Selects a delivery of a list. */
export const listedDelivery: string = `
  SELECT ${deliveryListColumns} FROM deliveries d JOIN events e ON e.organization_id = d.organization_id AND e.id = d.event_id
  WHERE d.organization_id = ? AND d.id = ?`;

/** Selects the newest attempts of a delivery, without the first. */
export const newestAttempts = `
  SELECT attempt, request_headers, started, duration_ms, status, error, cause, answer, answer_deleted FROM delivery_attempts
  WHERE organization_id = ? AND delivery_id = ? AND attempt < ? ORDER BY attempt DESC LIMIT ?`;

/** Selects the first attempt of a delivery, if it was recorded. */
export const firstAttempt = `
  SELECT 1 AS attempt, first_request_headers AS request_headers, first_started AS started, first_duration_ms AS duration_ms,
    first_status AS status, first_error AS error, first_cause AS cause, first_answer AS answer,
    first_answer_deleted AS answer_deleted
  FROM deliveries WHERE organization_id = ? AND id = ? AND first_started IS NOT NULL`;

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
