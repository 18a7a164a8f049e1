/**
 * Compares each contract with its last released form: prints every change, and refuses changes that could break the other side
 * (VER-2). For the public and the admin contract this is a caller or a receiver, for the provider contract a supplier.
 *
 * Reads  packages/contract/src/generated/*.json, openapi/released/*.json.gz, openapi/breaking-changes.yaml.
 * Run    npm run contract:diff
 *        npm run contract:diff -- --contract NAME    one contract
 *        npm run contract:diff -- --contract NAME --revision FILE --base FILE --declared FILE    other files
 *        npm run contract:diff -- --policy    prints the verdict of each kind of change, for docs/breaking-changes.md
 * Exits  0 if every breaking change is declared; 1 if one is not, or a declaration is out of date.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readBundledContract } from '../contract/bundled-contract.ts';
import { readFlags } from '../programs/read-flags.ts';
import { gatedContract, gatedContracts, type GatedContract } from './contracts.ts';
import { judge, parseDeclarations, type Declaration } from './declarations.ts';
import { findBreakingChanges } from './find-breaking-changes.ts';
import { findingText } from './finding.ts';
import { changeTable, listChanges } from './list-changes.ts';
import { policyTable } from './policy-table.ts';

const { values: flags } = readFlags({
  options: {
    contract: { type: 'string' },
    base: { type: 'string' },
    revision: { type: 'string' },
    declared: {
      type: 'string',
      default: fileURLToPath(new URL('../../openapi/breaking-changes.yaml', import.meta.url)),
    },
    policy: { type: 'boolean', default: false },
  },
});

if (flags.policy) process.stdout.write(policyTable());
else compareAll();

function compareAll(): void {
  const declarations = parseDeclarations(readFileSync(flags.declared, 'utf8'));
  const isOne = flags.base !== undefined || flags.revision !== undefined;
  const name = flags.contract ?? (isOne ? 'public' : undefined);
  const contracts = name === undefined ? gatedContracts : [gatedContract(name)];
  for (const contract of contracts) {
    compareOne(
      { ...contract, released: flags.base ?? contract.released, bundle: flags.revision ?? contract.bundle },
      declarations.filter((each) => each.contract === contract.name),
    );
  }
}

function compareOne(contract: GatedContract, declarations: readonly Declaration[]): void {
  const [base, revision] = [readBundledContract(contract.released), readBundledContract(contract.bundle)];
  const { version } = base.info;
  const findings = findBreakingChanges(base, revision, contract);
  const { refused, declared, stale } = judge(findings, declarations);
  const changes = changeTable({ changes: listChanges(base, revision), findings });
  if (changes !== '') process.stdout.write(`The ${contract.name} contract:\n${changes}`);
  for (const { finding, reason } of declared) console.log(`${findingText(finding)}\n  Declared: ${reason}`);
  for (const finding of refused) console.error(findingText(finding));
  for (const { pointer } of stale) {
    console.error(`Nothing breaks at ${pointer} of ${contract.name}. Remove it from openapi/breaking-changes.yaml.`);
  }
  if (refused.length > 0) {
    console.error(
      `Undeclared breaking changes since the released ${contract.name} contract ${version} (VER-2): ${refused.length}. ` +
        'Undo them, or declare each in openapi/breaking-changes.yaml with its contract, its pointer and the reason.',
    );
  }
  if (refused.length + stale.length > 0) process.exitCode = 1;
  else {
    const count = declared.length;
    console.log(
      `No undeclared breaking changes since the released ${contract.name} contract ${version}, ${count} declared.`,
    );
  }
}
