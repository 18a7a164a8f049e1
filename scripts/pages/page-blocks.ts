/** A fenced block of a Markdown page. */
export interface PageBlock {
  readonly language: string;
  readonly body: string;
  /** The name of the file in its first line, `// book.mjs` or `-- tables.sql`. Undefined if the block is not a file. */
  readonly file: string | undefined;
}

/** Returns the fenced blocks of a page, in order. */
export function pageBlocks(page: string): PageBlock[] {
  return [...page.matchAll(/^```(\w+)\n([^]*?)^```$/gm)].map(([, language = '', body = '']) => ({
    language,
    body,
    file: /^(?:\/\/|--) (\S+\.(?:ts|js|mjs|sql))\n/.exec(body)?.[1],
  }));
}

/** Returns a printed text as a pattern. `…` matches any text within a line. */
export function patternOf(shown: string): RegExp {
  return new RegExp(shown.trim().split('…').map(escaped).join('.*?'), 'm');
}

function escaped(literal: string): string {
  return literal.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}
