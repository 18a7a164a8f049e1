import { noOrigin } from '../../domain/origin.ts';
import type { AttemptOutcome, ClaimedDelivery, EngineStore } from '../store.ts';
import { eventValues } from '../bookings/postgres-booking-rows.ts';
import type { Database, Statement } from '../postgres/connection/database.ts';

type Deliveries = Pick<EngineStore, 'claimDeliveries' | 'giveBackDeliveries' | 'addTestEvent' | 'recordAttempts'>;

const claimAny: Statement = {
  name: 'claim_due_deliveries',
  text: 'SELECT * FROM claim_due_deliveries($1, $2, $3, $4)',
};
export const claimOf: Statement = {
  name: 'claim_due_deliveries_of',
  text: 'SELECT * FROM claim_due_deliveries_of($5, $1, $2, $3, $4)',
};
const giveBack: Statement = {
  name: 'give_deliveries_back',
  text: `
    UPDATE deliveries SET attempts = attempts - 1, lease_until = NULL, lease_token = NULL
    WHERE organization_id = ANY ($3) AND id = ANY ($1) AND lease_token = $2`,
};
export const recordAttempts: Statement = {
  name: 'record_attempts_with_causes',
  text: 'SELECT delivery_id FROM record_attempts($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)',
};

const addTestEvent: Statement = {
  name: 'add_test_event',
  text: 'SELECT add_test_event($1, $2, $3::json, $4::json) AS added',
};

/** Claims and completes webhook deliveries, and stores those of test events. */
export function postgresDeliveries(database: Database): Deliveries {
  return {
    async claimDeliveries({ now, organization_id, lease_until, lease_token, limit }) {
      const values = [now.toISOString(), lease_until.toISOString(), lease_token, limit];
      return organization_id === undefined
        ? database.query<ClaimedDelivery>(claimAny, values)
        : database.query<ClaimedDelivery>(claimOf, [...values, organization_id]);
    },
    async giveBackDeliveries({ deliveries, lease_token }) {
      const ids = deliveries.map(({ id }) => id);
      const organizations = deliveries.map(({ organization_id }) => organization_id);
      await database.query(giveBack, [ids, lease_token, organizations]);
    },
    async addTestEvent({ organization_id, booking_id, event }) {
      const values = [organization_id, booking_id, ...eventValues([event], noOrigin)];
      const [row] = await database.query<{ added: boolean }>(addTestEvent, values);
      return row?.added ?? false;
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
  const { request_headers, started, duration_ms, status, error, cause, answer } = attempt;
  return [
    delivery.organization_id,
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
    cause,
  ];
}

function columnsOf(rows: readonly Row[]): Row[] {
  return (rows[0] ?? []).map((_, column) => rows.map((row) => row[column] ?? null));
}
