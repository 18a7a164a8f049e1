import { createSite, siteAssets } from '@booking-service/toolkit/docs';
import { contractFiles, product, readPublicContract } from '../contract-files.ts';
import { shownBy, siteGroups } from './pages/site-groups.ts';

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
