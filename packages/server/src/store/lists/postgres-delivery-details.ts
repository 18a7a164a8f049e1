import type { DeliveryRow, EventBounds } from './booking-deliveries.ts';
import type { DeliveryState, StoredAttempt } from './delivery-lists.ts';
import type { Database, Statement } from '../postgres/connection/database.ts';

export const selectAttempts: Statement = {
  name: 'read_attempts',
  text: 'SELECT * FROM read_attempts($1, $2, $3, $4)',
};

interface AttemptRow extends Omit<StoredAttempt, 'request_headers'> {
  readonly delivery_id: string;
  readonly request_headers: string | null;
}

/** Returns the newest attempts of each delivery before a number, oldest first: at most `limit` of each. */
export type ReadAttempts = (
  organization_id: string,
  ids: readonly string[],
  range: { readonly before: number; readonly limit: number },
) => Promise<Map<string, StoredAttempt[]>>;

/** Creates the reader of attempts. */
export function createAttemptsReader(database: Database): ReadAttempts {
  return async (organization_id, ids, { before, limit }) => {
    const rows = await database.query<AttemptRow>(selectAttempts, [organization_id, ids, before, limit]);
    const attempts = new Map<string, StoredAttempt[]>();
    // The newest come first.
    for (const { delivery_id, ...row } of rows.toReversed()) {
      attempts.set(delivery_id, [...(attempts.get(delivery_id) ?? []), toAttempt(row)]);
    }
    return attempts;
  };
}

function toAttempt({ request_headers, ...row }: Omit<AttemptRow, 'delivery_id'>): StoredAttempt {
  // The text was written from such an object.
  const headers = request_headers === null ? null : (JSON.parse(request_headers) as Record<string, string>);
  return { ...row, request_headers: headers };
}

export const selectOfEvents: Statement = {
  name: 'read_event_deliveries',
  text: 'SELECT * FROM read_event_deliveries($1, $2, $3, $4, $5)',
};

export interface EventDelivery extends DeliveryRow {
  readonly state: DeliveryState;
  readonly due_at: string;
}

/** Returns the deliveries of these events, in order of id: at most `limit` of each event. */
export async function readEventDeliveries(
  database: Database,
  organization_id: string,
  { events, limit }: { events: readonly EventBounds[]; limit: number },
): Promise<EventDelivery[]> {
  return database.query<EventDelivery>(selectOfEvents, [
    organization_id,
    events.map(({ event_id }) => event_id),
    events.map(({ first }) => first),
    events.map(({ last }) => last),
    limit,
  ]);
}
