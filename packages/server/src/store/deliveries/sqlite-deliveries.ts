import type { DatabaseSync } from 'node:sqlite';
import { statusClassOf } from '../../domain/attempt.ts';
import type { EngineStore } from '../seal-store.ts';
import type { AttemptOutcome, ClaimedDelivery } from '../store.ts';
import { isClaimable } from './due-deliveries.ts';
import { prepareDeliveryCounting } from './sqlite-delivery-counts.ts';
import { prepareOn } from '../sqlite/statement.ts';
import { inTransaction } from '../sqlite/writer/transaction.ts';

type Deliveries = Pick<EngineStore, 'claimDeliveries' | 'giveBackDeliveries' | 'recordAttempts'>;

/** Returns the query of the claimable deliveries that meet `condition`. */
export function dueDeliveries(condition: string): string {
  return `
    SELECT d.id, e.booking_id, d.event_id, e.type AS event_type, e.request_id, e.traceparent, d.organization_id, e.payload, d.attempts + 1 AS attempt,
      d.attempts_allowed, o.webhook_url, o.signing_secret
    FROM deliveries d JOIN events e ON e.organization_id = d.organization_id AND e.id = d.event_id
      JOIN organizations o ON o.id = d.organization_id
    WHERE ${condition} AND ${isClaimable(':now')} AND o.webhook_url IS NOT NULL
    ORDER BY d.due_at, d.id LIMIT :limit`;
}

/** Claims and completes webhook deliveries. Signing secrets are sealed. */
export function sqliteDeliveries(db: DatabaseSync): Deliveries {
  const prepare = prepareOn(db);
  // An attempt uses the webhook URL and the signing secret of the time of its claim (DLV-11, ORG-5).
  const selectDue = prepare.read(dueDeliveries('TRUE'));
  const selectDueOf = prepare.read(dueDeliveries('d.organization_id = :organization_id'));
  const lease = prepare.write(
    'UPDATE deliveries SET attempts = ?, lease_until = ?, lease_token = ? WHERE organization_id = ? AND id = ?',
  );
  const giveBack = prepare.write(`
    UPDATE deliveries SET attempts = attempts - 1, lease_until = NULL, lease_token = NULL
    WHERE organization_id = :organization_id AND id = :id AND lease_token = :lease_token`);
  const complete = prepare.write(`
    UPDATE deliveries SET state = ?, status_class = ?, due_at = coalesce(?, due_at), lease_until = NULL, lease_token = NULL
    WHERE organization_id = ? AND id = ? AND lease_token = ?`);
  const counting = prepareDeliveryCounting(db);
  const insertAttempt = prepare.write(`
    INSERT INTO delivery_attempts
      (organization_id, delivery_id, attempt, request_headers, started, duration_ms, status, error, cause, answer)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);

  function record(outcome: AttemptOutcome): boolean {
    const { delivery, attempt } = outcome;
    const { organization_id, id } = delivery;
    const [state, due_at] = 'state' in outcome ? [outcome.state, null] : ['pending', outcome.due_at.toISOString()];
    const { request_headers, started, duration_ms, status, error, cause, answer } = attempt;
    const completed = complete.run(state, statusClassOf(status), due_at, organization_id, id, delivery.lease_token);
    if (completed.changes === 0) return false;
    const headers = request_headers === null ? null : JSON.stringify(request_headers);
    insertAttempt.run(
      organization_id,
      id,
      delivery.attempt,
      headers,
      started,
      duration_ms,
      status,
      error,
      cause,
      answer,
    );
    return true;
  }

  return {
    async claimDeliveries({ now, organization_id, lease_until, lease_token, limit }) {
      return inTransaction(db, () => {
        const bounds = { now: now.toISOString(), limit };
        const found =
          organization_id === undefined ? selectDue.all(bounds) : selectDueOf.all({ ...bounds, organization_id });
        // The query has the columns of a claimed delivery, without the token.
        const rows = found as unknown as Omit<ClaimedDelivery, 'lease_token'>[];
        for (const row of rows)
          lease.run(row.attempt, lease_until.toISOString(), lease_token, row.organization_id, row.id);
        return rows.map((row) => ({ ...row, lease_token }));
      });
    },
    async giveBackDeliveries({ deliveries, lease_token }) {
      inTransaction(db, () => {
        for (const { organization_id, id } of deliveries) giveBack.run({ organization_id, id, lease_token });
      });
    },
    async recordAttempts(outcomes) {
      return inTransaction(db, () => {
        const recorded = outcomes.map(record);
        counting.countAttempts(outcomes.filter((_, index) => recorded[index]));
        return recorded;
      });
    },
  };
}
