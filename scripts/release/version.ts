/**
 * Prepares a release: sets the version of every published package, heads the entries of their changelogs with it, and freezes the
 * contract that is released with them.
 *
 * Reads   the manifests, CHANGELOG.md of each published package, the generated contract
 * Writes  the versions, the headings "## Unreleased" of the changelogs, package-lock.json, openapi/released, the image in deploy
 * Run     npm run release:version -- 0.2.0, after npm run generate
 * Exits   1, and says why, if no changelog has an entry or the contract may not be released
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readContractText } from '@booking-service/toolkit';
import { contracts } from '../contract-files.ts';
import { listPublishedPackages, listWorkspaces, nameImage } from '../packages/list-packages.ts';
import { npm, readFlags, refuse } from '../programs/run-program.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const withImage = ['deploy/kubernetes.yaml', 'deploy/chart/Chart.yaml'];

const { positionals } = readFlags({ allowPositionals: true });
const [version = ''] = positionals;
if (!/^\d+\.\d+\.\d+$/.test(version)) refuse('Name the version: npm run release:version -- 0.2.0');
const packages = listPublishedPackages();
const changelogs = packages.map(({ folder }) => `${folder}/CHANGELOG.md`);
const heading = `## ${version}`;

if (changelogs.some((file) => [heading, '## Unreleased'].some((each) => read(file).split('\n').includes(each)))) {
  try {
    // First, because it may refuse.
    const isChanged = contracts.some((each) => readContractText(each.bundle) !== readContractText(each.released));
    if (isChanged) run(...npm('run', 'release:contract'));
    for (const file of changelogs) edit(file, (text) => text.replace(/^## Unreleased$/m, heading));
    for (const folder of ['.', ...listWorkspaces().map((each) => each.folder)])
      edit(join(folder, 'package.json'), setVersions);
    for (const file of withImage) edit(file, (text) => nameImage(text, version));
    run(...npm('install', '--package-lock-only', '--ignore-scripts'));
  } catch {
    // The command has printed why it failed.
    process.exitCode = 1;
  }
} else {
  console.error(`No CHANGELOG.md has "## Unreleased" or "${heading}". Write there first what changes for users.`);
  process.exitCode = 1;
}

/** Returns a manifest with the version, if its package is published, and with exact dependencies on packages of that version. */
function setVersions(manifest: string): string {
  const versions = new Map(packages.map((each) => [each.manifest.name, each.manifest.version]));
  const [, name = ''] = /^ {2}"name": "(.*)",$/m.exec(manifest) ?? [];
  const own = versions.has(name) ? manifest.replace(/(?<=^ {2}"version": ")[^"]+/m, version) : manifest;
  return own.replaceAll(/(?<start>^ {4}"(?<name>[^"]+)": ")(?<range>[^"]+)/gm, (line, start, dependency, range) =>
    versions.get(dependency) === range ? start + version : line,
  );
}

function read(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

function edit(file: string, change: (text: string) => string): void {
  writeFileSync(join(root, file), change(read(file)));
}

function run(program: string, args: readonly string[]): void {
  execFileSync(program, args, { cwd: root, stdio: 'inherit' });
}
