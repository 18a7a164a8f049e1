/**
 * Packs every published package. Packing builds it.
 *
 * Run     npm run pack -- --to FOLDER    creates the folder and writes one tarball per package into it
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { npm, readFlags } from '../programs/run-program.ts';
import { listPublishedPackages } from './list-packages.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { values } = readFlags({ options: { to: { type: 'string' } } });
if (values.to === undefined) {
  console.error('Name the folder for the tarballs: npm run pack -- --to FOLDER');
  process.exitCode = 2;
} else {
  const folder = resolve(values.to);
  mkdirSync(folder, { recursive: true });
  const workspaces = listPublishedPackages().flatMap((each) => ['--workspace', each.folder]);
  execFileSync(...npm('pack', '--pack-destination', folder, ...workspaces), { cwd: root, stdio: 'inherit' });
}
