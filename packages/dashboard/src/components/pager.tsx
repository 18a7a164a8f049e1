import type { ReactNode } from 'react';
import type { Pages } from '../api/use-pages.ts';
import { Button } from './button.tsx';

export interface PagerProps {
  readonly pages: Pages;
  /** The `next_cursor` of the shown page; undefined while it is read, and if that failed. */
  readonly next: string | null | undefined;
  /** The items of the list, for screen readers: `deliveries`. */
  readonly what: string;
  readonly isBusy?: boolean;
}

/** Moves through a list, newest first. It shows nothing if the list has one page. */
export function Pager({ pages, next, what, isBusy }: PagerProps): ReactNode {
  const isFirst = pages.cursor === undefined;
  if (isFirst && !next) return null;
  return (
    <nav className="pager" aria-label={`Pages of ${what}`}>
      {!isFirst && <Button onClick={pages.goFirst}>Newest</Button>}
      {pages.canGoBack && <Button onClick={pages.goBack}>Newer</Button>}
      {next && (
        <Button isBusy={isBusy} onClick={() => pages.goOn(next)}>
          Older
        </Button>
      )}
      {next === null && <span className="quiet">This is the last page.</span>}
    </nav>
  );
}
