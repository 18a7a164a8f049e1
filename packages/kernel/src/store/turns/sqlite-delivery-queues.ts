/**
 * The turns of organizations in the delivery of webhooks. Each organization has one row in `delivery_queues`:
 *  1. A new or resent delivery makes the row due no later than itself, in the same transaction.
 *  2. A worker claims a few due turns. A claimed row becomes due again when its lease ends.
 *  3. The end of a turn abandons deliveries whose last attempt a crash lost, and reads the next due time from the first pending
 *     delivery, with one index search.
 * A delivery is never due before its row. A row may be due before its deliveries: that turn finds nothing and corrects the row.
 */
import type { DatabaseSync } from 'node:sqlite';
import type { SettingsWrites } from '../organizations/organizations.ts';
import type { Part } from '../shared-statement.ts';
import {
  isDue,
  isSpent,
  type ClaimedTurn,
  type DeliveryReads,
  type DeliveryWrites,
  type EndedTurn,
  type EndingTurn,
  type NextTurns,
} from '../deliveries/deliveries.ts';
import { prepareClaiming, prepareDeliveryCounting } from '../deliveries/sqlite-deliveries.ts';
import { prepareOn, inTransaction } from '../sqlite/statement.ts';

export const dueTurns = `
  SELECT organization_id FROM delivery_queues
  WHERE slow = :slow AND next_turn_at <= :now AND (lease_until IS NULL OR lease_until < :now)
  ORDER BY next_turn_at LIMIT :limit`;

/** The due time of the first pending delivery of an organization with a webhook URL; null if there is none. */
export const firstPending = `
  (SELECT d.due_at FROM deliveries d JOIN organizations o ON o.id = d.organization_id
    WHERE d.organization_id = :organization_id AND d.state = 'pending' AND o.webhook_url IS NOT NULL
    ORDER BY d.due_at LIMIT 1)`;

/**
 * The oldest due deliveries of the organization. Deliveries are claimed in the order of their due time, so those whose last attempt
 * a crash lost, which are spent, are among them.
 */
export const oldestDeliveries: string = `
  SELECT d.id, d.event_id, ${isSpent(':now')} AS spent FROM deliveries d
  WHERE d.organization_id = :organization_id AND ${isDue(':now')}
  ORDER BY d.due_at, d.id LIMIT 100`;

/** Prepares a function that gives the organization a turn at `due_at`, or earlier if it already has an earlier one. */
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

/** Prepares a function that recomputes the turn of an organization after a change of its webhook URL or a resend. */
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

const nextTurns = `
  SELECT
    (SELECT min(next_turn_at) FROM delivery_queues WHERE slow = 0 AND next_turn_at IS NOT NULL) AS quick,
    (SELECT min(next_turn_at) FROM delivery_queues WHERE slow = 1 AND next_turn_at IS NOT NULL) AS slow`;

/** Finds, claims and ends turns, and changes the webhook URL, which gives turns and takes them. */
export function sqliteDeliveryQueues(
  db: DatabaseSync,
): Part<DeliveryReads, Pick<DeliveryWrites, 'claimTurns' | 'endTurns'> & Pick<SettingsWrites, 'setWebhookUrl'>> {
  const prepare = prepareOn(db);
  const selectNext = prepare.read(nextTurns);
  const claim = prepare.write(`
    UPDATE delivery_queues SET next_turn_at = :lease_until, lease_until = :lease_until, lease_token = :lease_token
    WHERE organization_id IN (${dueTurns})
    RETURNING organization_id,
      (SELECT o.webhook_url FROM organizations o WHERE o.id = delivery_queues.organization_id) AS webhook_url`);
  const claimDeliveries = prepareClaiming(db);
  const updateWebhookUrl = prepare.write('UPDATE organizations SET webhook_url = ? WHERE id = ?');
  const requeue = prepareRequeueing(db);
  const selectOldest = prepare.read(oldestDeliveries);
  const abandon = prepare.write(`
    UPDATE deliveries SET state = 'abandoned', due_at = NULL, lease_until = NULL, lease_token = NULL
    WHERE organization_id = :organization_id AND id = :id`);
  const counting = prepareDeliveryCounting(db);
  const hasLease = prepare.read('SELECT 1 FROM delivery_queues WHERE organization_id = ? AND lease_token = ?');
  const end = prepare.write(`
    UPDATE delivery_queues SET slow = :slow, lease_until = NULL, lease_token = NULL, oldest_due_at = first.due_at,
      next_turn_at = iif(first.due_at < :earliest, :earliest, first.due_at)
    FROM (SELECT ${firstPending} AS due_at) AS first
    WHERE organization_id = :organization_id
    RETURNING coalesce(next_turn_at <= :earliest, 0) AS due`);

  function endTurn({ organization_id, lease_token, now, receivers, not_before }: EndingTurn): EndedTurn {
    if (!hasLease.get(organization_id, lease_token)) return { due: false, abandoned: [] };
    const oldest = selectOldest.all({ organization_id, now: now.toISOString() });
    const abandoned = oldest.filter(({ spent }) => spent === 1);
    for (const { id } of abandoned) abandon.run({ organization_id, id: String(id) });
    if (abandoned.length > 0) counting.countAbandoned({ organization_id, now, deliveries: abandoned.length });
    const earliest = (not_before ?? new Date(now.getTime() + 1)).toISOString();
    const [ended] = end.all({ organization_id, earliest, slow: Number(receivers === 'slow') });
    return { due: ended?.['due'] === 1, abandoned: abandoned.map(({ event_id }) => String(event_id)) };
  }

  return {
    reads: {
      async findNextTurns() {
        // A query of subqueries always returns one row, with these columns.
        return { ...selectNext.get() } as unknown as NextTurns;
      },
    },
    writes: {
      async setWebhookUrl(organization_id, webhook_url) {
        inTransaction(db, () => {
          updateWebhookUrl.run(webhook_url, organization_id);
          requeue(organization_id);
        });
      },
      async claimTurns({ receivers, limit, deliveries = 0, ...lease }) {
        const values = { now: lease.now.toISOString(), lease_until: lease.lease_until.toISOString() };
        const slow = Number(receivers === 'slow');
        return inTransaction(db, () => {
          const rows = claim.all({ ...values, lease_token: lease.lease_token, limit, slow });
          // The statement returns these columns.
          const turns = rows as unknown as Omit<ClaimedTurn, 'deliveries'>[];
          return turns.map(({ organization_id, webhook_url }) => {
            const claimed = deliveries > 0 ? claimDeliveries({ ...lease, limit: deliveries, organization_id }) : [];
            return { organization_id, webhook_url, deliveries: claimed };
          });
        });
      },
      async endTurns(turns) {
        return inTransaction(db, () => turns.map(endTurn));
      },
    },
  };
}
