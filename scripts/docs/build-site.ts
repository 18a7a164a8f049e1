import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type AdminContract,
  adminGroup,
  blockGroup,
  type CalledContract,
  calledPage,
  contractGroups,
  createSite,
  operationPath,
  type PageGroup,
  type SignedSample,
  siteAssets,
  type SitePage,
} from '@booking-service/toolkit/docs';
import { policyTable } from '@booking-service/toolkit/gate';
import { config, contractFiles, product, readPublicContract } from '../contract-files.ts';
import { workflowsPage } from '../workflows/read-workflows.ts';
import { ownPages } from './sections/own-pages.ts';
import { withOperatorTables } from './pages/operator-pages.ts';
import { packageGroup, packages } from './pages/package-pages.ts';

/** Builds every file of the site of the repository at `root`, by its name. */
export async function buildSite(root: string): Promise<Map<string, string>> {
  const contracts = contractFiles(root);
  const copies = Object.keys(contracts).filter((name) => name.startsWith('workflows/'));
  return createSite({
    name: product.name,
    contract: readPublicContract(),
    groups: siteGroups(root),
    shownBy: { ...shownBy, ...Object.fromEntries(copies.map((name) => [`openapi/${name}`, `file:${name}`])) },
    files: { ...contracts, ...(await siteAssets()) },
  });
}

/** The pages of each folder of docs/ that the site shows, in the order of the navigation. */
const pagesOf = {
  integrate: [
    'quickstart',
    'bookings',
    'command-line',
    'webhooks',
    'retries',
    'errors',
    'test-your-integration',
    'test-in-ci',
    'sandbox',
    'agents',
    'rotate-a-signing-secret',
    'go-live',
  ],
  connect: ['write-a-provider', 'provider-over-http', 'provider-requirements', 'octo', 'take-payments'],
  operate: [
    'install',
    'behind-a-proxy',
    'settings',
    'providers-file',
    'sending-webhooks',
    'access',
    'sign-in',
    'logs-and-traces',
    'metrics-and-alerts',
    'back-up-and-restore',
    'upgrade-and-restart',
    'sealing-key',
    'postgresql-and-scaling',
    'cells',
    'old-events',
    'guest-data',
    'settle-payments',
    'troubleshooting',
    'support-cases',
  ],
  build: [
    'your-own-contract',
    'parts-of-openapi',
    'mock-and-test',
    'mount-in-your-app',
    'hosts',
    'generated-clients',
    'change-a-contract',
  ],
};

const published = readPublicContract();

/** Pages that show a file or folder of the repository besides their source. */
export const shownBy: Readonly<Record<string, string>> = {
  'README.md': 'index',
  ...Object.fromEntries(packages.map((name) => [`packages/${name}`, `packages/${name}`])),
  'openapi/behavior/errors.yaml': 'errors',
  'openapi/behavior/sandbox.yaml': 'reference/sandbox',
  'openapi/behavior/delivery.yaml': 'webhooks/delivery',
  'packages/toolkit/src/document/attempt-causes.ts': 'webhooks/delivery',
  'openapi/behavior/limits.yaml': 'reference/limits',
  'openapi/workflows': 'integrate/workflows',
  'openapi/openapi.yaml': 'file:openapi.yaml',
  'openapi/admin.yaml': 'admin/overview',
  'openapi/provider.yaml': 'connect/provider',
  'openapi/card-service.yaml': 'connect/card-service',
  ...Object.fromEntries(
    Object.entries(published.paths).map(([path, methods]) => {
      const { operationId = '' } = methods['post'] ?? Object.values(methods)[0] ?? {};
      return [`openapi/paths/${path.slice(1).replaceAll('/', '_')}.yaml`, operationPath(operationId)];
    }),
  ),
  ...Object.fromEntries(
    Object.keys(published.webhooks).map((type) => [`openapi/webhooks/${type}.yaml`, `webhooks/${type}`]),
  ),
};

/** Every group of the site, in the order of the navigation. Throws if docs/ has a page that `pagesOf` does not list. */
export function siteGroups(root: string): PageGroup[] {
  const pages = (folder: keyof typeof pagesOf) => {
    const missing = readdirSync(join(root, 'docs', folder)).filter(
      (file) => !pagesOf[folder].includes(file.replace(/\.md$/, '')),
    );
    if (missing.length > 0) throw new Error(`List ${missing.join(', ')} of docs/${folder} in build-site.ts.`);
    return pagesOf[folder].map((name) => repositoryPage(root, `${folder}/${name}`, `docs/${folder}/${name}.md`));
  };
  const admin = readContract(root, 'admin') as AdminContract;
  const blocks = blockGroup([published, admin]);
  const landing = readFileSync(new URL('pages/landing.md', import.meta.url), 'utf8');
  return [
    {
      title: 'Integrate',
      isOfApi: true,
      summary: 'How to integrate the service, step by step. Tests run every page as written.',
      pages: [
        { path: 'index', markdown: landing },
        ...pages('integrate'),
        { path: 'integrate/workflows', source: 'docs/integrate/workflows.md', markdown: workflowsPage() },
      ],
    },
    ...contractGroups(published, { product, pages: ownPages, errorGuide: 'integrate/errors' }),
    {
      title: 'Connect',
      summary: 'How to connect a system that takes bookings, or one that collects payments.',
      pages: [...pages('connect'), ...calledPages(root)],
    },
    {
      title: 'Operate',
      summary: 'How to run the service.',
      pages: pages('operate').map((page) => ({ ...page, markdown: withOperatorTables(root, page.markdown) })),
    },
    adminGroup(admin, { prefix: product.variables }),
    packageGroup(root),
    { ...blocks, title: 'Build', pages: [...pages('build').map(withPolicy), ...blocks.pages] },
  ];
}

/** A page of the repository in the site. */
export function repositoryPage(root: string, path: string, source: string): SitePage {
  return { path, source, markdown: readFileSync(join(root, source), 'utf8') };
}

/** The page about changes of a contract also shows the verdict of each kind of change. */
function withPolicy(page: SitePage): SitePage {
  return page.path === 'build/change-a-contract'
    ? { ...page, markdown: `${page.markdown}\n${policyTable(config.contracts['public']?.laws)}` }
    : page;
}

/** The contracts that others implement. */
function calledPages(root: string): SitePage[] {
  const provider = readContract(root, 'provider') as CalledContract;
  const cardService = readContract(root, 'card-service') as CalledContract;
  return [
    calledPage(provider, {
      path: 'connect/provider',
      title: 'Provider contract',
      signed: signedSample('PROVIDER'),
      more: 'The guide [A provider in any language](site:connect/provider-over-http) builds one step by step. The contract as OpenAPI 3.1:\n[provider.yaml](file:provider.yaml).',
    }),
    calledPage(cardService, {
      path: 'connect/card-service',
      title: 'Card service contract',
      signed: signedSample('CARD_SERVICE'),
      more: 'How to name a card service: [the providers file](site:operate/providers-file). The contract as OpenAPI 3.1:\n[card-service.yaml](file:card-service.yaml).',
    }),
  ];
}

/** The variables and the signature of the samples of a contract that others implement. */
export function signedSample(prefix: string): SignedSample {
  return { url: `${prefix}_URL`, secret: `${prefix}_SECRET`, signature: published['x-delivery'].signature };
}

function readContract(root: string, name: 'admin' | 'provider' | 'card-service'): unknown {
  return JSON.parse(readFileSync(join(root, `packages/contract/src/generated/${name}.json`), 'utf8'));
}
