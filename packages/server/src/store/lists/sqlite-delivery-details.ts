import type { DatabaseSync } from 'node:sqlite';
import {
  nextAttempt,
  type DeliveryRecord,
  type ListedAttempt,
  type ListedDelivery,
  type StoredAttempt,
} from './delivery-lists.ts';
import type { Owned } from '@booking-service/kernel/store/shared-statement';
import { prepareOn } from '@booking-service/kernel/store/sqlite/statement';

const columns = `d.id, d.organization_id, d.event_id, d.event_type, e.subject_id, e.created, d.state, d.status_class, d.due_at`;

/** Selects a delivery of a list, with its last attempt. */
export const listedDelivery: string = `
  SELECT ${columns}, a.attempt, a.started, a.duration_ms, a.status, a.error, a.cause
  FROM deliveries d JOIN events e ON e.organization_id = d.organization_id AND e.id = d.event_id
  LEFT JOIN delivery_attempts a ON a.organization_id = d.organization_id AND a.delivery_id = d.id AND a.attempt = (
    SELECT max(l.attempt) FROM delivery_attempts l WHERE l.organization_id = d.organization_id AND l.delivery_id = d.id)
  WHERE d.organization_id = ? AND d.id = ?`;

/** Selects the newest attempts of a delivery. */
export const newestAttempts = `
  SELECT attempt, request_headers, started, duration_ms, status, error, cause, answer, answer_deleted FROM delivery_attempts
  WHERE organization_id = ? AND delivery_id = ? AND attempt < ? ORDER BY attempt DESC LIMIT ?`;

interface DeliveryRow extends Omit<ListedDelivery, 'next_attempt_at' | 'last_attempt'> {
  readonly due_at: string;
}

type ListedRow = DeliveryRow & { readonly [K in keyof ListedAttempt]: ListedAttempt[K] | null };
type RecordRow = DeliveryRow & Pick<DeliveryRecord, 'request_body'>;
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
  const selectRecord = prepare.read(`
    SELECT ${columns}, e.payload AS request_body
    FROM deliveries d JOIN events e ON e.organization_id = d.organization_id AND e.id = d.event_id
    WHERE d.organization_id = ? AND d.id = ?`);

  function readAttempts({ organization_id, id }: Owned, { before, limit }: { before: number; limit: number }) {
    // The statement has the columns of AttemptRow.
    const rows = selectAttempts.all(organization_id, id, before, limit) as unknown as AttemptRow[];
    return rows.map(toAttempt).toReversed();
  }

  return {
    readAttempts,
    findListed({ organization_id, id }) {
      const row = selectListed.get(organization_id, id) as unknown as ListedRow | undefined;
      return row && toListed(row);
    },
    findRecord(delivery, { before, limit }) {
      const row = selectRecord.get(delivery.organization_id, delivery.id) as unknown as RecordRow | undefined;
      if (!row) return undefined;
      const { due_at: _due, ...rest } = row;
      const attempts = readAttempts(delivery, { before, limit: limit + 1 });
      return {
        ...rest,
        next_attempt_at: nextAttempt(row),
        attempts: attempts.slice(-limit),
        has_earlier_attempts: attempts.length > limit,
      };
    },
  };
}

function toListed({ due_at, attempt, started, duration_ms, status, error, cause, ...row }: ListedRow): ListedDelivery {
  const isRecorded = attempt !== null && started !== null && duration_ms !== null;
  return {
    ...row,
    next_attempt_at: nextAttempt({ state: row.state, due_at }),
    last_attempt: isRecorded ? { attempt, started, duration_ms, status, error, cause } : null,
  };
}

function toAttempt({ request_headers, ...row }: AttemptRow): StoredAttempt {
  // The text was written from such an object.
  const headers = request_headers === null ? null : (JSON.parse(request_headers) as Record<string, string>);
  return { ...row, request_headers: headers };
}
