import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { namedContracts, productOf, type ContractConfig } from '../config.ts';
import { contractGroups } from '../docs/reference/contract-pages.ts';
import { createSite } from '../docs/site/create-site.ts';
import { siteAssets, writeSite } from '../docs/site/site-assets.ts';
import type { SitePage } from '../docs/site/site-page.ts';
import { bundle } from '../document/bundle.ts';
import type { BundledContract } from '../document/bundled-contract.ts';
import { kindOf, sampledContract } from '../project/compile.ts';
import { currentProject, print, readArgs, UsageError, type Command } from './command.ts';

const usage = `Usage: contract docs [--contract NAME] [--base-url URL] [--docs-url URL]

Builds a site from each contract of toolkit.config.ts whose operations have x-behavior: a page for each operation, webhook, error code and
part of the behavior, with search and a copy of each page in Markdown. It replaces the folder of outputs.docs. Any host of static files
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
      if (kindOf(bundled) !== 'service') continue;
      const folder = contract.outputs?.docs ?? 'docs-site';
      if (built.has(folder))
        throw new UsageError(`Two contracts have their docs in ${folder}. Set outputs.docs of ${name}.`);
      built.add(folder);
      const published = sampledContract(bundled, { contract, root, config });
      const product = productOf(config, bundled);
      const base_url = values['base-url'] ?? firstServer(published);
      const files = createSite({
        name: product.name,
        contract: published,
        groups: [
          { title: 'Start', summary: published.info.title, pages: [startPage(published)] },
          ...contractGroups(published, { product }),
        ],
        shownBy: {},
        files: await siteAssets(),
      });
      removeSite(root, folder, contract);
      writeSite(files, join(root, folder), { base_url, docs_url: values['docs-url'] ?? `${base_url}/docs` });
      print(`Wrote ${files.size} files to ${folder}. Open ${folder}/index.html.`);
    }
    if (built.size > 0) return 0;
    throw new UsageError('There is nothing to build: no operation has x-behavior.');
  },
};

function firstServer({ servers }: BundledContract): string {
  return servers[0]?.url.replace(/\/$/, '') ?? 'http://127.0.0.1:7430';
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

/** Removes the last site. A folder with other files stays, and is an error. */
function removeSite(root: string, folder: string, { document }: ContractConfig): void {
  const path = join(root, folder);
  if (!existsSync(path) || readdirSync(path).length === 0) return;
  if (!existsSync(join(path, 'search.json')) || existsSync(join(path, document))) {
    throw new UsageError(`${folder} contains files that are no site. Choose another folder in outputs.docs.`);
  }
  rmSync(path, { recursive: true });
}
