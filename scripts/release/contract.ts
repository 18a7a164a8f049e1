/**
 * Makes the current contracts the released ones. The gate compares every later contract with them (VER-2).
 *
 * A contract that changed needs a higher info.version, and every breaking change must be declared. Before the first release nothing is
 * published and nothing can break: --first accepts any contract.
 *
 * Reads   the files of toolkit.config.ts.
 * Writes  openapi/released/*.json.gz; openapi/breaking-changes.yaml, emptied.
 * Run     npm run release:contract
 *         npm run release:contract -- --first
 * Exits   1, and writes nothing, if a contract may not be released.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { readBundledContract, readContractText } from '@booking-service/toolkit';
import {
  findBreakingChanges,
  judge,
  parseDeclarations,
  whyNotReleasable,
  type GatedContract,
} from '@booking-service/toolkit/gate';
import { contracts, declaredChanges } from '../contract-files.ts';
import { readFlags } from '../programs/run-program.ts';

const { values } = readFlags({ options: { first: { type: 'boolean', default: false } } });
const declared = fileURLToPath(new URL(`../../${declaredChanges}`, import.meta.url));

const declarations = readFileSync(declared, 'utf8');
const changed = contracts.filter(({ bundle, released }) => readContractText(bundle) !== readContractText(released));
const refusals = values.first ? [] : changed.flatMap((contract) => findRefusal(contract) ?? []);
if (refusals.length === 0) {
  for (const { bundle, released } of changed) writeFileSync(released, gzipSync(readFileSync(bundle)));
  writeFileSync(declared, withoutEntries(declarations));
  for (const { name, bundle } of contracts) {
    console.log(`The released ${name} contract is now ${readBundledContract(bundle).info.version}.`);
  }
} else {
  for (const refusal of refusals) console.error(refusal);
  process.exitCode = 1;
}

function findRefusal(contract: GatedContract): string | undefined {
  const [base, revision] = [readBundledContract(contract.released), readBundledContract(contract.bundle)];
  const findings = findBreakingChanges(base, revision, contract);
  const own = parseDeclarations(declarations, contracts).filter((each) => each.contract === contract.name);
  const { refused } = judge(findings, own);
  const [version, released] = [revision.info.version, base.info.version];
  return whyNotReleasable({ contract: contract.name, version, released, undeclared: refused.length });
}

/** Returns the comments of the list, and an empty list. */
function withoutEntries(text: string): string {
  const comment = text.split('\n').filter((line) => line.startsWith('#'));
  return [...comment, '[]', ''].join('\n');
}
