import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { readBundledContract } from '../contract/bundled-contract.ts';
import { shownBy, siteGroups } from './pages/site-groups.ts';
import { createSite } from './site/create-site.ts';

const site = fileURLToPath(new URL('site', import.meta.url));

/** Builds every file of the site of the repository at `root`, by its name. */
export async function buildSite(root: string): Promise<Map<string, string>> {
  return createSite({
    contract: readBundledContract(),
    groups: siteGroups(root),
    shownBy,
    assets: {
      'site.css': readFileSync(`${site}/assets/site.css`, 'utf8'),
      'icon.svg': readFileSync(`${site}/assets/icon.svg`, 'utf8'),
      'site.js': await bundleScript(),
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
