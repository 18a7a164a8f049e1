import type { EngineStore } from '../seal-store.ts';
import type { ClaimedDelivery } from '../store.ts';
import { isClaimable, isSpent } from '../due-deliveries.ts';
import type { Database, Statement } from './connection/database.ts';

type Deliveries = Pick<
  EngineStore,
  'abandonSpentDeliveries' | 'claimDeliveries' | 'giveBackDeliveries' | 'recordAttempt'
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
const complete: Statement = {
  name: 'record_attempt',
  text: `
    WITH completed AS (
      UPDATE deliveries SET state = $1, due_at = coalesce($2, due_at), lease_until = NULL, lease_token = NULL
      WHERE id = $3 AND lease_token = $4
      RETURNING id)
    INSERT INTO delivery_attempts (delivery_id, attempt, started, duration_ms, status, error, answer, request_headers)
    SELECT id, $5, $6, $7, $8, $9, $10, $11 FROM completed
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
    async recordAttempt(delivery, outcome) {
      const [state, due_at] = 'state' in outcome ? [outcome.state, null] : ['pending', outcome.due_at.toISOString()];
      const { request_headers, started, duration_ms, status, error, answer } = outcome.attempt;
      const rows = await database.query(complete, [
        state,
        due_at,
        delivery.id,
        delivery.lease_token,
        delivery.attempt,
        started,
        duration_ms,
        status,
        error,
        // PostgreSQL's text cannot contain NUL. The history only shows this text.
        answer?.replaceAll('\0', '\uFFFD') ?? null,
        request_headers === null ? null : JSON.stringify(request_headers),
      ]);
      return rows.length === 1;
    },
  };
}
