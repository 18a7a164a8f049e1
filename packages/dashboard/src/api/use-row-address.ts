import { navigate, useHistoryState, useSearch } from 'wouter/use-browser-location';

/** The addresses of a list and of the rows that open beside it. They keep the filters and the page of the list. */
export interface RowAddress {
  /** The address of the row with this id. */
  readonly toRow: (id: string) => string;
  /** The `state` of a link to a row, so that Newer still works after the row is closed. */
  readonly state: unknown;
  /** Returns to the list. */
  readonly close: () => void;
}

/** Returns the addresses for the list at `list`, such as `/organizations/org_1/bookings`. */
export function useRowAddress(list: string): RowAddress {
  const search = useSearch();
  const state = useHistoryState<unknown>();
  return {
    toRow: (id) => `${list}/${encodeURIComponent(id)}${search}`,
    state,
    close: () => navigate(list + search, { replace: true, state }),
  };
}
