/**
 * Returns the numbers from 1 to `count` as a table `n (i)`, for the FROM of a statement that copies rows. Both engines read
 * a list of values.
 */
export function numberedRows(count: number): string {
  const values = Array.from({ length: count }, (_, index) => `(${index + 1})`);
  return `(SELECT column1 AS i FROM (VALUES ${values.join(', ')}) AS v) AS n`;
}
