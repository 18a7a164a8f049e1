import type { DatabaseSync } from 'node:sqlite';
import { noOrigin, type NewEvent } from '../../event.ts';
import type { SettingsWrites } from '../organizations/organizations.ts';
import type { Part } from '../shared-statement.ts';
import { inTransaction, prepareOn } from '../sqlite/statement.ts';
import type { EventSubject } from '../deliveries/deliveries.ts';
import { prepareQueueing } from '../turns/sqlite-delivery-queues.ts';

/** Prepares a function that stores events of a subject with their deliveries. They are part of the caller's transaction. */
export function prepareEvents(db: DatabaseSync): (subject: EventSubject, events: readonly NewEvent[]) => void {
  const prepare = prepareOn(db);
  const insertEvent = prepare.write(
    `INSERT INTO events (id, organization_id, subject_id, type, created, payload, request_id, traceparent, livemode)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  // Without a webhook URL an event has no delivery, so a URL that is set later gets no old events (DLV-2, DLV-11).
  const insertDelivery = prepare.write(`
    INSERT INTO deliveries (id, event_id, event_type, organization_id, state, attempts_allowed, due_at)
    SELECT :id, :event_id, :event_type, id, 'pending', :attempts_allowed, :due_at FROM organizations
    WHERE id = :organization_id AND webhook_url IS NOT NULL`);
  const queue = prepareQueueing(db);

  return ({ organization_id, subject_id, livemode, request_id, traceparent }, events) => {
    const mode = livemode === null ? null : Number(livemode);
    for (const { id, type, created, payload, deliveries } of events) {
      insertEvent.run(id, organization_id, subject_id, type, created, payload, request_id, traceparent, mode);
      for (const delivery of deliveries) {
        const row = { ...delivery, event_id: id, event_type: type, organization_id };
        if (insertDelivery.run(row).changes === 1) queue({ organization_id, due_at: delivery.due_at });
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
      async addTestEvent({ organization_id, subject_id, event }) {
        return inTransaction(db, () => {
          if (!hasUrl.get(organization_id)) return false;
          insertEvents({ organization_id, subject_id, livemode: null, ...noOrigin }, [event]);
          return true;
        });
      },
    },
  };
}
