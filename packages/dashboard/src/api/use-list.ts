import { keepPreviousData, useQuery, type QueryKey, type UseQueryOptions } from '@tanstack/react-query';
import { usePages, type ListPage, type Pages } from './use-pages.ts';

/** A list of the admin contract, at the page in the address. */
export interface List<Page extends ListPage<unknown> = ListPage<unknown>> {
  /** The page; undefined until it is read. While another page is read, this one stays. */
  readonly data: Page | undefined;
  /** The error of the last reading; null if it succeeded. */
  readonly error: unknown;
  /** True while another page is read. */
  readonly isStale: boolean;
  /** True if a page follows this one. A page without rows may have a next one with rows. */
  readonly hasMore: boolean;
  readonly retry: () => void;
  readonly pages: Pages;
}

/** The part of the query that selects the page. */
export interface PageQuery {
  readonly limit: number;
  /** Absent on the first page. */
  readonly cursor?: string;
}

/** Reads the page of a list that the address names. `toOptions` returns the `api.queryOptions` of the operation for a page. */
export function useList<Page extends ListPage<unknown>, Failure, Key extends QueryKey>(
  toOptions: (page: PageQuery) => UseQueryOptions<Page, Failure, Page, Key>,
): List<Page> {
  const pages = usePages();
  const options = toOptions({ limit: 25, ...(pages.cursor !== undefined && { cursor: pages.cursor }) });
  const { data, error, isPlaceholderData, refetch } = useQuery({ ...options, placeholderData: keepPreviousData });
  return {
    data,
    error,
    isStale: isPlaceholderData,
    hasMore: Boolean(data?.next_cursor),
    retry: () => void refetch(),
    pages,
  };
}
