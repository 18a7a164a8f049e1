import { useMemo, type ReactNode } from 'react';
import { ListFilters, useListFilters, type ListFilterValues } from '../../components/forms/list-filters.tsx';
import { Select } from '../../components/select.tsx';
import { outcomeWords, stateWords } from '../../deliveries/delivery-words.ts';
import { serviceTime } from '../../session/service-time.ts';

/** The periods of the filter `since`, with their words and hours. */
export const periods = {
  '1h': ['The last hour', 1],
  '24h': ['The last 24 hours', 24],
  '7d': ['The last 7 days', 168],
  '30d': ['The last 30 days', 720],
} as const satisfies Readonly<Record<string, readonly [string, number]>>;

export type Period = keyof typeof periods;

type DeliveryFilterValues = ListFilterValues<'listDeliveries', 'since'>;

/** The filters of the delivery history, in the address. */
export function useDeliveryFilters(): DeliveryFilterValues {
  const filters = useListFilters('listDeliveries', ['since']);
  const { since } = filters.values;
  // The time stays the same while the period does: the key of the query contains it.
  const created_from = useMemo(() => {
    const period = findPeriod(since);
    return period && startOf(period);
  }, [since]);
  return { ...filters, query: { ...filters.query, ...(created_from !== undefined && { created_from }) } };
}

const words = {
  state: { any: 'All', options: Object.entries(stateWords) },
  event_type: { label: 'Event', any: 'All' },
  status_class: { label: 'Last response', any: 'All', options: Object.entries(outcomeWords) },
  created_from: null,
  created_before: null,
} as const;

/** The filters of the delivery history. */
export function DeliveryFilters({ filters }: { readonly filters: DeliveryFilterValues }): ReactNode {
  return (
    <ListFilters list="listDeliveries" filters={filters} words={words}>
      <Select<Period | ''>
        label="Created in"
        value={findPeriod(filters.values.since) ?? ''}
        onChange={(since) => filters.set({ since })}
        options={[
          ['', 'Any time'],
          ...Object.entries(periods).map(([each, [text]]) => [each as Period, text] as const),
        ]}
      />
    </ListFilters>
  );
}

function findPeriod(since: string | undefined): Period | undefined {
  return (Object.keys(periods) as Period[]).find((each) => each === since);
}

/** The beginning of a period that ends now. */
export function startOf(period: Period): string {
  return new Date(serviceTime() - periods[period][1] * 3_600_000).toISOString();
}
