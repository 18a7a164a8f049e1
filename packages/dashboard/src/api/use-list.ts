import { navigate, useHistoryState, usePathname, useSearch } from 'wouter/use-browser-location';
import { keepPreviousData, type QueryKey, useQuery, type UseQueryOptions } from '@tanstack/react-query';

/** The page of a list, by cursor. The address has the cursor, so that a page can be linked, and Back returns to the page before. */
interface Pages {
  /** The cursor of this page; undefined on the first. */
  readonly cursor: string | undefined;
  /** False after a link to a page: then only the first page is known, and not the one before this page. */
  readonly canGoBack: boolean;
  readonly goBack: () => void;
  readonly goFirst: () => void;
  /** Opens the page after this one. */
  readonly goOn: (cursor: string) => void;
}

/** The cursors of the pages before this one, first page first. It has no cursor: an empty text. */
type Trail = readonly string[];

/** A trail has at most this many pages, so that the history entry stays small. */
const longestTrail = 500;

/** Reads and moves the cursor in the address. */
function usePages(): Pages {
  const path = usePathname();
  const search = new URLSearchParams(useSearch());
  const cursor = search.get('cursor') ?? undefined;
  const trail = useHistoryState<{ trail?: Trail } | null>()?.trail ?? [];

  const open = (next: string, state: { trail: Trail }) => {
    if (next === '') search.delete('cursor');
    else search.set('cursor', next);
    navigate(search.size === 0 ? path : `${path}?${search.toString()}`, { state });
  };
  return {
    cursor,
    canGoBack: trail.length > 0,
    goBack: () => open(trail.at(-1) ?? '', { trail: trail.slice(0, -1) }),
    goFirst: () => open('', { trail: [] }),
    goOn: (next) => open(next, { trail: [...trail, cursor ?? ''].slice(-longestTrail) }),
  };
}

/** One page of a list of the admin contract. */
export interface ListPage<Row> {
  readonly data: readonly Row[];
  readonly next_cursor: string | null;
  /** The cells that did not respond, if a list of all organizations lacks some. */
  readonly unavailable_cells?: readonly string[];
}

/** A search reads at most this many pages. With 100 rows each, it covers every list that a person reads. */
const mostPages = 20;

/**
 * Finds a row by its id in a list whose rows the contract cannot read one by one. It reads page after page, newest first, and stops at the
 * row. Returns null if the pages that it reads do not have the row.
 */
export async function findInPages<Row extends { readonly id: string }>(
  id: string,
  readPage: (cursor: string | undefined) => Promise<ListPage<Row> | undefined>,
): Promise<Row | null> {
  async function findFrom(cursor: string | undefined, pagesLeft: number): Promise<Row | null> {
    const page = await readPage(cursor);
    const found = page?.data.find((row) => row.id === id);
    if (found) return found;
    if (!page || page.next_cursor === null || pagesLeft === 1) return null;
    return findFrom(page.next_cursor, pagesLeft - 1);
  }
  return findFrom(undefined, mostPages);
}

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
interface PageQuery {
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
