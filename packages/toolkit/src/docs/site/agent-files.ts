/** The files for programs that read the docs: an index of the pages, all pages in one file, and the links of the start page. */
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
  /** The size of docs.md in bytes. */
  readonly size: number;
}

/** llms.txt: every page with its address and its first sentences. The form is that of https://llmstxt.org. */
export function llmsText(groups: readonly PageGroup[], { name, description, keys, size }: LlmsOptions): string {
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
- [All pages in one file]({docs_url}/docs.md): about ${Math.round(size / 10_000) * 10} kB. Each page below is far smaller.

${sections.join('\n\n')}
`;
}

const keyText = (key: string) =>
  ` Send an API key with each request: \`${key}\`. Test keys\nwork on test data, live keys on live data. Send an \`Idempotency-Key\` with each create.`;

/** docs.md: all pages of the navigation, one after another. */
export function allPagesText(groups: readonly PageGroup[], targets: LinkTargets): string {
  const pages = groups.flatMap((group) => group.pages);
  return pages
    .map(
      (page) => `<!-- {docs_url}/${page.path}.md -->\n\n${withoutMarks(linkPages(page, targets, absolute)).trim()}\n`,
    )
    .join('\n---\n\n');
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
