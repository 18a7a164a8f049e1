import { adminFilters, type AdminRequest } from '@booking-service/contract/admin';
import type { ReactNode } from 'react';
import { type Filters, useFilters } from '../api/use-filters.ts';
import { Button } from './elements.tsx';
import { FilterField, TimeField } from './field.tsx';
import { Select } from './select.tsx';

type FilteredList = keyof typeof adminFilters;
type FilterName<K extends FilteredList> = (typeof adminFilters)[K][number]['name'];

interface Filter {
  readonly name: string;
  readonly kind: 'word' | 'text' | 'time';
  readonly values?: readonly string[];
  readonly maxLength?: number;
}

/** The words for a filter. */
interface FilterWords {
  /** Default: its name. */
  readonly label?: string;
  /** The choice of no value. Default: "Any". */
  readonly any?: string;
  /** The words for its values. Default: the values. A text with options becomes a choice. */
  readonly options?: readonly (readonly [value: string, text: string])[];
}

/** The words for some filters of a list; null for one without a control. */
type ListWords<K extends FilteredList> = { readonly [Name in FilterName<K>]?: FilterWords | null };

export interface ListFilterValues<K extends FilteredList, Extra extends string = never> extends Filters<
  FilterName<K> | Extra
> {
  /** The filters as the operation takes them. A value that does not exist is left out. */
  readonly query: Omit<AdminRequest<K>['query'], 'limit' | 'cursor'>;
}

/** The filters of a list, which the contract declares, in the address. `extra`: more names that only the page has. */
export function useListFilters<K extends FilteredList, const Extra extends string = never>(
  list: K,
  extra: readonly Extra[] = [],
): ListFilterValues<K, Extra> {
  const rows: readonly Filter[] = adminFilters[list];
  // The rows have these names.
  const names = rows.map(({ name }) => name) as FilterName<K>[];
  const filters = useFilters<FilterName<K> | Extra>([...names, ...extra]);
  const given: Readonly<Record<string, string | undefined>> = filters.values;
  const present = rows.flatMap(({ name, values }) => {
    const value = given[name];
    return value === undefined || (values && !values.includes(value)) ? [] : [[name, value]];
  });
  // The rows come from the parameters of the operation.
  return { ...filters, query: Object.fromEntries(present) as ListFilterValues<K>['query'] };
}

interface ListFiltersProps<K extends FilteredList> {
  readonly list: K;
  readonly filters: Pick<ListFilterValues<K>, 'values' | 'set' | 'clear' | 'areSet'>;
  readonly words?: ListWords<K>;
  /** More controls. */
  readonly children?: ReactNode;
}

/** A control for each filter of a list. A choice applies at once, a text when it is complete. */
export function ListFilters<K extends FilteredList>({
  list,
  filters: { values, set, clear, areSet },
  words,
  children,
}: ListFiltersProps<K>): ReactNode {
  const rows: readonly Filter[] = adminFilters[list];
  const given: Readonly<Record<string, string | undefined>> = values;
  const wordsOf: Readonly<Record<string, FilterWords | null | undefined>> = { ...words };
  return (
    <section className="filters" aria-label="Filters">
      {rows.map((filter) => {
        const own = wordsOf[filter.name];
        if (own === null) return null;
        // The name is one of the list's.
        const change = (value: string) => set({ [filter.name]: value } as Parameters<typeof set>[0]);
        return (
          <Control key={filter.name} filter={filter} words={own ?? {}} value={given[filter.name]} onChange={change} />
        );
      })}
      {children}
      {areSet && <Button onClick={clear}>Clear filters</Button>}
    </section>
  );
}

interface ControlProps {
  readonly filter: Filter;
  readonly words: FilterWords;
  readonly value: string | undefined;
  readonly onChange: (value: string) => void;
}

function Control({ filter: { name, kind, values, maxLength }, words, value, onChange }: ControlProps): ReactNode {
  const { label = toLabel(name), any = 'Any' } = words;
  const options = words.options ?? values?.map((each) => [each, each.replaceAll('_', ' ')] as const);
  if (options) {
    const known = options.some(([each]) => each === value) ? value : undefined;
    return <Select label={label} value={known ?? ''} options={[['', any], ...options]} onChange={onChange} />;
  }
  if (kind === 'time') return <TimeField label={label} value={value} onChange={onChange} />;
  return (
    <FilterField
      label={label}
      value={value ?? ''}
      {...(maxLength !== undefined && { maxLength })}
      onChange={onChange}
    />
  );
}

/** `created_from` is "Created from", and `booking_id` is "Booking". */
function toLabel(name: string): string {
  const text = name.replace(/_id$/, '').replaceAll('_', ' ');
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
