/** Text as HTML, also within a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

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

// Marks in the Markdown of a page. The page of HTML has elements in their place, and the copy for programs has nothing.
//
// A run of fenced blocks with a label is a group of tabs: "```sh [curl]", "```json [404] A caption".

const elements = {
  columns: '<div class="with-code"><div class="text">',
  beside: '</div><div class="beside"><div class="sticky">',
  end: '</div></div></div>',
} as const;

const mark = /^<!-- (columns|beside|end|console (\w+)) -->$/;

/** Text on the left, and code beside it on a wide screen. Below it on a narrow one. */
export function inColumns(text: string, beside: string): string {
  return `<!-- columns -->\n\n${text}\n\n<!-- beside -->\n\n${beside}\n\n<!-- end -->`;
}

/** The place of the button that sends the operation from the page. */
export function consoleMark(operationId: string): string {
  return `<!-- console ${operationId} -->`;
}

/** The HTML of a mark. Undefined for any other comment. */
export function markHtml(comment: string): string | undefined {
  const [, name, operationId] = mark.exec(comment.trim()) ?? [];
  if (operationId !== undefined)
    return `<div class="console" data-operation="${operationId}" data-base="{base_url}" hidden></div>\n`;
  // The pattern has the names of the elements.
  return name === undefined ? undefined : `${elements[name as keyof typeof elements]}\n`;
}

/** The Markdown without its marks. */
export function withoutMarks(markdown: string): string {
  return markdown.replaceAll(new RegExp(`${mark.source}\n+`, 'gm'), '');
}
