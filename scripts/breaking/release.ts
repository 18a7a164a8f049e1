/**
 * Makes the contract the released one: what the gate compares every later contract with (VER-2).
 *
 * While the contract's package is at 0.0.0, nothing is published and nobody can break: any contract may be the released
 * one. After that it needs a higher info.version, and nothing that breaks undeclared.
 *
 * Reads   packages/contract/package.json and what main.ts reads.
 * Writes  openapi/released/openapi.json; openapi/breaking-changes.yaml, emptied.
 * Run     npm run release:contract
 * Exits   1, and writes nothing, where the contract may not be released.
 */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readContract } from './contract.ts';
import { judge, parseDeclarations } from './declarations.ts';
import { findBreakingChanges } from './find-breaking-changes.ts';
import { whyNotReleasable } from './why-not-releasable.ts';

const generated = repositoryFile('packages/contract/src/generated/openapi.json');
const released = repositoryFile('openapi/released/openapi.json');
const declared = repositoryFile('openapi/breaking-changes.yaml');

const declarations = readFileSync(declared, 'utf8');
const { version } = readContract(generated).info;
const refusal = isPublished() ? await findRefusal() : undefined;
if (refusal === undefined) {
  copyFileSync(generated, released);
  writeFileSync(declared, withoutEntries(declarations));
  console.log(`The released contract is now ${version}.`);
} else {
  console.error(refusal);
  process.exitCode = 1;
}

function isPublished(): boolean {
  const { version: published } = JSON.parse(readFileSync(repositoryFile('packages/contract/package.json'), 'utf8')) as {
    readonly version: string;
  };
  return published !== '0.0.0';
}

async function findRefusal(): Promise<string | undefined> {
  const base = readContract(released);
  const findings = await findBreakingChanges(base, readContract(generated));
  const { refused } = judge(findings, parseDeclarations(declarations));
  return whyNotReleasable({ version, released: base.info.version, undeclared: refused.length });
}

/** The comment at the head of the list, and an empty list. */
function withoutEntries(text: string): string {
  const comment = text.split('\n').filter((line) => line.startsWith('#'));
  return [...comment, '[]', ''].join('\n');
}

function repositoryFile(path: string): string {
  return fileURLToPath(new URL(`../../${path}`, import.meta.url));
}
