import type { EngineStore } from '../seal-store.ts';
import type { AttemptOutcome, ClaimedDelivery } from '../store.ts';
import { isClaimable, isSpent } from '../due-deliveries.ts';
import type { Database, Statement } from './connection/database.ts';

type Deliveries = Pick<
  EngineStore,
  'abandonSpentDeliveries' | 'claimDeliveries' | 'giveBackDeliveries' | 'recordAttempts'
>;

/**
 * Returns the statement that claims due deliveries that meet `condition`. An attempt uses the webhook URL and the signing secret
 * of the time of its claim (DLV-11, ORG-5). Rows that another instance is claiming are skipped without waiting. The found ids
 * are an array and not a join: the planner cannot estimate a LIMIT of a parameter, and would read the whole table.
 */
function claim(name: string, condition: string): Statement {
  return {
    name,
    text: `
      WITH found AS (
        SELECT d.id FROM deliveries d JOIN organizations o ON o.id = d.organization_id
        WHERE ${condition} AND ${isClaimable('$1')} AND o.webhook_url IS NOT NULL
        ORDER BY d.due_at, d.number LIMIT $4 FOR UPDATE OF d SKIP LOCKED),
      claimed AS (
        UPDATE deliveries d SET attempts = d.attempts + 1, lease_until = $2, lease_token = $3
        WHERE d.id = ANY (ARRAY(SELECT id FROM found))
        RETURNING d.*)
      SELECT d.id, d.event_id, e.type AS event_type, d.organization_id, e.payload, d.attempts AS attempt,
        d.attempts_allowed, o.webhook_url, o.signing_secret, d.lease_token
      FROM claimed d JOIN events e ON e.id = d.event_id JOIN organizations o ON o.id = d.organization_id
      ORDER BY d.due_at, d.number`,
  };
}

const claimAny = claim('claim_deliveries', 'TRUE');
export const claimOf: Statement = claim('claim_deliveries_of_organization', 'd.organization_id = $5');
const giveBack: Statement = {
  name: 'give_deliveries_back',
  text: `
    UPDATE deliveries SET attempts = attempts - 1, lease_until = NULL, lease_token = NULL
    WHERE id = ANY ($1) AND lease_token = $2`,
};
export const abandonSpent: Statement = {
  name: 'abandon_spent_deliveries',
  text: `
    WITH spent AS (SELECT d.id FROM deliveries d WHERE ${isSpent('$1')}
      ORDER BY d.id LIMIT $2 FOR UPDATE SKIP LOCKED)
    UPDATE deliveries d SET state = 'abandoned', lease_until = NULL, lease_token = NULL
    WHERE d.id = ANY (ARRAY(SELECT id FROM spent))
    RETURNING d.event_id, d.organization_id`,
};
/** The ids are also an array of their own, so that the planner searches the index for each of them. */
export const recordAttempts: Statement = {
  name: 'record_attempts',
  text: `
    WITH given AS (
      SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::integer[], $6::text[], $7::integer[],
        $8::integer[], $9::text[], $10::text[], $11::text[])
      AS g (id, lease_token, state, due_at, attempt, started, duration_ms, status, error, answer, request_headers)),
    completed AS (
      UPDATE deliveries d SET state = g.state, due_at = coalesce(g.due_at, d.due_at), lease_until = NULL, lease_token = NULL
      FROM given g
      WHERE d.id = ANY ($1) AND g.id = d.id AND g.lease_token = d.lease_token
      RETURNING d.id)
    INSERT INTO delivery_attempts (delivery_id, attempt, started, duration_ms, status, error, answer, request_headers)
    SELECT g.id, g.attempt, g.started, g.duration_ms, g.status, g.error, g.answer, g.request_headers
    FROM given g JOIN completed USING (id)
    RETURNING delivery_id`,
};

/** Claims and completes webhook deliveries. */
export function postgresDeliveries(database: Database): Deliveries {
  return {
    async abandonSpentDeliveries(now, limit) {
      return database.query(abandonSpent, [now.toISOString(), limit]);
    },
    async claimDeliveries({ now, organization_id, lease_until, lease_token, limit }) {
      const values = [now.toISOString(), lease_until.toISOString(), lease_token, limit];
      return organization_id === undefined
        ? database.query<ClaimedDelivery>(claimAny, values)
        : database.query<ClaimedDelivery>(claimOf, [...values, organization_id]);
    },
    async giveBackDeliveries({ ids, lease_token }) {
      await database.query(giveBack, [ids, lease_token]);
    },
    async recordAttempts(outcomes) {
      const columns = columnsOf(outcomes.map(toRow));
      const rows = await database.query<{ delivery_id: string }>(recordAttempts, columns);
      const recorded = new Set(rows.map(({ delivery_id }) => delivery_id));
      return outcomes.map(({ delivery }) => recorded.has(delivery.id));
    },
  };
}

type Row = readonly (string | number | null)[];

/** Returns the values of an outcome in the order of the parameters of recordAttempts. */
function toRow(outcome: AttemptOutcome): Row {
  const { delivery, attempt } = outcome;
  const [state, due_at] = 'state' in outcome ? [outcome.state, null] : ['pending', outcome.due_at.toISOString()];
  const { request_headers, started, duration_ms, status, error, answer } = attempt;
  return [
    delivery.id,
    delivery.lease_token,
    state,
    due_at,
    delivery.attempt,
    started,
    duration_ms,
    status,
    error,
    // PostgreSQL's text cannot contain NUL. The history only shows this text.
    answer?.replaceAll('\0', '\uFFFD') ?? null,
    request_headers === null ? null : JSON.stringify(request_headers),
  ];
}

function columnsOf(rows: readonly Row[]): Row[] {
  return (rows[0] ?? []).map((_, column) => rows.map((row) => row[column] ?? null));
}
