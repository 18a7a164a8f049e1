/**
 * Returns the numbers from 1 to `count` as a table `n (i)`, for the FROM of a statement that copies rows. It is a list of values, because
 * a recursive query cannot insert into a distributed table.
 */
export function numberedRows(count: number): string {
  const values = Array.from({ length: count }, (_, index) => `(${index + 1})`);
  return `(SELECT column1 AS i FROM (VALUES ${values.join(', ')}) AS v) AS n`;
}
