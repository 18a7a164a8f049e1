import { eventTypes } from '@booking-service/contract';
import { useMemo } from 'react';
import { useFilters, type Filters } from '../../api/use-filters.ts';
import { deliveryStates, statusClasses } from '../../deliveries/delivery-words.ts';
import type { DeliveryState, EventType, StatusClass } from '@booking-service/contract/admin';
import { serviceTime } from '../../session/service-time.ts';

export type DeliveryFilterName = 'state' | 'event_type' | 'status_class' | 'booking_id' | 'since';

/** The periods of the filter `since`, with their words and hours. */
export const periods = {
  '1h': ['The last hour', 1],
  '24h': ['The last 24 hours', 24],
  '7d': ['The last 7 days', 168],
  '30d': ['The last 30 days', 720],
} as const satisfies Readonly<Record<string, readonly [string, number]>>;

export type Period = keyof typeof periods;

export interface DeliveryQuery {
  readonly state?: DeliveryState;
  readonly event_type?: EventType;
  readonly status_class?: StatusClass;
  readonly booking_id?: string;
  readonly created_from?: string;
}

export interface DeliveryFilterValues extends Filters<DeliveryFilterName> {
  /** The filters as listDeliveries takes them. A value that does not exist is left out. */
  readonly query: DeliveryQuery;
}

/** The filters of the delivery history, in the address. */
export function useDeliveryFilters(): DeliveryFilterValues {
  const filters = useFilters<DeliveryFilterName>(['state', 'event_type', 'status_class', 'booking_id', 'since']);
  const { state, event_type, status_class, booking_id, since } = filters.values;
  const query = useMemo<DeliveryQuery>(() => {
    const found = {
      state: deliveryStates.find((each) => each === state),
      event_type: eventTypes.find((each) => each === event_type),
      status_class: statusClasses.find((each) => each === status_class),
      booking_id,
      created_from: timeSince(since),
    };
    // Only what is set: the key of the query contains the others as undefined otherwise.
    return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
  }, [state, event_type, status_class, booking_id, since]);
  return { ...filters, query };
}

function timeSince(since: string | undefined): string | undefined {
  const period = (Object.keys(periods) as Period[]).find((each) => each === since);
  return period && startOf(period);
}

/** The beginning of a period that ends now. */
export function startOf(period: Period): string {
  return new Date(serviceTime() - periods[period][1] * 3_600_000).toISOString();
}
