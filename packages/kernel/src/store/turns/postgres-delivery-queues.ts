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
import type {
  ClaimedDelivery,
  ClaimedTurn,
  DeliveryReads,
  DeliveryWrites,
  EndedTurn,
  NextTurns,
} from '../deliveries/deliveries.ts';
import { type Database, type Statement, jsonArgument } from '../postgres/database.ts';

/** Longer than any statement can take; see `timeout_seconds` of openPostgresStore. */
const settle_ms = 30_000;

export const claimTurns: Statement = {
  name: 'claim_turns',
  text: 'SELECT * FROM claim_turns($1, $2, $3, $4, $5, $6)',
};

export const endTurns: Statement = { name: 'end_turns', text: 'SELECT * FROM end_turns($1)' };

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
): DeliveryReads & Pick<DeliveryWrites, 'claimTurns' | 'endTurns'> & Pick<SettingsWrites, 'setWebhookUrl'> {
  return {
    async findNextTurns() {
      const [row] = await database.query<NextTurns>(selectNextTurns, []);
      if (!row) throw new Error('A query of subqueries returned no row.');
      return row;
    },
    async setWebhookUrl(organization_id, webhook_url) {
      await database.query(setWebhookUrl, [organization_id, webhook_url]);
    },
    async claimTurns({ now, lease_until, lease_token, limit, receivers, deliveries = 0 }) {
      const values = [
        now.toISOString(),
        lease_until.toISOString(),
        lease_token,
        limit,
        receivers === 'slow',
        deliveries,
      ];
      return toTurns(await database.query<TurnRow>(claimTurns, values));
    },
    async endTurns(turns) {
      const ends = turns.map(({ organization_id, lease_token, now, receivers, not_before }) => ({
        organization_id,
        lease_token,
        now,
        earliest: not_before ?? new Date(now.getTime() + 1),
        settles_at: new Date(now.getTime() + settle_ms),
        slow: receivers === 'slow',
      }));
      const rows = await database.query<EndRow>(endTurns, [jsonArgument(ends)]);
      const byOrganization = new Map(rows.map((row) => [row.organization_id, row]));
      return turns.map(({ organization_id }) => {
        const { due, abandoned } = byOrganization.get(organization_id) ?? { due: false, abandoned: [] };
        return due === null ? undefined : { due, abandoned };
      });
    },
  };
}

/** `due` is null if another transaction has the row of the turn. A turn whose lease is lost has no row. */
interface EndRow extends Pick<EndedTurn, 'abandoned'> {
  readonly organization_id: string;
  readonly due: boolean | null;
}

/** A delivery of a turn. A turn without deliveries has one row, without an id. */
type TurnRow = Pick<ClaimedTurn, 'organization_id' | 'webhook_url'> & (ClaimedDelivery | { readonly id: null });

/** The rows of a turn are together. */
function toTurns(rows: readonly TurnRow[]): ClaimedTurn[] {
  const turns: (ClaimedTurn & { deliveries: ClaimedDelivery[] })[] = [];
  for (const row of rows) {
    const { organization_id, webhook_url } = row;
    let turn = turns.at(-1);
    if (turn?.organization_id !== organization_id)
      turns.push((turn = { organization_id, webhook_url, deliveries: [] }));
    if (row.id !== null) turn.deliveries.push(row);
  }
  return turns;
}
