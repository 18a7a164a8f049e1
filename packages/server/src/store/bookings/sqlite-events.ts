import type { DatabaseSync } from 'node:sqlite';
import type { Part } from '../shared-statement.ts';
import type { SettingsWrites } from '../organizations/organizations.ts';
import { delivery as schedule } from '@booking-service/contract';
import type { NewEvent } from '../../domain/booking.ts';
import { noOrigin, type Origin } from '../../domain/origin.ts';
import { prepareQueueing } from '../deliveries/sqlite-delivery-queues.ts';
import { prepareOn, inTransaction } from '../sqlite/statement.ts';

/** Prepares a function that stores events of a booking with their deliveries. */
export function prepareEvents(
  db: DatabaseSync,
): (booking: { organization_id: string; booking_id: string } & Origin, events: readonly NewEvent[]) => void {
  const prepare = prepareOn(db);
  const insertEvent = prepare.write(
    `INSERT INTO events (id, organization_id, booking_id, type, created, payload, request_id, traceparent)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  // Without a webhook URL an event has no delivery, so a URL that is set later gets no old events (DLV-2, DLV-11).
  const insertDelivery = prepare.write(`
    INSERT INTO deliveries (id, event_id, event_type, organization_id, state, attempts_allowed, due_at)
    SELECT :id, :event_id, :event_type, id, 'pending', :attempts_allowed, :due_at FROM organizations
    WHERE id = :organization_id AND webhook_url IS NOT NULL`);
  const queue = prepareQueueing(db);

  return ({ organization_id, booking_id, request_id, traceparent }, events) => {
    for (const { id, type, created, payload, deliveries } of events) {
      insertEvent.run(id, organization_id, booking_id, type, created, payload, request_id, traceparent);
      for (const { id: delivery_id, due_at } of deliveries) {
        const attempts_allowed = schedule.max_attempts;
        const row = { id: delivery_id, event_id: id, event_type: type, organization_id, attempts_allowed, due_at };
        if (insertDelivery.run(row).changes === 1) queue({ organization_id, due_at });
      }
    }
  };
}

/** Stores test events. */
export function sqliteTestEvents(db: DatabaseSync): Part<object, Pick<SettingsWrites, 'addTestEvent'>> {
  const hasUrl = prepareOn(db).read('SELECT 1 FROM organizations WHERE id = ? AND webhook_url IS NOT NULL');
  const insertEvents = prepareEvents(db);
  return {
    reads: {},
    writes: {
      async addTestEvent({ organization_id, booking_id, event }) {
        return inTransaction(db, () => {
          if (!hasUrl.get(organization_id)) return false;
          insertEvents({ organization_id, booking_id, ...noOrigin }, [event]);
          return true;
        });
      },
    },
  };
}
