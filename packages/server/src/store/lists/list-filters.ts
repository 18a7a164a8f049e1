/**
 * The filters of the lists: a row for each query parameter that the contract declares. Without it this file does not compile. A row
 * says how the rows of the list are found, on both engines:
 *  a list    the values of a column with which the index of the list begins: each is a range of the index (list-ranges.ts)
 *  'index'   a condition of its own in the statements of the list
 *  'field'   equal to the field of the row with this name, or contained in it, if it is an object. Rows are compared after they were
 *            read, a bounded number for a page
 */
import { eventTypes, type Booking, type BookingEvent, type OperationRequest } from '@booking-service/contract';
import type { AdminRequest } from '@booking-service/contract/admin';
import { statusClasses } from '@booking-service/kernel/send/attempt';
import type { AuditEntry } from '../access/audit-log.ts';
import type { ListedBooking } from './booking-lists.ts';
import type { FilteredRequest } from '../requests/requests.ts';
import type { DeliveryColumn, ListedDelivery } from './delivery-lists.ts';

type AdminList = 'listOrganizationBookings' | 'listOrganizationRequests' | 'listDeliveries' | 'listAuditEntries';
type FiltersOf<K extends AdminList, Row, Column extends keyof Row = never> = Filters<
  AdminRequest<K>['query'],
  Row,
  Column
>;
type PublicFiltersOf<K extends 'listBookings' | 'listEvents' | 'listRequests', Row> = Filters<
  OperationRequest<K>['query'],
  Row,
  never
>;
type Filters<Query, Row, Column extends keyof Row> = {
  readonly [F in Exclude<keyof Query, 'limit' | 'cursor'>]-?: F extends Column
    ? readonly Row[F][]
    : F extends keyof Row
      ? 'index' | 'field'
      : 'index';
};

export const bookingFilters: FiltersOf<'listOrganizationBookings', ListedBooking> = {
  status: 'index',
  mode: 'index',
  provider: 'field',
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

const requestFilters = {
  status: 'field',
  status_class: 'field',
  operation: 'field',
  error_code: 'field',
  idempotency_key: 'index',
  created_from: 'index',
  created_before: 'index',
} as const;

export const organizationRequestFilters: FiltersOf<'listOrganizationRequests', FilteredRequest> = {
  ...requestFilters,
  mode: 'index',
  key_id: 'field',
};

export const auditFilters: FiltersOf<'listAuditEntries', AuditEntry> = {
  action: 'field',
  target: 'field',
};

/** The filters of the lists of the public contract. */
export const publicFilters: {
  readonly listBookings: PublicFiltersOf<'listBookings', Booking>;
  readonly listEvents: PublicFiltersOf<'listEvents', BookingEvent>;
  readonly listRequests: PublicFiltersOf<'listRequests', FilteredRequest>;
} = {
  listBookings: {
    status: 'index',
    created_from: 'index',
    created_before: 'index',
    metadata: 'field',
  },
  listEvents: {
    type: 'index',
    booking_id: 'index',
    created_from: 'index',
    created_before: 'index',
  },
  listRequests: requestFilters,
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
    return wanted.every(([name, value]) => contains(fields.get(name), value));
  };
}

/** Returns whether the field has this value, or each field of it. */
function contains(field: unknown, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return field === value;
  if (typeof field !== 'object' || field === null) return false;
  const own = new Map(Object.entries(field));
  return Object.entries(value).every(([name, each]) => own.get(name) === each);
}
