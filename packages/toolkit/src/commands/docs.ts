import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { namedContracts, productOf } from '../config.ts';
import { contractGroups } from '../docs/reference/contract-pages.ts';
import { createSite } from '../docs/site/create-site.ts';
import { siteAssets, writeSite } from '../docs/site/site-assets.ts';
import type { SitePage } from '../docs/site/site-page.ts';
import { bundle } from '../document/bundle.ts';
import type { BundledContract } from '../document/bundled-contract.ts';
import { normalized } from '../document/normalize.ts';
import { plainGroups, siteContract } from '../docs/reference/plain-pages.ts';
import { kindOf, sampledContract } from '../project/compile.ts';
import { isBasic } from '../project/compile-plain.ts';
import { currentProject, print, readArgs, UsageError, type Command } from './command.ts';

const usage = `Usage: contract docs [--contract NAME] [--base-url URL] [--docs-url URL]

Builds a site from each contract of toolkit.config.ts: a page for each operation, webhook, schema, error code and part of the behavior, with
search and a copy of each page in Markdown. A contract of others that has blocks has no site of its own. It replaces the folder of outputs.docs. Any host of static files
serves the site.

  --contract <NAME>  builds the site of one contract
  --base-url <URL>   the address of the service; default: the first server of the contract
  --docs-url <URL>   the address of the site; default: that of the service with /docs`;

export const docsCommand: Command = {
  summary: 'builds a site with the pages of each contract',
  usage,
  async run(args) {
    const flags = {
      contract: { type: 'string' },
      'base-url': { type: 'string' },
      'docs-url': { type: 'string' },
    } as const;
    const { values } = readArgs(args, { flags, usage });
    const { root, config } = await currentProject();
    const built = new Set<string>();
    for (const [name, contract] of namedContracts(config, { root, only: values.contract })) {
      const bundled = JSON.parse(await bundle(contract, root));
      const isPlain = isBasic(contract, bundled);
      if (!isPlain && kindOf(bundled) !== 'service') continue;
      const folder = contract.outputs?.docs ?? 'docs-site';
      if (built.has(folder))
        throw new UsageError(`Two contracts have their docs in ${folder}. Set outputs.docs of ${name}.`);
      built.add(folder);
      const whole = isPlain ? normalized(bundled) : bundled;
      const published = isPlain ? siteContract(whole) : sampledContract(bundled, { contract, root, config });
      const product = productOf(config, bundled);
      const base_url = values['base-url'] ?? firstServer(published);
      const files = createSite({
        name: product.name,
        contract: published,
        groups: [
          {
            title: 'Start',
            summary: published.info.title,
            pages: [isPlain ? plainStart(published) : startPage(published)],
          },
          ...(isPlain ? plainGroups(whole) : contractGroups(published, { product })),
        ],
        published: isPlain ? bundled : undefined,
        shownBy: {},
        files: await siteAssets(),
      });
      removeSite(root, folder);
      writeSite(files, join(root, folder), { base_url, docs_url: values['docs-url'] ?? `${base_url}/docs` });
      print(`Wrote ${files.size} files to ${folder}. Open ${folder}/index.html.`);
    }
    if (built.size > 0) return 0;
    throw new UsageError('There is nothing to build: the contracts have blocks, and no operation has x-behavior.');
  },
};

function firstServer({ servers }: BundledContract): string {
  const { url, variables = {} } = servers[0] ?? { url: 'http://127.0.0.1:7430' };
  const filled = url.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => variables[name]?.default ?? '');
  return filled.replace(/\/$/, '');
}

/** The first page: the text of the contract, and its description in OpenAPI. */
function startPage({ info: { title, version, description } }: BundledContract): SitePage {
  const markdown = `# ${title}

${description ?? ''}

The contract has the version ${version}: [OpenAPI in JSON](file:openapi.json), [OpenAPI in YAML](file:openapi.yaml).

- [Errors](site:errors)
- [Delivery and signature of webhooks](site:webhooks/delivery)
- [Keys and scopes](site:reference/access)
- [Limits](site:reference/limits)
`;
  return { path: 'index', markdown };
}

/** The first page of a document without blocks. */
function plainStart({ info: { title, version, description } }: BundledContract): SitePage {
  const more = `The document has the version ${version}: [OpenAPI in JSON](file:openapi.json), [OpenAPI in YAML](file:openapi.yaml).

- [Servers and credentials](site:reference/access)
- [Schemas](site:reference/schemas)
`;
  return { path: 'index', markdown: `# ${title}\n\n${description}\n\n${more}` };
}

/** Removes the last site. A folder with other files stays, and is an error. */
function removeSite(root: string, folder: string): void {
  const path = join(root, folder);
  if (!existsSync(path) || readdirSync(path).length === 0) return;
  if (!existsSync(join(path, 'search.json')) || existsSync(join(path, 'toolkit.config.ts'))) {
    throw new UsageError(`${folder} contains files that are no site. Choose another folder in outputs.docs.`);
  }
  rmSync(path, { recursive: true });
}
