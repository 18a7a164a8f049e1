import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { readBundledContract } from '../contract/bundled-contract.ts';
import { contractFiles } from './pages/contract-files.ts';
import { shownBy, siteGroups } from './pages/site-groups.ts';
import { createSite } from './site/create-site.ts';

const site = fileURLToPath(new URL('site', import.meta.url));

/** Builds every file of the site of the repository at `root`, by its name. */
export async function buildSite(root: string): Promise<Map<string, string>> {
  const contracts = contractFiles(root);
  const copies = Object.keys(contracts).filter((name) => name.startsWith('workflows/'));
  return createSite({
    contract: readBundledContract(),
    groups: siteGroups(root),
    shownBy: { ...shownBy, ...Object.fromEntries(copies.map((name) => [`openapi/${name}`, `file:${name}`])) },
    files: {
      ...contracts,
      'assets/site.css': readFileSync(`${site}/assets/site.css`, 'utf8'),
      'assets/icon.svg': readFileSync(`${site}/assets/icon.svg`, 'utf8'),
      'assets/site.js': await bundleScript(),
    },
  });
}

async function bundleScript(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [`${site}/browser/site.ts`],
    bundle: true,
    format: 'esm',
    minify: true,
    target: 'es2022',
    write: false,
    logLevel: 'silent',
  });
  const [script] = outputFiles;
  if (!script) throw new Error('esbuild wrote no script.');
  return script.text;
}
