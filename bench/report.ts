/** The words of a report: how much a benchmark does, and how it shows what it measured. */
export function toTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_cell, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))),
    )
    .map((cells) => `  ${cells.join('  ')}`)
    .join('\n');
}

/** Returns a line with the verdict about the goal. */
export function verdict(what: string, measured: number, goal: { atMost: number } | { atLeast: number }): string {
  const [bound, word, held] =
    'atMost' in goal
      ? [goal.atMost, 'at most', measured <= goal.atMost]
      : [goal.atLeast, 'at least', measured >= goal.atLeast];
  return `  ${what}: ${Number(measured.toFixed(2))}, goal ${word} ${bound}: ${held ? 'held' : 'MISSED'}`;
}

/** Returns a quantile of the numbers, rounded; NaN if there are none. */
export function quantile(numbers: readonly number[], part: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return Math.round(sorted[Math.floor((sorted.length - 1) * part)] ?? Number.NaN);
}

export interface Report {
  readonly title: string;
  /** The text to print. */
  readonly lines: readonly string[];
}

/** Returns the lines of a Markdown table. The first row is its head. */
export function toMarkdown(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_cell, column) => Math.max(3, ...rows.map((row) => row[column]?.length ?? 0)));
  const [head = '', ...body] = rows.map(
    (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`,
  );
  return [head, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...body];
}

/** True if every benchmark does the least that still runs all of its code. Processes that a benchmark starts inherit the variable. */
export const isSmoke: boolean = process.env['BENCH_SMOKE'] === '1';

/** Returns how much a benchmark does: `small` in a smoke run. */
export function amount(full: number, small: number): number {
  return isSmoke ? small : full;
}
