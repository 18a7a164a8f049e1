import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  adminGroup,
  blockGroup,
  calledPage,
  contractGroups,
  operationPath,
  type AdminContract,
  type CalledContract,
  type PageGroup,
  type SignedSample,
  type SitePage,
} from '@booking-service/toolkit/docs';
import { policyTable } from '@booking-service/toolkit/gate';
import { product, readPublicContract } from '../../contract-files.ts';
import { workflowsPage } from '../../workflows/workflows-page.ts';
import { ownPages } from '../sections/own-pages.ts';
import { withOperatorTables } from './operator-tables.ts';
import { packageGroup, packages } from './package-group.ts';

/** The guides in the order of the navigation. A guide that is missing here is the last one of the first group. */
const integratorGuides = [
  'quickstart',
  'bookings',
  'command-line',
  'receiving-webhooks',
  'idempotency-and-retries',
  'errors',
  'testing-your-integration',
  'testing-in-ci',
  'sandbox-and-clock',
  'agents',
  'rotating-a-secret',
  'going-live',
];
const providerGuides = [
  'writing-a-provider',
  'provider-in-any-language',
  'provider-requirements',
  'connecting-an-octo-supplier',
];
const operatorGuides = ['mounting', 'hosts', 'taking-payments'];
const toolkitGuides = ['your-own-contract', 'mock-and-test'];
/** The pages of docs/operate: the first day, then the tasks, then what goes wrong. */
const operatorPages = [
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
];

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
  'openapi/workflows': 'guides/workflows',
  'openapi/openapi.yaml': 'file:openapi.yaml',
  'openapi/admin.yaml': 'admin/overview',
  'openapi/provider.yaml': 'provider',
  'openapi/card-service.yaml': 'card-service',
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

/** Every group of the site, in the order of the navigation. */
export function siteGroups(root: string): PageGroup[] {
  const names = readdirSync(join(root, 'docs/guides')).map((file) => file.replace(/\.md$/, ''));
  const elsewhere = new Set([...providerGuides, ...operatorGuides, ...toolkitGuides]);
  const listed = [...integratorGuides, ...names.filter((name) => !integratorGuides.includes(name))];
  const integrator = listed.filter((name) => names.includes(name) && !elsewhere.has(name));
  const guide = (name: string) => repositoryPage(root, `guides/${name}`, `docs/guides/${name}.md`);
  const admin = readContract(root, 'admin') as AdminContract;
  const blocks = blockGroup([published, admin]);
  const landing = readFileSync(new URL('landing.md', import.meta.url), 'utf8');
  return [
    {
      title: 'Guides',
      summary: 'How to integrate the service, step by step. Tests run every guide as written.',
      pages: [
        { path: 'index', markdown: landing },
        ...integrator.map(guide),
        { path: 'guides/workflows', source: 'docs/workflows.md', markdown: workflowsPage() },
      ],
    },
    ...contractGroups(published, { product, pages: ownPages, errorGuide: 'guides/errors' }),
    {
      title: 'Providers',
      summary: 'How to connect a system that takes bookings, or one that collects payments.',
      pages: [...providerGuides.map(guide), ...calledPages(root)],
    },
    {
      title: 'Operating',
      summary: 'How to run the service.',
      pages: [...operatorPages.map((name) => operatorPage(root, name)), ...operatorGuides.map(guide)],
    },
    adminGroup(admin, { prefix: product.variables }),
    packageGroup(root),
    { ...blocks, pages: [...toolkitGuides.map(guide), changesPage(root), ...blocks.pages] },
  ];
}

/** A page of the repository in the site. */
export function repositoryPage(root: string, path: string, source: string): SitePage {
  return { path, source, markdown: readFileSync(join(root, source), 'utf8') };
}

/** The page about changes of a contract, with the verdict of each kind of change. */
function changesPage(root: string): SitePage {
  const page = repositoryPage(root, 'guides/breaking-changes', 'docs/breaking-changes.md');
  return { ...page, markdown: `${page.markdown}\n${policyTable()}` };
}

function operatorPage(root: string, name: string): SitePage {
  const page = repositoryPage(root, `operate/${name}`, `docs/operate/${name}.md`);
  return { ...page, markdown: withOperatorTables(root, page.markdown) };
}

/** The contracts that others implement. */
function calledPages(root: string): SitePage[] {
  const provider = readContract(root, 'provider') as CalledContract;
  const cardService = readContract(root, 'card-service') as CalledContract;
  return [
    calledPage(provider, {
      path: 'provider',
      title: 'Provider contract',
      signed: signedSample('PROVIDER'),
      more: 'The guide [A provider in any language](site:guides/provider-in-any-language) builds one step by step. The contract as OpenAPI 3.1:\n[provider.yaml](file:provider.yaml).',
    }),
    calledPage(cardService, {
      path: 'card-service',
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
