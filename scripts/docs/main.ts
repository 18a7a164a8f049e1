/**
 * Builds the pages that the package of the server includes: the references from the contracts, one page each without external files,
 * and copies of the pages for operators.
 *
 * Reads   packages/contract/src/generated/openapi.json, provider.json and admin.json; scripts/docs/page.css and redocly.yaml; pages of docs/.
 * Writes  packages/server/docs: reference.html, which the server serves at /docs, provider.html, for those who write a provider,
 *         admin.html, for those who call the admin server, and the copies. Skips the build of a reference that was built from the same inputs.
 * Run     npm run docs
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readBundledContract } from '../contract/bundled-contract.ts';
import { adminDocument, type AdminContract } from './admin-document.ts';
import { finishPage, isBuiltFrom } from './finish-page.ts';
import { writePackagePages } from './package-pages.ts';
import { referenceDocument } from './reference-document.ts';
import { typedDocument } from '../generate/typed-document.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = join(root, 'scripts/docs');
const redocly = join(root, 'node_modules/@redocly/cli');

writePackagePages({ root, to: join(root, 'packages/server/docs') });
build('reference.html', referenceDocument(typedDocument(readBundledContract())));
build('provider.html', typedDocument(readContract('provider')));
build('admin.html', typedDocument(adminDocument(readContract('admin') as AdminContract)));

function build(name: string, contract: object): void {
  const page = join(root, 'packages/server/docs', name);
  const document = JSON.stringify(contract);
  const digest = digestOf([document, ...builders()]);
  if (existsSync(page) && isBuiltFrom(readFileSync(page, 'utf8'), digest)) console.log(`${page} is up to date.`);
  else {
    const css = readFileSync(join(folder, 'page.css'), 'utf8');
    write(page, finishPage({ html: render(document), css, digest }));
    console.log(`${page} is written.`);
  }
}

function readContract(name: 'admin' | 'provider'): object {
  return JSON.parse(readFileSync(join(root, `packages/contract/src/generated/${name}.json`), 'utf8')) as object;
}

/** The other inputs of the page: the files beside this script, and the version of Redoc. */
function builders(): string[] {
  const own = readdirSync(folder)
    .toSorted()
    .map((name) => readFileSync(join(folder, name), 'utf8'));
  return [...own, readFileSync(join(redocly, 'package.json'), 'utf8')];
}

function render(text: string): string {
  const scratch = mkdtempSync(join(tmpdir(), 'reference-'));
  try {
    const [input, output] = [join(scratch, 'openapi.json'), join(scratch, 'page.html')];
    writeFileSync(input, text);
    const flags = ['--inlineBundle', '--config', join(folder, 'redocly.yaml'), '--lint-config', 'off'];
    execFileSync(process.execPath, [join(redocly, 'bin/cli.js'), 'build-docs', input, '--output', output, ...flags], {
      stdio: 'pipe',
    });
    return readFileSync(output, 'utf8');
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Writes a temporary file and renames it, so that a server that starts at the same time never reads a partial page. */
function write(page: string, html: string): void {
  mkdirSync(dirname(page), { recursive: true });
  writeFileSync(`${page}.${process.pid}`, html);
  renameSync(`${page}.${process.pid}`, page);
}

function digestOf(texts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(text).update('\0');
  return hash.digest('hex');
}
