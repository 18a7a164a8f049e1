import type { DatabaseSync } from 'node:sqlite';
import type { DeliveryRange, IdBounds } from './list-ranges.ts';
import { prepareOn } from '../sqlite/statement.ts';
import { inSnapshot } from '../sqlite/in-snapshot.ts';

export interface DeliverySelection extends IdBounds {
  readonly organization_id: string;
  /** The ranges of the index; undefined for all deliveries. */
  readonly ranges: readonly DeliveryRange[] | undefined;
  readonly limit: number;
}

/** Selects one range of the index. */
export const rangeOfDeliveries = `
  SELECT id FROM deliveries INDEXED BY deliveries_listed
  WHERE organization_id = :organization_id AND event_type = :event_type AND state = :state AND status_class = :status_class
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
    const rows = inSnapshot(db, () =>
      ranges.flatMap(({ event_type, state, status_class }) =>
        selectRange.all({ ...bounds, event_type, state, status_class }),
      ),
    );
    const ids = rows.map(({ id }) => String(id)).toSorted((a, b) => (a < b ? 1 : -1));
    return ids.slice(0, bounds.limit);
  };
}
