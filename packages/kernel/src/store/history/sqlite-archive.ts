import type { DatabaseSync } from 'node:sqlite';
import { idStart } from '../../ids.ts';
import { inSnapshot, prepareOn } from '../sqlite/statement.ts';
import {
  attemptColumns,
  deliveryColumns,
  deliveryRange,
  eventColumns,
  joinFinished,
  type AttemptRow,
  type DeliveryRow,
  type EventRow,
  type HistoryArchive,
} from './archive.ts';
import { deliveriesOfEvent, withoutZeros } from './sqlite-history.ts';

/** Reads one organization after the other, because its id begins every key. `after` is an organization and an event. */
export function sqliteArchive(db: DatabaseSync): HistoryArchive {
  const prepare = prepareOn(db);
  const selectOldest = prepare.read(`
    SELECT min((SELECT e.id FROM events e WHERE e.organization_id = o.id AND e.id >= ? ORDER BY e.id LIMIT 1)) AS id
    FROM organizations o`);
  const selectNext = prepare.read(`
    SELECT o.id FROM organizations o WHERE o.id > :after AND EXISTS (
      SELECT 1 FROM events e WHERE e.organization_id = o.id AND e.id >= :first AND e.id < :last)
    ORDER BY o.id LIMIT 1`);
  const selectEvents = prepare.read(`
    SELECT ${eventColumns} FROM events WHERE organization_id = :organization AND id > :after AND id < :last
    ORDER BY id LIMIT :limit`);
  const selectDeliveries = prepare.read(`
    SELECT ${deliveryColumns} FROM deliveries WHERE organization_id = ? AND id >= ? AND id < ? ORDER BY id`);
  const selectAttempts = prepare.read(`
    SELECT ${attemptColumns} FROM delivery_attempts WHERE organization_id = ? AND delivery_id >= ? AND delivery_id < ?
    ORDER BY delivery_id, attempt`);
  const deleteDelivery = prepare.write(
    `DELETE FROM deliveries WHERE organization_id = ? AND id = ? AND state <> 'pending' AND attempts = ?`,
  );
  const deleteAttempts = prepare.write('DELETE FROM delivery_attempts WHERE organization_id = ? AND delivery_id = ?');
  const selectLeft = prepare.read(deliveriesOfEvent);
  const deleteEvent = prepare.write('DELETE FROM events WHERE organization_id = ? AND id = ?');

  return {
    async findEventSince(from) {
      // An aggregate always returns one row, with this column.
      return (selectOldest.get(idStart('evt', from)) as { id: string | null }).id ?? undefined;
    },
    async readFinished({ from, to, after = ' ', limit }) {
      return inSnapshot(db, () => {
        const [first, last] = [idStart('evt', from), idStart('evt', to)];
        let [organization = '', event = ''] = after.split(' ');
        if (event === '') {
          const found = selectNext.get({ after: organization, first, last });
          if (!found) return { rows: [], next: undefined };
          [organization, event] = [String(found['id']), first];
        }
        // The queries have these columns.
        const events = selectEvents.all({ organization, after: event, last, limit }) as unknown as EventRow[];
        const [oldest, newest] = [events[0], events.at(-1)];
        const next = events.length === limit && newest ? `${organization} ${newest.id}` : `${organization} `;
        if (!oldest || !newest) return { rows: [], next };
        const range = [organization, ...deliveryRange(oldest.id, newest.id)] as const;
        const deliveries = selectDeliveries.all(...range) as unknown as DeliveryRow[];
        const attempts = selectAttempts.all(...range) as unknown as AttemptRow[];
        return { rows: joinFinished(events, { deliveries, attempts }), next };
      });
    },
    async removeRead(rows) {
      return withoutZeros(db, () => {
        let removed = 0;
        for (const { organization_id, event_id, delivery_id, attempts } of rows) {
          if (delivery_id !== null) {
            const { changes } = deleteDelivery.run(organization_id, delivery_id, attempts);
            if (changes === 0) continue;
            deleteAttempts.run(organization_id, delivery_id);
          }
          const [first, last] = deliveryRange(event_id, event_id);
          const left = selectLeft.all({ organization_id, event_id, first, last });
          if (left.length === 0) removed += Number(deleteEvent.run(organization_id, event_id).changes);
        }
        return removed;
      });
    },
    async dropEmpty() {
      // SQLite has no partitions.
    },
  };
}
