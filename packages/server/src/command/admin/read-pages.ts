/** Returns the rows of all pages. `read` returns the page after the row with this id, and an empty page after the last. */
export async function readPages<Row extends { readonly id: string }>(
  read: (after: string | undefined) => Promise<readonly Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = await read(undefined); page.length > 0; page = await read(page.at(-1)?.id)) rows.push(...page);
  return rows;
}
