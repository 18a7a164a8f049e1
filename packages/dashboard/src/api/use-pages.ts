import { navigate, useHistoryState, useSearch } from 'wouter/use-browser-location';

/** The page of a list, by cursor. The address has the cursor, so that a page can be linked, and Back returns to the page before. */
export interface Pages {
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
export function usePages(): Pages {
  const search = new URLSearchParams(useSearch());
  const cursor = search.get('cursor') ?? undefined;
  const trail = useHistoryState<{ trail?: Trail } | null>()?.trail ?? [];

  const open = (next: string, state: { trail: Trail }) => {
    if (next === '') search.delete('cursor');
    else search.set('cursor', next);
    navigate(toAddress(search), { state });
  };
  return {
    cursor,
    canGoBack: trail.length > 0,
    goBack: () => open(trail.at(-1) ?? '', { trail: trail.slice(0, -1) }),
    goFirst: () => open('', { trail: [] }),
    goOn: (next) => open(next, { trail: [...trail, cursor ?? ''].slice(-longestTrail) }),
  };
}

function toAddress(search: URLSearchParams): string {
  const text = search.toString();
  return location.pathname + (text === '' ? '' : `?${text}`);
}
