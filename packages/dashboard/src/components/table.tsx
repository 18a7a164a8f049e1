import type { ReactNode } from 'react';

export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  /** `wide` is hidden on a narrow screen: the details of the row must show it too. `end` aligns numbers and buttons. */
  readonly kind?: 'wide' | 'end' | 'main';
}

export interface TableProps<Row> {
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
