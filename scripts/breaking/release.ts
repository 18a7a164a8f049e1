/**
 * Makes the current contract the released one. The gate compares every later contract with it (VER-2).
 *
 * While the contract's package is at 0.0.0, nothing is published and nothing can break: every contract may be released. After
 * that, a release needs a higher info.version, and every breaking change must be declared.
 *
 * Reads   packages/contract/package.json and the files that main.ts reads.
 * Writes  openapi/released/openapi.json.gz; openapi/breaking-changes.yaml, emptied.
 * Run     npm run release:contract
 * Exits   1, and writes nothing, if the contract may not be released.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { bundledContractFile, readBundledContract, releasedContractFile } from '../contract/bundled-contract.ts';
import { judge, parseDeclarations } from './declarations.ts';
import { findBreakingChanges } from './find-breaking-changes.ts';
import { whyNotReleasable } from './why-not-releasable.ts';

const declared = repositoryFile('openapi/breaking-changes.yaml');

const declarations = readFileSync(declared, 'utf8');
const { version } = readBundledContract().info;
const refusal = isPublished() ? await findRefusal() : undefined;
if (refusal === undefined) {
  writeFileSync(releasedContractFile, gzipSync(readFileSync(bundledContractFile)));
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
  const base = readBundledContract(releasedContractFile);
  const findings = await findBreakingChanges(base, readBundledContract());
  const { refused } = judge(findings, parseDeclarations(declarations));
  return whyNotReleasable({ version, released: base.info.version, undeclared: refused.length });
}

/** Returns the comments of the list, and an empty list. */
function withoutEntries(text: string): string {
  const comment = text.split('\n').filter((line) => line.startsWith('#'));
  return [...comment, '[]', ''].join('\n');
}

function repositoryFile(path: string): string {
  return fileURLToPath(new URL(`../../${path}`, import.meta.url));
}
