/**
 * Prepares a release: turns the changesets into versions and changelogs, and freezes the contract that is released with them.
 *
 * Reads   .changeset/*.md, the manifests, the generated contract
 * Writes  the versions, CHANGELOG.md of each published package, package-lock.json, openapi/released, the image in deploy
 * Run     npm run release:version, after npm run generate
 * Exits   1, and says why, if nothing is to be released or the contract may not be
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readContractText } from '@booking-service/toolkit';
import { contracts } from '../contract-files.ts';
import { listPublishedPackages } from '../packages/list-packages.ts';
import { npm } from '../programs/npm.ts';
import { nameImage } from './name-image.ts';
import { markUnreleased, mergeUnreleased } from './unreleased.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const withImage = ['kubernetes.yaml', 'chart/Chart.yaml'].map((file) =>
  fileURLToPath(new URL(`../../deploy/${file}`, import.meta.url)),
);

try {
  // First: before the first publication it may freeze any contract.
  const isChanged = contracts.some((each) => readContractText(each.bundle) !== readContractText(each.released));
  if (isChanged) run(...npm('run', 'release:contract'));
  markUnreleased();
  run('changeset', ['version']);
  mergeUnreleased();
  const [each] = listPublishedPackages();
  for (const file of withImage)
    if (each) writeFileSync(file, nameImage(readFileSync(file, 'utf8'), each.manifest.version));
  run(...npm('install', '--package-lock-only', '--ignore-scripts'));
  run('oxfmt', []);
} catch {
  // The command has printed why it failed.
  process.exitCode = 1;
}

function run(program: string, args: readonly string[]): void {
  execFileSync(program, args, { cwd: root, stdio: 'inherit' });
}
