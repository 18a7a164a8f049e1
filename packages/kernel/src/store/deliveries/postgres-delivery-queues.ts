/**
 * The turns of organizations in the delivery of webhooks. Each organization has one row in `delivery_queues`:
 *  1. A new or resent delivery makes the row due no later than itself, in the same statement.
 *  2. A worker claims a few due turns and skips those that another worker is claiming. A claimed row becomes due again when its
 *     lease ends.
 *  3. The end of a turn abandons deliveries whose last attempt a crash lost, and reads the next due time from the first pending
 *     delivery, with one index search.
 * A delivery is never due before its row. A row may be due before its deliveries: that turn finds nothing and corrects the row.
 *
 * If the row is already due, a new delivery does not write it, so concurrent creates of one organization do not wait for each
 * other's commits. But then the end of a turn does not see uncommitted deliveries, so it cannot postpone the row at once:
 *  - A row is *open* while `settles_at` is null. Open rows are not written by new deliveries.
 *  - A turn that leaves nothing due sets `settles_at`. From then on a new delivery writes the row, which opens it again.
 *  - All deliveries from before are committed at `settles_at`, and a turn then finds them.
 *  - A turn after `settles_at` postpones the row, unless it was opened meanwhile.
 */
import type { SettingsWrites } from '../organizations/organizations.ts';
import type { ClaimedTurn, DeliveryReads, DeliveryWrites, EndedTurn, NextTurns } from './deliveries.ts';
import { type Database, type Statement, jsonArgument } from '../postgres/database.ts';

/** Longer than any statement can take; see `timeout_seconds` of openPostgresStore. */
const settle_ms = 30_000;

export const claimTurns: Statement = { name: 'claim_turns', text: 'SELECT * FROM claim_turns($1, $2, $3, $4, $5)' };

export const endTurn: Statement = { name: 'end_turn', text: 'SELECT * FROM end_turn($1, $2)' };

const setWebhookUrl: Statement = { name: 'set_webhook_url', text: 'SELECT set_webhook_url($1, $2)' };

export const selectNextTurns: Statement = {
  name: 'select_next_turns',
  text: `
    SELECT
      (SELECT min(next_turn_at) FROM delivery_queues WHERE slow = FALSE AND next_turn_at IS NOT NULL) AS quick,
      (SELECT min(next_turn_at) FROM delivery_queues WHERE slow = TRUE AND next_turn_at IS NOT NULL) AS slow`,
};

/** Finds, claims and ends turns, and changes the webhook URL, which gives turns and takes them. */
export function postgresDeliveryQueues(
  database: Database,
): DeliveryReads & Pick<DeliveryWrites, 'claimTurns' | 'endTurn'> & Pick<SettingsWrites, 'setWebhookUrl'> {
  return {
    async findNextTurns() {
      const [row] = await database.query<NextTurns>(selectNextTurns, []);
      if (!row) throw new Error('A query of subqueries returned no row.');
      return row;
    },
    async setWebhookUrl(organization_id, webhook_url) {
      await database.query(setWebhookUrl, [organization_id, webhook_url]);
    },
    async claimTurns({ now, lease_until, lease_token, limit, receivers }) {
      const values = [now.toISOString(), lease_until.toISOString(), lease_token, limit, receivers === 'slow'];
      return database.query<ClaimedTurn>(claimTurns, values);
    },
    async endTurn({ organization_id, lease_token, now, receivers, not_before = new Date(now.getTime() + 1) }) {
      const end = {
        lease_token,
        now,
        earliest: not_before,
        settles_at: new Date(now.getTime() + settle_ms),
        slow: receivers === 'slow',
      };
      const [ended] = await database.query<EndedTurn>(endTurn, [organization_id, jsonArgument(end)]);
      return ended ?? { due: false, abandoned: [] };
    },
  };
}
