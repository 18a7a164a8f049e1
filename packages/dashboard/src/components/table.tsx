import type { ReactNode } from 'react';
import type { List, ListPage } from '../api/use-list.ts';
import { Button } from './elements.tsx';
import { ErrorMessage, Loading, MissingCells } from './loading.tsx';

export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  /** `wide` is hidden on a narrow screen: the details of the row must show it too. `end` aligns numbers and buttons. */
  readonly kind?: 'wide' | 'end' | 'main';
}

interface TableProps<Row> {
  /** The contents of the table, for screen readers. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  /** The row whose details are open. */
  readonly selected?: string | undefined;
  /** Shows that the rows are about to be replaced. */
  readonly isStale?: boolean;
}

/**
 * A page of rows. The first cell of a row that opens has a link with the class `row-link`: the link is the keyboard's way, and its
 * area covers the row for the mouse.
 */
export function Table<Row>({ caption, columns, rows, rowKey, selected, isStale = false }: TableProps<Row>): ReactNode {
  return (
    <div className="table" aria-busy={isStale || undefined}>
      <table>
        <caption className="hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ title, kind }) => (
              <th key={title} scope="col" className={kind}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)} className={rowKey(row) === selected ? 'selected' : undefined}>
              {columns.map(({ title, cell, kind }) => (
                <td key={title} className={kind}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface PagerProps {
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

interface ListRowsProps<Row> {
  readonly list: List<ListPage<Row>>;
  /** The items of the list: `deliveries`. */
  readonly what: string;
  /** Stands where the rows would be. */
  readonly empty: ReactNode;
  /** Shows the rows of a page that has some. */
  readonly children: (table: Required<Pick<TableProps<Row>, 'rows' | 'isStale'>>) => ReactNode;
}

/** The page of a list in each of its states, and the way to the other pages. */
export function ListRows<Row>({ list, what, empty, children }: ListRowsProps<Row>): ReactNode {
  const { data, error, isStale, retry } = list;
  return (
    <>
      {error ? <ErrorMessage error={error} onRetry={retry} /> : null}
      {!data && !error && <Loading what={what} />}
      <MissingCells names={data?.unavailable_cells} />
      {data && (data.data.length === 0 ? empty : children({ rows: data.data, isStale }))}
      <Pager list={list} what={what} />
    </>
  );
}
