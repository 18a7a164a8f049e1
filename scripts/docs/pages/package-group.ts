import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { listPublishedPackages } from '../../packages/list-packages.ts';
import type { PageGroup, SitePage } from '@booking-service/toolkit/docs';
import { apiPages } from './api-pages.ts';

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
    pages: [...packages.flatMap((name) => [readmePage(root, name), ...apiPages(root, name)]), changelogPage(root)],
  };
}

function readmePage(root: string, name: string): SitePage {
  const source = `packages/${name}/README.md`;
  return { path: `packages/${name}`, source, markdown: readFileSync(join(root, source), 'utf8') };
}

/** The changelogs of all packages on one page. */
function changelogPage(root: string): SitePage {
  const parts = packages.flatMap((name) => {
    const file = join(root, `packages/${name}/CHANGELOG.md`);
    if (!existsSync(file)) return [];
    // Every heading moves down by one level. The name of the package replaces the title and the introduction.
    const text = readFileSync(file, 'utf8').replaceAll(/^(#+ )/gm, '#$1');
    const changes = text.slice(text.indexOf('\n### '));
    return [`## @booking-service/${name}`, changes.trim()];
  });
  return { path: 'changelog', markdown: `# Changelog\n\n${parts.join('\n\n')}\n` };
}
