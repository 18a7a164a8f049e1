/**
 * Installs a packed package in a folder, without a registry of its own: it and those of this repository that it needs come from their
 * tarballs, everything else has the versions of package-lock.json.
 *
 * Run     node scripts/packages/lay-out.ts server --from FOLDER --to FOLDER    after npm run pack -- --to FOLDER
 * Writes  an npm project with the packages as workspaces, and node_modules
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { npm, readFlags, refuse } from '../programs/run-program.ts';
import { findTarballs } from './list-packages.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { values, positionals } = readFlags({
  allowPositionals: true,
  options: { from: { type: 'string' }, to: { type: 'string' } },
});
const [name] = positionals;
const { from, to } = values;
if (name === undefined || from === undefined || to === undefined)
  refuse('Name the package and two folders: node scripts/packages/lay-out.ts server --from FOLDER --to FOLDER');

mkdirSync(to, { recursive: true });
for (const file of ['package-lock.json', '.npmrc']) copyFileSync(join(root, file), join(to, file));
writeFileSync(join(to, 'package.json'), '{ "private": true, "type": "module", "workspaces": ["packages/*"] }\n');
for (const tarball of findTarballs(name, from)) {
  // The lockfile names the folders of the workspaces.
  const folder = join(to, 'packages', /booking-service-([a-z-]+)-\d/.exec(basename(tarball))?.[1] ?? '');
  mkdirSync(folder, { recursive: true });
  execFileSync('tar', ['--extract', '--file', tarball, '--directory', folder, '--strip-components', '1']);
}
execFileSync(...npm('ci', '--omit=dev', '--omit=optional', '--omit=peer', '--ignore-scripts'), {
  cwd: to,
  stdio: 'inherit',
});
