import type { DeliveryRecord, Store } from '../store.ts';
import type { Database, Statement } from './connection/database.ts';

interface DeliveryRow extends Omit<DeliveryRecord, 'next_attempt_at'> {
  readonly due_at: string;
}

const record = (source: string) => `
  SELECT d.id, d.organization_id, d.event_id, e.type AS event_type, e.booking_id, e.created, d.state, d.due_at,
    e.payload AS request_body, coalesce(a.attempts, '[]') AS attempts
  FROM ${source} d JOIN events e ON e.organization_id = d.organization_id AND e.id = d.event_id
  LEFT JOIN LATERAL (
    SELECT json_agg(json_build_object('attempt', a.attempt, 'request_headers', a.request_headers::json,
      'started', a.started, 'duration_ms', a.duration_ms, 'status', a.status, 'error', a.error, 'answer', a.answer)
      ORDER BY a.attempt) AS attempts
    FROM delivery_attempts a WHERE a.organization_id = e.organization_id AND a.delivery_id = d.id) AS a ON TRUE`;

const selectDeliveries: Statement = {
  name: 'select_deliveries',
  text: `
    WITH newest AS (SELECT * FROM deliveries ORDER BY id DESC LIMIT $1)
    ${record('newest')} ORDER BY d.id DESC`,
};
const selectDelivery: Statement = {
  name: 'select_delivery',
  text: `${record('deliveries')} WHERE d.organization_id = $1 AND d.id = $2`,
};
const resend: Statement = { name: 'resend_delivery', text: 'SELECT resend_delivery($1, $2, $3) AS resent' };

/** Lists deliveries with their attempts, and resends them (DLV-7, DLV-10). */
export function postgresDeliveryHistory(database: Database): Pick<Store, 'listDeliveries' | 'resendDelivery'> {
  return {
    async listDeliveries({ limit }) {
      return (await database.query<DeliveryRow>(selectDeliveries, [limit])).map(toRecord);
    },
    async resendDelivery({ organization_id, id }, now) {
      const values = [organization_id, id, now.toISOString()];
      const [call] = await database.query<{ resent: boolean }>(resend, values);
      const [row] = await database.query<DeliveryRow>(selectDelivery, [organization_id, id]);
      return row && { delivery: toRecord(row), resent: call?.resent ?? false };
    },
  };
}

function toRecord({ due_at, attempts, ...row }: DeliveryRow): DeliveryRecord {
  return { ...row, next_attempt_at: row.state === 'pending' ? due_at : null, attempts };
}
