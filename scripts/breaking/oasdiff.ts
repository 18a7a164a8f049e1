/**
 * Compares the verdicts of the gate with those of oasdiff (https://www.oasdiff.com) on every seed.
 *
 * Reads   packages/contract/src/generated/openapi.json, scripts/breaking/seeds/
 * Run     go install github.com/oasdiff/oasdiff@v1.11.8
 *         npm run verify -- oasdiff PATH_TO_OASDIFF
 * Prints  the table of docs/breaking-changes.md
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readBundledContract } from '../contract/bundled-contract.ts';
import { parts } from './seeds/parts.ts';
import { planted } from './seeds/seed.ts';

const [program] = process.argv.slice(2);
if (program === undefined) throw new Error('Pass the path of oasdiff: npm run verify -- oasdiff PATH_TO_OASDIFF');
const run = promisify(execFile);
const contract = readBundledContract();
const folder = await mkdtemp(join(tmpdir(), 'oasdiff-'));

console.log('| change | gate | oasdiff |\n| --- | --- | --- |');
for (const { part, seeds } of parts) {
  let found = 0;
  let falseAlarms = 0;
  for (const seed of seeds) {
    const isBreaking = seed.finds.length > 0;
    const isReported = await reports(program, planted(seed, contract));
    if (isBreaking && isReported) found += 1;
    if (!isBreaking && isReported) falseAlarms += 1;
    console.log(`| ${part}: ${seed.change} | ${verdict(isBreaking)} | ${verdict(isReported)} |`);
  }
  const breaking = seeds.filter(({ finds }) => finds.length > 0).length;
  console.error(`${part}: ${found} of ${breaking} found, ${falseAlarms} false alarms in ${seeds.length - breaking}`);
}
await rm(folder, { recursive: true });

async function reports(oasdiff: string, revision: object): Promise<boolean> {
  const [before, after] = [join(folder, 'base.json'), join(folder, 'revision.json')];
  await writeFile(before, JSON.stringify(contract));
  await writeFile(after, JSON.stringify(revision));
  const { stdout } = await run(oasdiff, ['breaking', before, after, '--format', 'json']);
  const changes: unknown = JSON.parse(stdout.trim() || '[]');
  return Array.isArray(changes) && changes.length > 0;
}

function verdict(isBreaking: boolean): string {
  return isBreaking ? 'breaking' : 'compatible';
}
