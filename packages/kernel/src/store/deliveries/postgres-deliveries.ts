import { noOrigin, type NewDelivery, type NewEvent, type Origin } from '../../event.ts';
import type { SettingsWrites } from '../organizations/organizations.ts';
import type { AttemptOutcome, ClaimedDelivery, DeliveryWrites } from './deliveries.ts';
import { type Database, type Statement, jsonArgument } from '../postgres/database.ts';

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
  const { request_headers, started, duration_ms, status, error, cause, answer } = attempt;
  return {
    organization_id: delivery.organization_id,
    id: delivery.id,
    lease_token: delivery.lease_token,
    ...('state' in outcome ? { state: outcome.state } : { state: 'pending', due_at: outcome.due_at.toISOString() }),
    attempt: delivery.attempt,
    started,
    duration_ms,
    status,
    error,
    cause,
    // PostgreSQL's text cannot contain NUL. The history only shows this text.
    answer: answer?.replaceAll('\0', '\uFFFD'),
    request_headers: request_headers && JSON.stringify(request_headers),
  };
}

/** The fields of a JSON argument for events and their deliveries, which store_events takes. */
interface EventFields {
  readonly events: readonly (Omit<NewEvent, 'deliveries'> & Origin)[];
  readonly deliveries: readonly (NewDelivery & { readonly event_id: string; readonly event_type: string })[];
}

export function eventFields(events: readonly NewEvent[], origin: Origin): EventFields {
  return {
    events: events.map(({ id, type, created, payload }) => ({ id, type, created, payload, ...origin })),
    deliveries: events.flatMap(({ id: event_id, type: event_type, deliveries }) =>
      deliveries.map((delivery) => ({ ...delivery, event_id, event_type })),
    ),
  };
}
