import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { listPublishedPackages } from '../../packages/list-packages.ts';
import type { PageGroup, SitePage } from '@booking-service/toolkit/docs';
import { apiPages } from './api-pages.ts';
import { changelogPage } from './changelog-page.ts';

/** The packages that a reader needs first. The other published packages follow. */
const firstPackages: readonly string[] = ['client', 'webhooks', 'contract', 'server'];

/** The folders of the published packages. */
export const packages: readonly string[] = [
  ...firstPackages,
  ...listPublishedPackages()
    .map(({ folder }) => basename(folder))
    .filter((name) => !firstPackages.includes(name)),
];

/** The pages of the packages: how to use each, and what changed. */
export function packageGroup(root: string): PageGroup {
  return {
    title: 'Packages',
    summary: 'The packages for TypeScript: how to use them, their exports, and their changes.',
    pages: [
      ...packages.flatMap((name) => [readmePage(root, name), ...apiPages(root, name)]),
      changelogPage(root, packages),
    ],
  };
}

function readmePage(root: string, name: string): SitePage {
  const source = `packages/${name}/README.md`;
  return { path: `packages/${name}`, source, markdown: readFileSync(join(root, source), 'utf8') };
}
