/**
 * The filters of the lists: a row for each query parameter that the contract declares. Without it this file does not compile. A row
 * says how the rows of the list are found, on both engines:
 *  a list    the values of a column with which the index of the list begins: each is a range of the index (list-ranges.ts)
 *  'index'   a condition of its own in the statements of the list
 *  'field'   equal to the field of the row with this name. Rows are compared after they were read, a bounded number for a page
 */
import { eventTypes } from '@booking-service/contract';
import type { AdminRequest } from '@booking-service/contract/admin';
import { statusClasses } from '../../domain/attempt.ts';
import type { AuditEntry } from '../access/audit-log.ts';
import type { ListedBooking } from './booking-lists.ts';
import type { DeliveryColumn, ListedDelivery } from './delivery-lists.ts';

type FilteredList = 'listBookings' | 'listDeliveries' | 'listAuditEntries';
type FiltersOf<K extends FilteredList, Row, Column extends keyof Row = never> = {
  readonly [F in Exclude<keyof AdminRequest<K>['query'], 'limit' | 'cursor'>]: F extends Column
    ? readonly Row[F][]
    : F extends keyof Row
      ? 'index' | 'field'
      : 'index';
};

export const bookingFilters: FiltersOf<'listBookings', ListedBooking> = {
  status: 'index',
  mode: 'index',
  provider: 'index',
  created_from: 'index',
  created_before: 'index',
};

export const deliveryFilters: FiltersOf<'listDeliveries', ListedDelivery, DeliveryColumn> = {
  event_type: eventTypes,
  state: ['pending', 'succeeded', 'abandoned'],
  status_class: statusClasses,
  booking_id: 'index',
  created_from: 'index',
  created_before: 'index',
};

export const auditFilters: FiltersOf<'listAuditEntries', AuditEntry> = {
  action: 'field',
  target: 'field',
};

/** Returns what a row must have for the filters that compare fields; undefined if none of them is present. */
export function matcherOf<Row extends object>(
  filters: Readonly<Record<string, readonly string[] | string>>,
  query: Readonly<Record<string, unknown>>,
): ((row: Row) => boolean) | undefined {
  const wanted = Object.entries(query).filter(([name, value]) => filters[name] === 'field' && value !== undefined);
  if (wanted.length === 0) return undefined;
  return (row) => {
    const fields = new Map(Object.entries(row));
    return wanted.every(([name, value]) => fields.get(name) === value);
  };
}
