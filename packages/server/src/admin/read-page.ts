import type { NewestPage } from '../store/organizations/organizations.ts';

/** The query of a list of the admin contract. */
export interface PageQuery {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

/** A list of the admin contract. */
export interface ListBody<Shown> {
  readonly object: 'list';
  readonly data: Shown[];
  readonly next_cursor: string | null;
}

/** The rows of a page, if the request names no limit. */
export const defaultLimit = 50;

/** Reads a page, newest first. One row more than its limit shows whether another page follows. */
export async function readPage<Row extends { readonly id: string }, Shown>(
  { limit = defaultLimit, cursor }: PageQuery,
  read: (page: NewestPage) => Promise<readonly Row[]>,
  toShown: (row: Row) => Shown,
): Promise<ListBody<Shown>> {
  const rows = await read({ before: cursor, limit: limit + 1 });
  const shown = rows.slice(0, limit);
  const next_cursor = rows.length > limit ? (shown.at(-1)?.id ?? null) : null;
  return { object: 'list', data: shown.map(toShown), next_cursor };
}
