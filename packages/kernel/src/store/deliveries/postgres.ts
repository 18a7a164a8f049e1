import { noOrigin } from '../../contract.ts';
import type { SettingsWrites } from '../organizations/organizations.ts';
import type {
  AttemptOutcome,
  ClaimedDelivery,
  ClaimedTurn,
  DeliveryReads,
  DeliveryWrites,
  EndedTurn,
  NextTurns,
} from './port.ts';
import { type Database, eventFields, jsonArgument, type Statement } from '../postgres/database.ts';

type Deliveries = Pick<DeliveryWrites, 'claimDeliveries' | 'giveBackDeliveries' | 'recordAttempts'> &
  Pick<SettingsWrites, 'addTestEvent'>;

const claimAny: Statement = {
  name: 'claim_deliveries',
  text: 'SELECT * FROM claim_deliveries($1, $2, $3, $4)',
};
export const claimOf: Statement = {
  name: 'claim_deliveries_of',
  text: 'SELECT * FROM claim_deliveries_of($5, $1, $2, $3, $4)',
};
const giveBack: Statement = {
  name: 'give_deliveries_back',
  text: `
    UPDATE deliveries SET attempts = attempts - 1, lease_until = NULL, lease_token = NULL
    WHERE organization_id = ANY ($3) AND id = ANY ($1) AND state = 'pending' AND lease_token = $2`,
};
export const recordAttempts: Statement = {
  name: 'record_attempts',
  text: 'SELECT delivery_id FROM record_attempts($1)',
};

const addTestEvent: Statement = {
  name: 'add_test_event',
  text: 'SELECT add_test_event($1, $2, $3, $4) AS added',
};

/** Claims and completes webhook deliveries, and stores those of test events. */
export function postgresDeliveries(database: Database): Deliveries {
  return {
    async claimDeliveries({ now, of, lease_until, lease_token, limit }) {
      const values = [now.toISOString(), lease_until.toISOString(), lease_token, limit];
      return of === undefined
        ? database.query<ClaimedDelivery>(claimAny, values)
        : database.query<ClaimedDelivery>(claimOf, [...values, of]);
    },
    async giveBackDeliveries({ deliveries, lease_token }) {
      const ids = deliveries.map(({ id }) => id);
      const organizations = deliveries.map(({ organization_id }) => organization_id);
      await database.query(giveBack, [ids, lease_token, organizations]);
    },
    async addTestEvent({ organization_id, subject_id, event }) {
      const { events, deliveries } = eventFields([event], noOrigin);
      const values = [organization_id, subject_id, jsonArgument(events), jsonArgument(deliveries)];
      const [row] = await database.query<{ added: boolean }>(addTestEvent, values);
      return row?.added ?? false;
    },
    async recordAttempts(outcomes) {
      const rows = await database.query<{ delivery_id: string }>(recordAttempts, [jsonArgument(outcomes.map(toRow))]);
      const recorded = new Set(rows.map(({ delivery_id }) => delivery_id));
      return outcomes.map(({ delivery }) => recorded.has(delivery.id));
    },
  };
}

/** Returns the row of an outcome in the argument of recordAttempts. */
function toRow(outcome: AttemptOutcome) {
  const { delivery, attempt } = outcome;
  const { request_headers, started_at, duration_ms, status, error, cause, answer } = attempt;
  return {
    organization_id: delivery.organization_id,
    id: delivery.id,
    lease_token: delivery.lease_token,
    ...('state' in outcome ? { state: outcome.state } : { state: 'pending', due_at: outcome.due_at.toISOString() }),
    attempt: delivery.attempt,
    started_at,
    duration_ms,
    status,
    error,
    cause,
    // PostgreSQL's text cannot contain NUL. The history only shows this text.
    answer: answer?.replaceAll('\0', '\uFFFD'),
    request_headers: request_headers && JSON.stringify(request_headers),
  };
}

// The turns of organizations in the delivery of webhooks. Each organization has one row in `delivery_queues`:
//  1. A new or resent delivery makes the row due no later than itself, in the same statement.
//  2. A worker claims a few due turns and skips those that another worker is claiming. A claimed row becomes due again when its
//     lease ends.
//  3. The end of a turn abandons deliveries whose last attempt a crash lost, and reads the next due time from the first pending
//     delivery, with one index search.
// A delivery is never due before its row. A row may be due before its deliveries: that turn finds nothing and corrects the row.
//
// If the row is already due, a new delivery does not write it, so concurrent creates of one organization do not wait for each
// other's commits. But then the end of a turn does not see uncommitted deliveries, so it cannot postpone the row at once:
//  - A row is *open* while `settles_at` is null. Open rows are not written by new deliveries.
//  - A turn that leaves nothing due sets `settles_at`. From then on a new delivery writes the row, which opens it again.
//  - All deliveries from before are committed at `settles_at`, and a turn then finds them.
//  - A turn after `settles_at` postpones the row, unless it was opened meanwhile.

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
