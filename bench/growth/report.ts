import { readFile, writeFile } from 'node:fs/promises';
import { arch, availableParallelism } from 'node:os';

export interface Report {
  readonly title: string;
  /** The lines of a table in a page of docs/. */
  readonly table: readonly string[];
  /** The text to print. */
  readonly lines: readonly string[];
}

/**
 * Replaces what is between the markers of each report in a page of docs/ by its table, the date and the kind of machine. Default:
 * growth.md.
 */
export async function writeReports(reports: readonly Report[], name: string = 'growth.md'): Promise<void> {
  const page = new URL(`../../docs/${name}`, import.meta.url);
  let text = await readFile(page, 'utf8');
  const date = new Date().toISOString().slice(0, 10);
  const measured = `Measured on ${date} with Node ${process.versions.node} on ${availableParallelism()} cores (${arch()}).`;
  for (const { title, table } of reports) {
    const [begin, end] = [`<!-- begin ${title} -->`, `<!-- end ${title} -->`];
    const [from, to] = [text.indexOf(begin), text.indexOf(end)];
    if (from === -1 || to === -1) throw new Error(`docs/${name} has no markers for ${title}.`);
    text = [text.slice(0, from) + begin, '', ...table, '', measured, '', text.slice(to)].join('\n');
  }
  await writeFile(page, text);
}

/** Returns the lines of a Markdown table. The first row is its head. */
export function toMarkdown(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_cell, column) => Math.max(3, ...rows.map((row) => row[column]?.length ?? 0)));
  const [head = '', ...body] = rows.map(
    (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`,
  );
  return [head, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...body];
}
