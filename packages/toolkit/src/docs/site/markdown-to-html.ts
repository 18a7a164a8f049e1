import { Marked, type Token, type Tokens } from 'marked';
import { escapeHtml } from './escape-html.ts';
import { highlightCode } from './highlight-code.ts';
import { markHtml } from './page-marks.ts';
import { tabGroups } from './tab-group.ts';

export interface HtmlPart {
  readonly html: string;
  readonly headings: readonly Heading[];
}

export interface Heading {
  readonly level: number;
  readonly anchor: string;
  /** As HTML. */
  readonly text: string;
}

/** Renders a page whose links are those of HTML. */
export function markdownToHtml(markdown: string): HtmlPart {
  const headings: Heading[] = [];
  const anchors = new Map<string, number>();

  const marked = new Marked({
    extensions: [tabGroups(codeHtml)],
    renderer: {
      html({ text }) {
        return markHtml(text) ?? text;
      },
      heading({ tokens, depth }) {
        const text = this.parser.parseInline(tokens);
        const anchor = uniqueAnchor(toAnchor(plainText(tokens)), anchors);
        headings.push({ level: depth, anchor, text });
        if (depth === 1) return `<h1>${text}</h1>\n`;
        return `<h${depth} id="${anchor}"><a class="anchor" href="#${anchor}">${text}</a></h${depth}>\n`;
      },
      // A long name of a field may break after a dot.
      codespan({ text }) {
        return `<code>${escapeHtml(text).replaceAll(/(?<=\w)\.(?=\w)/g, '.<wbr>')}</code>`;
      },
      code({ text, lang }) {
        return codeHtml(text, lang);
      },
      table({ header, rows }) {
        const cells = (tag: 'td' | 'th', all: readonly Tokens.TableCell[]) =>
          all.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join('');
        const body = rows.map((row) => `<tr>${cells('td', row)}</tr>`).join('\n');
        return `<div class="wide" tabindex="0"><table><thead><tr>${cells('th', header)}</tr></thead><tbody>${body}</tbody></table></div>\n`;
      },
      link({ href, tokens }) {
        return `<a href="${escapeHtml(href)}">${this.parser.parseInline(tokens)}</a>`;
      },
    },
  });
  // Without extensions that load something, the result is no promise.
  const html = marked.parse(markdown, { async: false });
  return { html, headings };
}

/** Content that may be wider than the screen scrolls in its place, also by keyboard. */
function codeHtml(text: string, language: string | undefined): string {
  return `<pre tabindex="0"><code>${highlightCode(text, language)}</code></pre>\n`;
}

/** The anchor of a heading, as code hosts write it. */
export function toAnchor(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');
}

function uniqueAnchor(anchor: string, used: Map<string, number>): string {
  const count = used.get(anchor) ?? 0;
  used.set(anchor, count + 1);
  return count === 0 ? anchor : `${anchor}-${count}`;
}

function plainText(tokens: readonly Token[]): string {
  return tokens
    .map((token) =>
      'tokens' in token && token.tokens ? plainText(token.tokens) : 'text' in token ? String(token.text) : '',
    )
    .join('');
}
