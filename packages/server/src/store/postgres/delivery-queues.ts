/**
 * The turns of organizations in the delivery of webhooks. Each organization has one row in `delivery_queues`:
 *  1. A new or resent delivery makes the row due no later than itself, in the same statement.
 *  2. A worker claims a few due turns and skips those that another worker is claiming. A claimed row becomes due again when its
 *     lease ends.
 *  3. The end of a turn reads the next due time from the first pending delivery, with one index search.
 * A delivery is never due before its row. A row may be due before its deliveries: that turn finds nothing and corrects the row.
 *
 * If the row is already due, a new delivery does not write it, so concurrent creates of one organization do not wait for each
 * other's commits. But then the end of a turn does not see uncommitted deliveries, so it cannot postpone the row at once:
 *  - A row is *open* while `settles_at` is null. Open rows are not written by new deliveries.
 *  - A turn that leaves nothing due sets `settles_at`. From then on a new delivery writes the row, which opens it again.
 *  - All deliveries from before are committed at `settles_at`, and a turn then finds them.
 *  - A turn after `settles_at` postpones the row, unless it was opened meanwhile.
 */
import type { ClaimedTurn, Store } from '../store.ts';
import type { Database, Statement } from './connection/database.ts';

/** Longer than any statement can take; see `timeout_seconds` of openPostgresStore. */
const settle_ms = 30_000;

/**
 * Returns a part of a WITH that makes the rows of organizations due no later than their deliveries. `source` is an earlier part
 * with the columns organization_id and due_at.
 */
export function queueDeliveries(source: string): string {
  return `
    queued AS (
      INSERT INTO delivery_queues AS q (organization_id, next_turn_at, oldest_due_at)
      SELECT s.organization_id, min(s.due_at), min(s.due_at) FROM ${source} s
      WHERE NOT EXISTS (
        SELECT FROM delivery_queues open
        WHERE open.organization_id = s.organization_id AND open.settles_at IS NULL AND open.next_turn_at <= s.due_at)
      GROUP BY s.organization_id
      ON CONFLICT (organization_id) DO UPDATE SET
        next_turn_at = least(q.next_turn_at, excluded.next_turn_at),
        oldest_due_at = least(q.oldest_due_at, excluded.oldest_due_at), settles_at = NULL)`;
}

/** The due time of the first pending delivery of an organization with a webhook URL; null if there is none. */
export function firstPending(organization_id: string): string {
  return `(
    SELECT d.due_at FROM deliveries d JOIN organizations o ON o.id = d.organization_id
    WHERE d.organization_id = ${organization_id} AND d.state = 'pending' AND o.webhook_url IS NOT NULL
    ORDER BY d.organization_id, d.due_at LIMIT 1)`;
}

// An array and not a join: the planner cannot estimate a LIMIT of a parameter, and would read the whole table.
export const claimTurns: Statement = {
  name: 'claim_turns',
  text: `
    WITH found AS (
      SELECT organization_id, next_turn_at FROM delivery_queues
      WHERE slow = $5 AND next_turn_at <= $1 AND (lease_until IS NULL OR lease_until < $1)
      ORDER BY next_turn_at LIMIT $4 FOR NO KEY UPDATE SKIP LOCKED),
    claimed AS (
      UPDATE delivery_queues q SET next_turn_at = $2, lease_until = $2, lease_token = $3
      WHERE q.organization_id = ANY (ARRAY(SELECT organization_id FROM found))
      RETURNING q.organization_id)
    SELECT organization_id, o.webhook_url
    FROM found JOIN claimed USING (organization_id) JOIN organizations o ON o.id = organization_id
    ORDER BY next_turn_at`,
};

/**
 * $3 is now, $4 the earliest next turn and $5 the time at which deliveries that are added now are committed. If next_turn_at
 * is not the end of the lease, a delivery was added during the turn, and the row stays open.
 */
export const endTurn: Statement = {
  name: 'end_turn',
  text: `
    UPDATE delivery_queues q SET
      slow = $6, lease_until = NULL, lease_token = NULL,
      oldest_due_at = CASE WHEN q.next_turn_at = q.lease_until THEN first.due_at ELSE least(q.oldest_due_at, first.due_at) END,
      settles_at = CASE
        WHEN first.due_at <= $3 OR q.next_turn_at IS DISTINCT FROM q.lease_until THEN NULL
        ELSE coalesce(q.settles_at, $5) END,
      next_turn_at = CASE
        WHEN q.next_turn_at IS DISTINCT FROM q.lease_until THEN greatest(least(q.next_turn_at, first.due_at), $4)
        WHEN first.due_at <= $3 THEN $4
        WHEN q.settles_at <= $3 THEN first.due_at
        ELSE least(first.due_at, coalesce(q.settles_at, $5)) END
    FROM (SELECT ${firstPending('$1')} AS due_at) AS first
    WHERE q.organization_id = $1 AND q.lease_token = $2
    RETURNING coalesce(q.next_turn_at <= $4, FALSE) AS due`,
};

/** Claims and ends turns. */
export function postgresDeliveryQueues(database: Database): Pick<Store, 'claimTurns' | 'endTurn'> {
  return {
    async claimTurns({ now, lease_until, lease_token, limit, receivers }) {
      const values = [now.toISOString(), lease_until.toISOString(), lease_token, limit, receivers === 'slow'];
      return database.query<ClaimedTurn>(claimTurns, values);
    },
    async endTurn({ organization_id, lease_token, now, receivers, not_before = new Date(now.getTime() + 1) }) {
      const values = [
        organization_id,
        lease_token,
        now.toISOString(),
        not_before.toISOString(),
        new Date(now.getTime() + settle_ms).toISOString(),
        receivers === 'slow',
      ];
      const [ended] = await database.query<{ due: boolean }>(endTurn, values);
      return ended?.due ?? false;
    },
  };
}
