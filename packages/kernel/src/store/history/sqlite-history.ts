/**
 * Removes old events, with their deliveries and attempts, a few at a time:
 *  1. Read the next events in order of creation, which is the order of their row ids. The step ends if none of them is old.
 *  2. Remove the deliveries of each old event that are not pending, with their attempts. The ids of an event's deliveries begin
 *     with the event's time, so the primary key finds them.
 *  3. Remove the event if it has no delivery left.
 * Each step also removes a few old hours of the delivery counts.
 * A step is part of one transaction of the write thread. It ends early, after an old event, when its time is over, so that no other
 * write waits for long. The file does not shrink: SQLite uses the free pages for new rows.
 */
import type { DatabaseSync } from 'node:sqlite';
import type { Part } from '../shared-statement.ts';
import type { HistoryWrites } from './history.ts';
import { idStart } from '../../ids.ts';
import { hourOf } from '../deliveries/delivery-counts.ts';
import { prepareOn, inTransaction } from '../sqlite/statement.ts';

/** The maximum of events and of time of one step. */
const maxEvents = 256;
const maxStep_ms = 4;

interface EventRow {
  readonly position: number;
  readonly id: string;
  readonly organization_id: string;
}

/** Selects the next events after a position. */
export const nextEvents = `
  SELECT rowid AS position, id, organization_id FROM events WHERE rowid > :from ORDER BY rowid LIMIT :limit`;

/** Selects the deliveries of an event. */
export const deliveriesOfEvent = `
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
  function remove({ id, organization_id }: EventRow): boolean {
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
              : (selectNext.all({ from: Number(from), limit: maxEvents }) as unknown as EventRow[]);
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
export function withoutZeros<Result>(db: DatabaseSync, step: () => Result): Result {
  db.exec('PRAGMA secure_delete = FAST');
  try {
    return inTransaction(db, step);
  } finally {
    db.exec('PRAGMA secure_delete = ON');
  }
}
