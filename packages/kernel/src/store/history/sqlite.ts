import type { DatabaseSync } from 'node:sqlite';
import type { Part } from '../shared-statement.ts';
import {
  attemptColumns,
  type AttemptRow,
  deliveryColumns,
  deliveryRange,
  type DeliveryRow,
  eventColumns,
  type EventRow,
  type HistoryArchive,
  type HistoryWrites,
  joinFinished,
} from './port.ts';
import { idStart } from '../../ids.ts';
import { hourOf } from '../deliveries/port.ts';
import { inSnapshot, inTransaction, prepareOn } from '../sqlite/statement.ts';

// Removes old events, with their deliveries and attempts, a few at a time:
//  1. Read the next events in order of creation, which is the order of their row ids. The step ends if none of them is old.
//  2. Remove the deliveries of each old event that are not pending, with their attempts. The ids of an event's deliveries begin
//     with the event's time, so the primary key finds them.
//  3. Remove the event if it has no delivery left.
// Each step also removes a few old hours of the delivery counts.
// A step is part of one transaction of the write thread. It ends early, after an old event, when its time is over, so that no other
// write waits for long. The file does not shrink: SQLite uses the free pages for new rows.

/** The maximum of events and of time of one step. */
const maxEvents = 256;
const maxStep_ms = 4;

interface StoredEvent {
  readonly position: number;
  readonly id: string;
  readonly organization_id: string;
}

/** Selects the next events after a position. */
export const nextEvents = `
  SELECT rowid AS position, id, organization_id FROM events WHERE rowid > :from ORDER BY rowid LIMIT :limit`;

/** Selects the deliveries of an event. */
const deliveriesOfEvent = `
  SELECT id, state FROM deliveries
  WHERE organization_id = :organization_id AND id >= :first AND id < :last AND event_id = :event_id`;

export function sqliteHistoryRemoval(db: DatabaseSync): Part<object, HistoryWrites> {
  const prepare = prepareOn(db);
  const selectNext = prepare.read(nextEvents);
  const selectDeliveries = prepare.read(deliveriesOfEvent);
  const deleteAttempts = prepare.write('DELETE FROM delivery_attempts WHERE organization_id = ? AND delivery_id = ?');
  const deleteDelivery = prepare.write('DELETE FROM deliveries WHERE organization_id = ? AND id = ?');
  const deleteCounts = prepare.write(`
    DELETE FROM delivery_counts WHERE (organization_id, hour) IN (
      SELECT organization_id, hour FROM delivery_counts WHERE hour < :before ORDER BY hour LIMIT :limit)`);
  const deleteEvent = prepare.write('DELETE FROM events WHERE organization_id = ? AND id = ?');

  /** Removes what is not pending. Returns whether it removed the event. */
  function remove({ id, organization_id }: StoredEvent): boolean {
    const first = id.replace('evt_', 'dlv_').slice(0, idStart('dlv', new Date(0)).length);
    const deliveries = selectDeliveries.all({ organization_id, event_id: id, first, last: `${first}~` });
    let pending = 0;
    for (const { id: delivery_id, state } of deliveries) {
      if (state === 'pending') pending += 1;
      else {
        // Both columns are text.
        deleteAttempts.run(organization_id, String(delivery_id));
        deleteDelivery.run(organization_id, String(delivery_id));
      }
    }
    if (pending > 0) return false;
    deleteEvent.run(organization_id, id);
    return true;
  }

  return {
    reads: {},
    writes: {
      async removeHistory({ before, old_events, from = '0' }) {
        return withoutZeros(db, () => {
          const end_ms = performance.now() + maxStep_ms;
          const bound = idStart('evt', before);
          // The query has these columns.
          const rows =
            old_events === 'archive'
              ? []
              : (selectNext.all({ from: Number(from), limit: maxEvents }) as unknown as StoredEvent[]);
          let [events, hasOld, position] = [0, false, from];
          for (const row of rows) {
            if (row.id < bound) {
              hasOld = true;
              if (remove(row)) events += 1;
            }
            position = String(row.position);
            // Events that are not old take no time. A step that ended at one would end the removal.
            if (hasOld && performance.now() >= end_ms) break;
          }
          const { changes } = deleteCounts.run({ before: hourOf(before.toISOString()), limit: maxEvents });
          return { events, next: hasOld || changes === maxEvents ? position : undefined };
        });
      },
    },
  };
}

/** Runs a step in one transaction that leaves the bytes of free pages. To overwrite them would double what it writes. */
function withoutZeros<Result>(db: DatabaseSync, step: () => Result): Result {
  db.exec('PRAGMA secure_delete = FAST');
  try {
    return inTransaction(db, step);
  } finally {
    db.exec('PRAGMA secure_delete = ON');
  }
}

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
