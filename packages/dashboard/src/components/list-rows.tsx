import type { ReactNode } from 'react';
import type { List } from '../api/use-list.ts';
import type { ListPage } from '../api/use-pages.ts';
import { ErrorMessage, Loading, MissingCells } from './loading.tsx';
import { Pager } from './pager.tsx';
import type { TableProps } from './table.tsx';

export interface ListRowsProps<Row> {
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
