import type { DatabaseSync } from 'node:sqlite';
import type { Part } from '@booking-service/kernel/store';
import { inSnapshot, inTransaction, prepareOn, prepareRequeueing } from '@booking-service/kernel/store/sqlite';
import { afterEveryAttempt, type DeliveryListReads, type DeliveryListWrites } from './delivery-lists.ts';
import { listBookingDeliveries, type DeliveryRow, type EventBounds } from './booking-deliveries.ts';
import { toListed } from './list-page.ts';
import { deliveryColumns, deliveryRanges, idBounds, type DeliveryRange, type IdBounds } from './list-ranges.ts';
import { prepareDeliveryDetails } from './sqlite-delivery-details.ts';

/** Selects the newest events of a subject. */
export const newestEvents = `
  SELECT id FROM events INDEXED BY events_of_subject
  WHERE organization_id = :organization_id AND subject_id = :subject_id AND id >= :first AND id < :last
  ORDER BY id DESC LIMIT :limit`;

/** Selects the deliveries of an event, whose ids begin with its time. */
export const deliveriesOfEvent = `
  SELECT id, event_id, event_type, state, status_class, due_at AS next_attempt_at FROM deliveries
  WHERE organization_id = :organization_id AND id >= :first AND id < :last AND event_id = :event_id
  ORDER BY id LIMIT :limit`;

/** The deliveries of an event that are read for a list of the deliveries of a subject. */
const maxOfEvent = 100;

/** Lists of deliveries, and resends. */
export function sqliteDeliveryLists(db: DatabaseSync): Part<DeliveryListReads, DeliveryListWrites> {
  const prepare = prepareOn(db);
  const selectIds = prepareDeliveryIds(db);
  const details = prepareDeliveryDetails(db);
  const selectEvents = prepare.read(newestEvents);
  const selectOfEvent = prepare.read(deliveriesOfEvent);
  const selectRange = prepare.read(rangeOfDeliveries);
  const resend = prepare.write(`
    UPDATE deliveries SET state = 'pending', due_at = :now,
      attempts_allowed = iif(state = 'pending', attempts_allowed, attempts + 1)
    WHERE organization_id = :organization_id AND id = :id AND (state <> 'pending' OR due_at > :now)`);
  const requeue = prepareRequeueing(db);
  const deleteFirstAnswer = prepare.write(`
    UPDATE deliveries SET first_answer = NULL, first_answer_deleted = ?
    WHERE organization_id = ? AND id = ? AND first_answer IS NOT NULL`);
  const deleteAnswer = prepare.write(`
    UPDATE delivery_attempts SET answer = NULL, answer_deleted = ?
    WHERE organization_id = ? AND delivery_id = ? AND attempt = ? AND answer IS NOT NULL`);

  function readDeliveries(organization_id: string, ids: readonly string[]) {
    return inSnapshot(db, () => ids.flatMap((id) => details.findListed({ organization_id, id }) ?? []));
  }

  function selectDeliveriesOf(organization_id: string, events: readonly EventBounds[]): DeliveryRow[] {
    const rows = events.flatMap((event) => selectOfEvent.all({ organization_id, ...event, limit: maxOfEvent }));
    // The statement has the columns of DeliveryRow.
    return rows as unknown as DeliveryRow[];
  }

  return {
    reads: {
      async listDeliveries({ organization_id, subject_id, limit, ...query }) {
        if (subject_id !== undefined) {
          const { ids, next } = await listBookingDeliveries(
            { ...query, limit },
            {
              events: async (bounds, most) =>
                selectEvents.all({ organization_id, subject_id, ...bounds, limit: most }).map(({ id }) => String(id)),
              deliveries: async (events) => selectDeliveriesOf(organization_id, events),
            },
          );
          return { rows: readDeliveries(organization_id, ids), next };
        }
        const bounds = idBounds('dlv', query);
        const ids = selectIds({ organization_id, ...bounds, ranges: deliveryRanges(query), limit: limit + 1 });
        const { rows, next } = toListed(ids, limit, (id) => id);
        return { rows: readDeliveries(organization_id, rows), next };
      },
      async findDelivery(delivery, { attempts, before_attempt = afterEveryAttempt }) {
        return inSnapshot(db, () => details.findRecord(delivery, { before: before_attempt, limit: attempts }));
      },
      async countDeliveries({ organization_id, max, ...selection }) {
        const bounds = { organization_id, ...idBounds('dlv', selection) };
        const ranges = deliveryRanges(selection) ?? [];
        return inSnapshot(db, () =>
          ranges.reduce(
            (count, range) => count + selectRange.all({ ...bounds, ...range, limit: max - count }).length,
            0,
          ),
        );
      },
    },
    writes: {
      async resendDelivery(delivery, now) {
        return inTransaction(db, () => {
          const { organization_id, id } = delivery;
          const resent = resend.run({ organization_id, id, now: now.toISOString() }).changes === 1;
          if (resent) requeue(organization_id);
          const found = details.findListed(delivery);
          return found && { delivery: found, resent };
        });
      },
      async resendDeliveries({ organization_id, now, limit, ...selection }) {
        return inTransaction(db, () => {
          const bounds = idBounds('dlv', selection);
          const ids = selectIds({ organization_id, ...bounds, ranges: deliveryRanges(selection), limit });
          for (const id of ids) resend.run({ organization_id, id, now: now.toISOString() });
          if (ids.length > 0) requeue(organization_id);
          return { resent: ids.length, next: ids.length < limit ? null : (ids.at(-1) ?? null) };
        });
      },
      async deleteAttemptResponse({ attempt: number, ...delivery }, now) {
        return inTransaction(db, () => {
          const { organization_id, id } = delivery;
          const at = now.toISOString();
          const { changes } =
            number === 1
              ? deleteFirstAnswer.run(at, organization_id, id)
              : deleteAnswer.run(at, organization_id, id, number);
          const attempt = details.readAttempts(delivery, { before: number + 1, limit: 1 }).at(-1);
          return attempt?.attempt === number ? { attempt, deleted: changes === 1 } : undefined;
        });
      },
    },
  };
}

export interface DeliverySelection extends IdBounds {
  readonly organization_id: string;
  /** The ranges of the index; undefined for all deliveries. */
  readonly ranges: readonly DeliveryRange[] | undefined;
  readonly limit: number;
}

/** Selects one range of the index. */
export const rangeOfDeliveries: string = `
  SELECT id FROM deliveries INDEXED BY deliveries_listed
  WHERE organization_id = :organization_id AND ${deliveryColumns.map((column) => `${column} = :${column}`).join(' AND ')}
    AND id >= :first AND id < :last
  ORDER BY id DESC LIMIT :limit`;

/** Selects deliveries without a filter. */
export const allDeliveries = `
  SELECT id FROM deliveries WHERE organization_id = :organization_id AND id >= :first AND id < :last
  ORDER BY id DESC LIMIT :limit`;

/** Prepares a function that returns the ids of deliveries, newest first. */
export function prepareDeliveryIds(db: DatabaseSync): (selection: DeliverySelection) => string[] {
  const prepare = prepareOn(db);
  const selectRange = prepare.read(rangeOfDeliveries);
  const selectAll = prepare.read(allDeliveries);
  return ({ ranges, ...bounds }) => {
    if (ranges === undefined) return selectAll.all(bounds).map(({ id }) => String(id));
    const rows = inSnapshot(db, () => ranges.flatMap((range) => selectRange.all({ ...bounds, ...range })));
    const ids = rows.map(({ id }) => String(id)).toSorted((a, b) => (a < b ? 1 : -1));
    return ids.slice(0, bounds.limit);
  };
}
