/**
 * The filters of the lists: a row for each query parameter that the contract declares. Without it this file does not compile. A row
 * says how the rows of the list are found, on both engines:
 *  a list    the values of a column with which the index of the list begins: each is a range of the index (list-ranges.ts)
 *  'index'   a condition of its own in the statements of the list
 *  'field'   equal to the field of the row with this name, or contained in it, if it is an object. Rows are compared after they were
 *            read, a bounded number for a page
 *  { from }, { before }  the time in the field with this name, from or before the value. Compared like 'field'; a row without the time
 *            is left out
 */
import { eventTypes, type Booking, type BookingEvent, type OperationRequest } from '@booking-service/contract';
import type { AdminRequest } from '@booking-service/contract/admin';
import { statusClasses } from '@booking-service/kernel/store';
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
      : 'index' | TimeBound<keyof Row & string>;
};

type TimeBound<Field extends string> = { readonly from: Field } | { readonly before: Field };

/** The filters of any list. */
export type FilterKinds = Readonly<Record<string, readonly string[] | string | TimeBound<string>>>;

export const bookingFilters: FiltersOf<'listOrganizationBookings', ListedBooking> = {
  status: 'index',
  mode: 'index',
  provider: 'field',
  starts_from: { from: 'starts_at' },
  starts_before: { before: 'starts_at' },
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
  filters: FilterKinds,
  query: Readonly<Record<string, unknown>>,
): ((row: Row) => boolean) | undefined {
  const present = Object.entries(query).filter(([, value]) => value !== undefined);
  const wanted = present.filter(([name]) => filters[name] === 'field');
  const bounds = present.flatMap(([name, value]) => toBound(filters[name], value));
  if (wanted.length + bounds.length === 0) return undefined;
  return (row) => {
    const fields = new Map(Object.entries(row));
    return (
      wanted.every(([name, value]) => contains(fields.get(name), value)) &&
      bounds.every(({ field, isWithin }) => isWithin(Date.parse(String(fields.get(field)))))
    );
  };
}

/** Returns the field of a bound and its comparison, which no invalid time passes. Empty if the filter is another one. */
function toBound(filter: FilterKinds[string] | undefined, value: unknown) {
  if (typeof filter !== 'object') return [];
  const bound = Date.parse(String(value));
  if ('from' in filter) return [{ field: filter.from, isWithin: (time: number) => time >= bound }];
  if ('before' in filter) return [{ field: filter.before, isWithin: (time: number) => time < bound }];
  return [];
}

/** Returns whether the field has this value, or each field of it. */
function contains(field: unknown, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return field === value;
  if (typeof field !== 'object' || field === null) return false;
  const own = new Map(Object.entries(field));
  return Object.entries(value).every(([name, each]) => own.get(name) === each);
}
