/** A table in Markdown. Line breaks and pipes in cells are replaced or escaped. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map(lineOf).join('\n');
}

/** Text as code, in Markdown. */
export function code(text: string): string {
  return `\`${text}\``;
}

function lineOf(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll(/\s*\n\s*/g, ' ')).join(' | ')} |`;
}
