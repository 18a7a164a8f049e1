/**
 * Builds the docs that the package of the server includes: the site, and copies of the pages for operators.
 *
 * Reads   the bundled contracts, the pages of docs/, the READMEs and changelogs of the packages, and scripts/docs.
 * Writes  packages/server/docs/site, which the server serves at /docs, and the copies. Does nothing if their inputs are unchanged.
 *         With `--to FOLDER`: a site for any host of static files, in FOLDER.
 * Run     npm run docs, or npm run docs -- --to FOLDER [--base-url URL] [--docs-url URL]
 */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SiteAddresses } from '@booking-service/toolkit/docs';
import { readFlags, refuse } from '../programs/run-program.ts';
import { digestOfInputs } from './digest-of-inputs.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const sandbox = 'http://127.0.0.1:7420';
if (process.argv.at(-1) === '--to') refuse('Name the folder for the docs: npm run docs -- --to FOLDER');
const { values } = readFlags({
  options: {
    to: { type: 'string' },
    'base-url': { type: 'string', default: sandbox },
    'docs-url': { type: 'string' },
  },
});

if (values.to === undefined) await buildForServer(join(root, 'packages/server/docs'));
else
  await buildForHost(values.to, {
    base_url: values['base-url'],
    docs_url: values['docs-url'] ?? `${values['base-url']}/docs`,
  });

/** Loads the builder only when something is to be built: it contains two compilers, and npm start checks the digest each time. */
async function buildSite(): Promise<Map<string, string>> {
  return (await import('./build-site.ts')).buildSite(root);
}

async function buildForServer(folder: string): Promise<void> {
  const site = join(folder, 'site');
  const stamp = join(folder, 'built-from.txt');
  const digest = digestOfInputs(root);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) {
    console.log(`${site} is up to date.`);
    return;
  }
  const { writePackagePages } = await import('./pages/operator-pages.ts');
  writePackagePages({ root, to: folder });
  const scratch = `${site}.${process.pid}`;
  const files = await buildSite();
  for (const [name, text] of files) write(join(scratch, name), text);
  replaceFolder(site, scratch);
  writeFileSync(stamp, digest);
  console.log(`${site} is written: ${files.size} files.`);
}

/**
 * Puts the complete site in the place of the old one, so that a server that starts at the same time never reads a part of it. Repeats if
 * another build does the same.
 */
function replaceFolder(folder: string, complete: string): void {
  for (let tries = 1; ; tries += 1) {
    const old = `${complete}.old${tries}`;
    try {
      if (existsSync(folder)) renameSync(folder, old);
      renameSync(complete, folder);
      return;
    } catch (error) {
      if (tries === 5) throw error;
    } finally {
      rmSync(old, { recursive: true, force: true });
    }
  }
}

async function buildForHost(folder: string, addresses: SiteAddresses): Promise<void> {
  const { writeSite } = await import('@booking-service/toolkit/docs');
  writeSite(await buildSite(), folder, addresses);
  console.log(`${folder} is written. Open ${join(folder, 'index.html')}.`);
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
