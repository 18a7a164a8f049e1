import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';

/** The package contains its sources, of which the site needs the style, the icon and the scripts for browsers. */
const site = fileURLToPath(new URL('../../../src/docs/site', import.meta.url));

/** Returns the files that the pages load, by their names in the site. */
export async function siteAssets(): Promise<Record<string, string>> {
  return {
    'assets/site.css': await bundled('assets/site.css'),
    'assets/icon.svg': readFileSync(`${site}/assets/icon.svg`, 'utf8'),
    'assets/site.js': await bundled('browser/site.ts'),
    'assets/console.js': await bundled('browser/console/main.ts'),
  };
}

async function bundled(entry: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [`${site}/${entry}`],
    bundle: true,
    format: 'esm',
    minify: true,
    target: 'es2022',
    write: false,
    logLevel: 'silent',
  });
  const [file] = outputFiles;
  if (!file) throw new Error(`esbuild wrote nothing for ${entry}.`);
  return file.text;
}

export interface SiteAddresses {
  /** The address of the service. */
  readonly base_url: string;
  /** The address of the site. */
  readonly docs_url: string;
}

/** Writes the files of a site for a host of static files, with both addresses in them. */
export function writeSite(
  files: ReadonlyMap<string, string>,
  folder: string,
  { base_url, docs_url }: SiteAddresses,
): void {
  for (const [name, text] of files) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text.replaceAll('{base_url}', base_url).replaceAll('{docs_url}', docs_url));
  }
}
