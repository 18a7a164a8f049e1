/**
 * The turns of organizations at having their deliveries sent: one row of `delivery_queues` each.
 *  1. whoever adds a delivery, or has one sent again, brings the row's time forward, in the same transaction
 *  2. a worker claims the turns that are due, a few at a time; while it holds one the row is due when its lease ends
 *  3. at the end of a turn the time is read from the first delivery that still waits: one look at an index
 * A delivery is never due before its row. A row may be due before its deliveries: that turn finds nothing, and sets it right.
 */
import type { DatabaseSync } from 'node:sqlite';
import type { Store } from '../store.ts';
import { prepareOn } from './statement.ts';

export const dueTurns = `
  SELECT organization_id FROM delivery_queues
  WHERE slow = :slow AND next_turn_at <= :now AND (lease_until IS NULL OR lease_until < :now)
  ORDER BY next_turn_at LIMIT :limit`;

/** The time of the first delivery of an organization with a webhook URL that waits; null where none does. */
export const firstPending = `
  (SELECT d.due_at FROM deliveries d JOIN organizations o ON o.id = d.organization_id
    WHERE d.organization_id = :organization_id AND d.state = 'pending' AND o.webhook_url IS NOT NULL
    ORDER BY d.due_at LIMIT 1)`;

/** Has the organization get a turn at `due_at`, or earlier where it would have one already. */
export function prepareQueueing(db: DatabaseSync): (queued: { organization_id: string; due_at: string }) => void {
  const queue = prepareOn(db).write(`
    INSERT INTO delivery_queues (organization_id, next_turn_at, oldest_due_at)
    VALUES (:organization_id, :due_at, :due_at)
    ON CONFLICT (organization_id) DO UPDATE SET
      next_turn_at = min(coalesce(next_turn_at, excluded.next_turn_at), excluded.next_turn_at),
      oldest_due_at = min(coalesce(oldest_due_at, excluded.oldest_due_at), excluded.oldest_due_at)
    WHERE coalesce(next_turn_at > excluded.next_turn_at, TRUE) OR coalesce(oldest_due_at > excluded.oldest_due_at, TRUE)`);
  return ({ organization_id, due_at }) => void queue.run({ organization_id, due_at });
}

/** Has an organization whose webhook URL is set get a turn for what waits, and one whose URL is gone get none. */
export function prepareRequeueing(db: DatabaseSync): (organization_id: string) => void {
  const prepare = prepareOn(db);
  const first = prepare.read(`SELECT ${firstPending} AS due_at`);
  const clear = prepare.write(`
    UPDATE delivery_queues SET next_turn_at = NULL, oldest_due_at = NULL WHERE organization_id = ?`);
  const queue = prepareQueueing(db);
  return (organization_id) => {
    const due_at = first.get({ organization_id })?.['due_at'];
    if (typeof due_at === 'string') queue({ organization_id, due_at });
    else clear.run(organization_id);
  };
}

/** Claims turns, and ends them. */
export function sqliteDeliveryQueues(db: DatabaseSync): Pick<Store, 'claimTurns' | 'endTurn'> {
  const prepare = prepareOn(db);
  const claim = prepare.write(`
    UPDATE delivery_queues SET next_turn_at = :lease_until, lease_until = :lease_until, lease_token = :lease_token
    WHERE organization_id IN (${dueTurns})
    RETURNING organization_id`);
  const end = prepare.write(`
    UPDATE delivery_queues SET slow = :slow, lease_until = NULL, lease_token = NULL, oldest_due_at = first.due_at,
      next_turn_at = iif(first.due_at < :earliest, :earliest, first.due_at)
    FROM (SELECT ${firstPending} AS due_at) AS first
    WHERE organization_id = :organization_id AND lease_token = :lease_token`);

  return {
    async claimTurns({ now, lease_until, lease_token, limit, receivers }) {
      const rows = claim.all({
        now: now.toISOString(),
        lease_until: lease_until.toISOString(),
        lease_token,
        limit,
        slow: Number(receivers === 'slow'),
      });
      return rows.map((row) => String(row['organization_id']));
    },
    async endTurn({ organization_id, lease_token, now, receivers }) {
      const earliest = new Date(now.getTime() + 1).toISOString();
      end.run({ organization_id, lease_token, earliest, slow: Number(receivers === 'slow') });
    },
  };
}
