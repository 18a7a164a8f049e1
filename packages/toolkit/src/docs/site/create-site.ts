import { stringify } from 'yaml';
import type { BundledContract } from '../../document/bundled-contract.ts';
import { allPagesText, apiText, llmsText, serviceJson } from './agent-files.ts';
import {
  linkPages,
  type LinkTargets,
  type PageGroup,
  relativeAddress,
  searchDocuments,
  type SitePage,
} from './site-page.ts';
import { withoutMarks } from './markup.ts';
import { pageHtml } from './page-template.ts';
import { postmanCollection } from './postman-collection.ts';

export interface SiteSources {
  /** The title of the site. */
  readonly name: string;
  /** The published contract. */
  readonly contract: BundledContract;
  readonly groups: readonly PageGroup[];
  /** The document that the site serves. Default: the contract. */
  readonly published?: object | undefined;
  /** Pages that show a file of the repository besides their source, by the path of the file. */
  readonly shownBy: Readonly<Record<string, string>>;
  /** Files that are the same for every page, by name: the style, the script, the contracts. */
  readonly files: Readonly<Record<string, string>>;
}

/** The page for an address that the site does not have. Hosts of static files know it by this name, too. */
const missingPage: SitePage = {
  path: '404',
  markdown: `# Page not found

These docs have no page at this address. Search for it, choose a page from the navigation, or go to the [first page](site:index).
`,
};

/**
 * Returns every file of the site by its name. `{base_url}` in a file stands for the address of the service, `{docs_url}` for that of the
 * site.
 */
export function createSite({
  name: site,
  contract,
  groups,
  published,
  shownBy,
  files: given,
}: SiteSources): Map<string, string> {
  const pages = groups.flatMap((group) => [...group.pages, ...(group.furtherPages ?? [])]);
  const targets = targetsOf(pages, shownBy);
  const { version, description } = contract.info;
  const prefixes = Object.values(contract['x-access']?.key_modes ?? {}).map(({ prefix }) => prefix.trim());
  const keys = prefixes.filter((prefix) => prefix !== '').map((prefix) => `Authorization: Bearer ${prefix}...`);
  const files = new Map<string, string>();
  const search = [];
  for (const page of pages) {
    const linked = (extension: 'html' | 'md') =>
      linkPages(page, targets, ({ path, isPage }) =>
        relativeAddress(page.path, isPage ? `${path}.${extension}` : path),
      );
    const markdown = withoutMarks(linked('md'));
    add(`${page.path}.md`, markdown);
    add(`${page.path}.html`, pageHtml({ site, page, markdown: linked('html'), groups }));
    search.push(...searchDocuments(page, markdown));
  }
  const missing = linkPages(missingPage, targets, ({ path }) => `{docs_url}/${path}.html`);
  add('404.html', pageHtml({ site, page: missingPage, markdown: missing, groups, folder: '{docs_url}/' }));
  add('search.json', JSON.stringify(search));
  const allPages = allPagesText(groups, targets);
  add('docs.md', allPages);
  const api = apiText(groups, targets);
  add('llms-full.txt', api);
  add('llms.txt', llmsText(groups, { name: site, description, keys, allPages, api }));
  // A sandbox serves its time and its keys instead.
  add('console.json', '{}\n');
  add('service.json', serviceJson({ name: site, version, description, keys }));
  const served = { ...(published ?? contract), servers: [{ url: '{base_url}', description: 'This service.' }] };
  add('openapi.json', `${JSON.stringify(served, null, 2)}\n`);
  add('openapi.yaml', stringify(served, { aliasDuplicateObjects: false }));
  add('postman.json', postmanCollection(contract, site));
  for (const [name, text] of Object.entries(given)) add(name, text);
  return files;

  function add(name: string, text: string): void {
    if (files.has(name)) throw new Error(`Two parts of the site have the name ${name}.`);
    files.set(name, text);
  }
}

function targetsOf(pages: readonly SitePage[], shownBy: SiteSources['shownBy']): LinkTargets {
  const sources = pages.flatMap(({ path, source }): [string, string][] =>
    source === undefined ? [] : [[source, path]],
  );
  return { paths: new Set(pages.map(({ path }) => path)), shownBy: new Map([...Object.entries(shownBy), ...sources]) };
}
