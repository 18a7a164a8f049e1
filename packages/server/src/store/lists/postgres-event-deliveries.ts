import type { DeliveryRow, EventBounds } from './booking-deliveries.ts';
import type { DeliveryState } from './delivery-lists.ts';
import type { Database, Statement } from '../postgres/connection/database.ts';

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
