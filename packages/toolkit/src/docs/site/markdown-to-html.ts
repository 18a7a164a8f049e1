import { createRequire } from 'node:module';
import { Marked, type Token, type TokenizerAndRendererExtension, type Tokens } from 'marked';
import { escapeHtml, markHtml } from './markup.ts';

interface TabGroup extends Tokens.Generic {
  readonly type: 'tabGroup';
  readonly blocks: readonly LabelledBlock[];
}

interface LabelledBlock {
  readonly language: string;
  readonly label: string;
  /** A text before the block. '' for none. */
  readonly caption: string;
  readonly code: string;
}

const block = /```(\w+) \[([^\]\n]+)\] ?([^\n]*)\n([^]*?)\n```(?:\n+|$)/y;

/**
 * Reads a run of labelled blocks as one group of tabs. Blocks with the same label share a tab. Without the script of the site all tabs are
 * shown, one below another.
 */
function tabGroups(blockHtml: (code: string, language: string) => string): TokenizerAndRendererExtension {
  return {
    name: 'tabGroup',
    level: 'block',
    tokenizer(source): TabGroup | undefined {
      const blocks: LabelledBlock[] = [];
      block.lastIndex = 0;
      let end = 0;
      for (let found = block.exec(source); found; found = block.exec(source)) {
        const [, language = '', label = '', caption = '', code = ''] = found;
        blocks.push({ language, label, caption, code });
        end = block.lastIndex;
      }
      return blocks.length === 0 ? undefined : { type: 'tabGroup', raw: source.slice(0, end), blocks };
    },
    renderer(token) {
      // The tokenizer above made it.
      return groupHtml((token as TabGroup).blocks, blockHtml);
    },
  };
}

/** Their tabs are examples. A tab with any other language is a choice that a reader makes once, for all pages. */
const plain: ReadonlySet<string> = new Set(['json', 'txt']);

function groupHtml(blocks: readonly LabelledBlock[], blockHtml: (code: string, language: string) => string): string {
  const tabs = [...Map.groupBy(blocks, ({ label }) => label)].map(([label, own]) => {
    const parts = own.map(({ caption, code, language }) => {
      return `${caption === '' ? '' : `<p class="caption">${escapeHtml(caption)}</p>`}${blockHtml(code, language)}`;
    });
    const isChoice = own.some(({ language }) => !plain.has(language));
    return `<div class="tab" data-label="${escapeHtml(label)}"${isChoice ? ' data-choice' : ''}><p class="tab-label">${escapeHtml(label)}</p>${parts.join('')}</div>`;
  });
  return `<div class="tabs">${tabs.join('')}</div>\n`;
}

interface HtmlPart {
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
          all.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`);
        const head = `<thead><tr>${cells('th', header).join('')}</tr></thead>`;
        const lines = rows.map((row) => ({ name: plainText(row[0]?.tokens ?? []), cells: cells('td', row) }));
        const body = header[0]?.text === 'Field' ? foldedRows(lines) : rowsHtml(lines);
        return `<div class="wide" tabindex="0"><table>${head}<tbody>${body}</tbody></table></div>\n`;
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

interface TableRow {
  readonly name: string;
  readonly cells: readonly string[];
}

function rowsHtml(rows: readonly TableRow[]): string {
  return rows.map(({ cells }) => `<tr>${cells.join('')}</tr>`).join('\n');
}

/** The rows of a table of fields. Those of the fields within an object, which follow it, open below its meaning. */
function foldedRows(rows: readonly TableRow[]): string {
  const shown: TableRow[] = [];
  for (let at = 0; at < rows.length;) {
    const { name = '', cells = [] } = rows[at] ?? {};
    const [object = ''] = name.split(' ');
    const after = rows.slice(at + 1);
    const end = after.findIndex((each) => !each.name.startsWith(`${object}.`) && !each.name.startsWith(`${object}[]`));
    const within = end < 0 ? after : after.slice(0, end);
    const table = `<table><tbody>${foldedRows(within)}</tbody></table>`;
    const folded = `<details><summary>${within.length} ${within.length === 1 ? 'field' : 'fields'}</summary>${table}</details>`;
    shown.push({
      name,
      cells:
        within.length === 0 ? cells : [...cells.slice(0, -1), cells.at(-1)?.replace(/(?=<\/td>$)/, () => folded) ?? ''],
    });
    at += 1 + within.length;
  }
  return rowsHtml(shown);
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

/** The part of highlight.js that this uses. Its own types load those of the DOM, which change the type of fetch in every script. */
interface Highlighter {
  registerLanguage(name: string, language: unknown): void;
  highlight(code: string, options: { readonly language: string }): { readonly value: string };
}

const require = createRequire(import.meta.url);
const hljs = require('highlight.js/lib/core') as Highlighter;
const languages = ['bash', 'go', 'javascript', 'json', 'python', 'sql', 'typescript', 'yaml'] as const;
for (const name of languages) hljs.registerLanguage(name, require(`highlight.js/lib/languages/${name}`));

/** The names that pages use for these languages. Every other block stays plain. */
const names: Readonly<Record<string, (typeof languages)[number]>> = {
  sh: 'bash',
  console: 'bash',
  go: 'go',
  js: 'javascript',
  json: 'json',
  python: 'python',
  sql: 'sql',
  ts: 'typescript',
  typescript: 'typescript',
  yaml: 'yaml',
};

/** The service replaces these when it sends a page, so highlighting must leave them whole. */
const placeholders = { '{base_url}': 'BaseUrlOfTheService', '{docs_url}': 'UrlOfTheDocs' };

/** The classes with a color in site.css. Every other span would only enlarge the page: JSON has one for each comma. */
const colored = /^hljs-(?:attr|built_in|comment|keyword|literal|number|regexp|string|title|type|variable)\b/;

/** Code as HTML whose classes name the parts of the language. It has no style attributes. */
function highlightCode(text: string, language: string | undefined): string {
  const name = names[language ?? ''];
  if (name === undefined) return escapeHtml(text);
  let kept = text;
  for (const [placeholder, word] of Object.entries(placeholders)) kept = kept.replaceAll(placeholder, word);
  let html = hljs.highlight(kept, { language: name }).value;
  for (const [placeholder, word] of Object.entries(placeholders)) html = html.replaceAll(word, placeholder);
  return withColoredSpans(html);
}

function withColoredSpans(html: string): string {
  const open: boolean[] = [];
  return html.replaceAll(/<span class="([^"]*)">|<\/span>/g, (tag, classes?: string) => {
    if (classes === undefined) return open.pop() ? tag : '';
    const isColored = colored.test(classes);
    open.push(isColored);
    return isColored ? tag : '';
  });
}
