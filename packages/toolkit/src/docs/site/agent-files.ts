/** The files for programs that read the docs: an index of the pages, all pages in one file, those of the API in a smaller one, and the links of the start page. */
import { linkPages, type LinkTargets, type PageGroup, type SitePage, summaryOf, titleOf } from './site-page.ts';
import { withoutMarks } from './markup.ts';

const absolute = ({ path, isPage }: { readonly path: string; readonly isPage: boolean }) =>
  `{docs_url}/${path}${isPage ? '.md' : ''}`;

export interface LlmsOptions {
  /** The title of the site. */
  readonly name: string;
  readonly description: string;
  /** The header with a key of each mode. Empty if the contract has no modes. */
  readonly keys: readonly string[];
  /** The texts of docs.md and llms-full.txt. */
  readonly allPages: string;
  readonly api: string;
}

/** llms.txt: every page with its address and its first sentences. The form is that of https://llmstxt.org. */
export function llmsText(
  groups: readonly PageGroup[],
  { name, description, keys, allPages, api }: LlmsOptions,
): string {
  const lineOf = (page: SitePage) => {
    const summary = summaryOf(page);
    return `- [${titleOf(page)}]({docs_url}/${page.path}.md)${summary === '' ? '' : `: ${firstSentence(summary)}`}`;
  };
  const sections = groups.flatMap(({ title, summary, pages, furtherPages = [] }) => [
    `## ${title}\n\n${summary}\n\n${pages.map(lineOf).join('\n')}`,
    ...(furtherPages.length > 0
      ? [`### ${title}, each on its own page\n\n${furtherPages.map(lineOf).join('\n')}`]
      : []),
  ]);
  return `# ${name}

> ${description}

The base URL of this service is {base_url}.${keys[0] === undefined ? '' : keyText(keys[0])}

- [The contract as OpenAPI 3.1]({docs_url}/openapi.json): also as [YAML]({docs_url}/openapi.yaml), and as a [collection for Postman]({docs_url}/postman.json)
- [The API in one file]({docs_url}/llms-full.txt): its guides, operations, webhooks and errors, about ${sizeOf(api)}.
- [All pages in one file]({docs_url}/docs.md): about ${sizeOf(allPages)}. Each page below is far smaller.

${sections.join('\n\n')}
`;
}

const keyText = (key: string) =>
  ` Send an API key with each request: \`${key}\`. Test keys\nwork on test data, live keys on live data. Send an \`Idempotency-Key\` with each create.`;

const sizeOf = (text: string) => `${Math.round(Buffer.byteLength(text) / 10_000) * 10} kB`;

/** docs.md: all pages of the navigation, one after another. */
export function allPagesText(
  groups: readonly PageGroup[],
  targets: LinkTargets,
  shortened = (text: string): string => text,
): string {
  const pages = groups.flatMap((group) => group.pages);
  return pages
    .map((page) => {
      const text = shortened(withoutMarks(linkPages(page, targets, absolute)).trim());
      return `<!-- {docs_url}/${page.path}.md -->\n\n${text}\n`;
    })
    .join('\n---\n\n');
}

/** llms-full.txt: the pages of the API. Of adjacent samples it has the first, and a row of a table once. */
export function apiText(groups: readonly PageGroup[], targets: LinkTargets): string {
  const known = new Set<string>();
  const ofApi = groups.filter(({ isOfApi }) => isOfApi);
  return allPagesText(ofApi, targets, (text) =>
    text
      .replaceAll(/(^```\w+ \[.*\n[^]*?^```$)(?:\n\n```\w+ \[.*\n[^]*?^```$)+/gm, '$1')
      .replaceAll(/(?:^\|.*\|(?:\n|$))+/gm, (table) => withoutKnownRows(table, known)),
  );
}

const mostNames = 12;

/** Returns a table in which one row names those that are in an earlier table. Remembers the others. */
function withoutKnownRows(table: string, known: Set<string>): string {
  const [head = '', divider = '', ...rows] = table.trimEnd().split('\n');
  const shown: string[] = [];
  let names: string[] = [];
  for (const row of [...rows, undefined]) {
    if (row !== undefined && known.has(row)) {
      names.push(/`[^`]+`/.exec(row)?.[0] ?? '');
      continue;
    }
    const cells = ' |'.repeat(divider.split('|').length - 4);
    if (names.length > 0) shown.push(`| ${names.length > mostNames ? '…' : names.join(', ')} |${cells} as above |`);
    names = [];
    if (row === undefined) break;
    known.add(row);
    shown.push(row);
  }
  return `${[head, divider, ...shown].join('\n')}\n`;
}

/** The response of `GET /` to programs: the addresses of everything. */
export function serviceJson({
  name,
  version,
  description,
  keys,
}: {
  readonly keys: readonly string[];
  readonly name: string;
  readonly version: string;
  readonly description: string;
}): string {
  return `${JSON.stringify(
    {
      object: 'service',
      name,
      version,
      description,
      base_url: '{base_url}',
      ...(keys.length > 0 && { authentication: keys.join(' or ').replaceAll(' or Authorization: Bearer', ' or') }),
      docs: '{base_url}/docs',
      docs_markdown: '{base_url}/docs.md',
      llms: '{base_url}/llms.txt',
      llms_full: '{base_url}/llms-full.txt',
      openapi_json: '{base_url}/openapi.json',
      openapi_yaml: '{base_url}/openapi.yaml',
    },
    null,
    2,
  )}\n`;
}

function firstSentence(text: string): string {
  return /^.+?[.:](?= [A-Z]|$)/.exec(text)?.[0].replace(/:$/, '.') ?? text;
}
