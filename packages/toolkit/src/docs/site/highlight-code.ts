import { createRequire } from 'node:module';
import { escapeHtml } from './markup.ts';

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
export function highlightCode(text: string, language: string | undefined): string {
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
