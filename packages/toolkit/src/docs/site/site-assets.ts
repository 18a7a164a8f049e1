import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** The package contains its sources, of which the site needs the style, the icon and the script for browsers. */
const site = fileURLToPath(new URL('../../../src/docs/site', import.meta.url));

/** Returns the files that every page loads, by their names in the site. */
export async function siteAssets(): Promise<Record<string, string>> {
  return {
    'assets/site.css': readFileSync(`${site}/assets/site.css`, 'utf8'),
    'assets/icon.svg': readFileSync(`${site}/assets/icon.svg`, 'utf8'),
    'assets/site.js': await bundleScript(),
  };
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
