/**
 * Lints the bundled contracts with Spectral: its rules for OpenAPI, and those for the risks that OWASP lists.
 *
 * Reads   packages/contract/src/generated/*.json, openapi/spectral.yaml; on the first run the npm registry
 * Run     npm run verify -- spectral
 * Prints  each finding. Exits 1 if there is one.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { contracts } from '../contract-files.ts';
import { installNpmTools } from '../tools/pinned.ts';

const modules = installNpmTools('spectral');
const folder = dirname(modules);
// A ruleset finds the packages that it extends, and the files that it names, from its own folder.
copyFileSync(fileURLToPath(new URL('../../openapi/spectral.yaml', import.meta.url)), join(folder, 'spectral.yaml'));
const names = contracts.map(({ bundle }) => {
  const name = basename(bundle);
  copyFileSync(bundle, join(folder, name));
  return name;
});
const program = join(modules, '@stoplight/spectral-cli/dist/index.js');
const args = [program, 'lint', '--ruleset', 'spectral.yaml', '--fail-severity', 'hint', ...names];
process.exitCode = spawnSync(process.execPath, args, { cwd: folder, stdio: 'inherit' }).status ?? 1;
