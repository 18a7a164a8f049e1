import type { ReactNode } from 'react';
import type { List } from '../api/use-list.ts';
import { Button } from './button.tsx';

export interface PagerProps {
  readonly list: List;
  /** The items of the list, for screen readers: `deliveries`. */
  readonly what: string;
}

/** Moves through a list, newest first. It shows nothing if the list has one page. */
export function Pager({ list: { data, isStale, pages }, what }: PagerProps): ReactNode {
  // Undefined until the page is read.
  const next = data?.next_cursor;
  const isFirst = pages.cursor === undefined;
  if (isFirst && !next) return null;
  return (
    <nav className="pager" aria-label={`Pages of ${what}`}>
      {!isFirst && <Button onClick={pages.goFirst}>Newest</Button>}
      {pages.canGoBack && <Button onClick={pages.goBack}>Newer</Button>}
      {next && (
        <Button isBusy={isStale} onClick={() => pages.goOn(next)}>
          Older
        </Button>
      )}
      {next === null && <span className="quiet">This is the last page.</span>}
    </nav>
  );
}
