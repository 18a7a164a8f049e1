interface List<Row> {
  readonly data: readonly Row[];
  readonly next_cursor: string | null;
}

/** Returns the rows of all pages of a list of the admin contract. */
export async function readLists<Row>(
  read: (query: { readonly limit: number; readonly cursor?: string }) => Promise<List<Row>>,
): Promise<Row[]> {
  const limit = 100;
  const rows: Row[] = [];
  let page = await read({ limit });
  rows.push(...page.data);
  while (page.next_cursor !== null) {
    page = await read({ limit, cursor: page.next_cursor });
    rows.push(...page.data);
  }
  return rows;
}
