import type { DatabaseSync } from 'node:sqlite';
import { delivery as schedule } from '@booking-service/contract';
import type { Sealing } from '../../sealing.ts';
import type { ClaimedDelivery, Store } from '../store.ts';
import { inTransaction } from './transaction.ts';

type Deliveries = Pick<Store, 'abandonSpentDeliveries' | 'claimDeliveries' | 'recordAttempt'>;

/** Webhook deliveries and their history. */
export function sqliteDeliveries(db: DatabaseSync, sealing: Sealing): Deliveries {
  // The address and the secret are those of the moment of the attempt (DLV-11, ORG-5).
  const selectDue = db.prepare(`
    SELECT d.id, d.event_id, e.type AS event_type, d.organization_id, e.payload, d.attempts + 1 AS attempt,
      o.webhook_url, o.signing_secret
    FROM deliveries d JOIN events e ON e.id = d.event_id JOIN organizations o ON o.id = d.organization_id
    WHERE d.state = 'pending' AND d.attempts < ${schedule.max_attempts}
      AND d.due_at <= :now AND (d.lease_until IS NULL OR d.lease_until < :now)
      AND o.webhook_url IS NOT NULL
    ORDER BY d.due_at, d.rowid LIMIT :limit`);
  const abandonSpent = db.prepare(`
    UPDATE deliveries SET state = 'abandoned', lease_until = NULL, lease_token = NULL
    WHERE state = 'pending' AND attempts >= ${schedule.max_attempts} AND (lease_until IS NULL OR lease_until < ?)
    RETURNING event_id, organization_id`);
  const lease = db.prepare('UPDATE deliveries SET attempts = ?, lease_until = ?, lease_token = ? WHERE id = ?');
  const complete = db.prepare(`
    UPDATE deliveries SET state = ?, due_at = coalesce(?, due_at), lease_until = NULL, lease_token = NULL
    WHERE id = ? AND lease_token = ?`);
  const insertAttempt = db.prepare(`
    INSERT INTO delivery_attempts (delivery_id, attempt, started, duration_ms, status, error, answer)
    VALUES (?, ?, ?, ?, ?, ?, ?)`);

  return {
    async abandonSpentDeliveries(now) {
      return abandonSpent.all(now.toISOString()) as unknown as { event_id: string; organization_id: string }[];
    },
    async claimDeliveries({ now, lease_until, lease_token, limit }) {
      return inTransaction(db, () => {
        const rows = selectDue.all({ now: now.toISOString(), limit }) as unknown as Omit<
          ClaimedDelivery,
          'lease_token'
        >[];
        for (const { id, attempt } of rows) lease.run(attempt, lease_until.toISOString(), lease_token, id);
        return rows.map((row) => ({
          ...row,
          signing_secret: sealing.open(row.signing_secret, row.organization_id),
          lease_token,
        }));
      });
    },
    async recordAttempt(delivery, outcome) {
      return inTransaction(db, () => {
        const [state, due_at] = 'state' in outcome ? [outcome.state, null] : ['pending', outcome.due_at.toISOString()];
        if (complete.run(state, due_at, delivery.id, delivery.lease_token).changes === 0) return false;
        const { started, duration_ms, status, error, answer } = outcome.attempt;
        insertAttempt.run(delivery.id, delivery.attempt, started, duration_ms, status, error, answer);
        return true;
      });
    },
  };
}
