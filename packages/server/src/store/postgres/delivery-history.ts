import type { DeliveryRecord, Store } from '../store.ts';
import type { Database, Statement } from './connection/database.ts';
import { queueDeliveries } from './delivery-queues.ts';

interface DeliveryRow extends Omit<DeliveryRecord, 'next_attempt_at'> {
  readonly due_at: string;
}

const record = `
  SELECT d.id, d.organization_id, d.event_id, e.type AS event_type, e.booking_id, e.created, d.state, d.due_at,
    e.payload AS request_body,
    coalesce((
      SELECT json_agg(json_build_object('attempt', a.attempt, 'request_headers', a.request_headers::json, 'started', a.started, 'duration_ms', a.duration_ms,
        'status', a.status, 'error', a.error, 'answer', a.answer) ORDER BY a.attempt)
      FROM delivery_attempts a WHERE a.delivery_id = d.id), '[]') AS attempts
  FROM deliveries d JOIN events e ON e.id = d.event_id`;

const selectDeliveries: Statement = {
  name: 'select_deliveries',
  text: `${record} ORDER BY d.number DESC LIMIT $1`,
};
const selectDelivery: Statement = { name: 'select_delivery', text: `${record} WHERE d.id = $1` };
const resend: Statement = {
  name: 'resend_delivery',
  text: `
    WITH resent AS (
      UPDATE deliveries SET state = 'pending', due_at = $1, attempts_allowed = attempts + 1
      WHERE id = $2 AND state <> 'pending'
      RETURNING organization_id, due_at),
    sendable AS (
      SELECT r.organization_id, r.due_at FROM resent r JOIN organizations o ON o.id = r.organization_id
      WHERE o.webhook_url IS NOT NULL),
    ${queueDeliveries('sendable')}
    SELECT organization_id FROM resent`,
};

/** Lists deliveries with their attempts, and resends them (DLV-7, DLV-10). */
export function postgresDeliveryHistory(database: Database): Pick<Store, 'listDeliveries' | 'resendDelivery'> {
  return {
    async listDeliveries({ limit }) {
      return (await database.query<DeliveryRow>(selectDeliveries, [limit])).map(toRecord);
    },
    async resendDelivery(id, now) {
      const resent = await database.query(resend, [now.toISOString(), id]);
      const [row] = await database.query<DeliveryRow>(selectDelivery, [id]);
      return row && { delivery: toRecord(row), resent: resent.length === 1 };
    },
  };
}

function toRecord({ due_at, attempts, ...row }: DeliveryRow): DeliveryRecord {
  return { ...row, next_attempt_at: row.state === 'pending' ? due_at : null, attempts };
}
