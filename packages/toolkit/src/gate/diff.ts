import { existsSync, readFileSync } from 'node:fs';
import { readBundledContract } from '../document/bundled-contract.ts';
import { contractOf, type GatedContract } from './contracts.ts';
import { judge, parseDeclarations, type Declaration } from './declarations.ts';
import { findBreakingChanges } from './find-breaking-changes.ts';
import { findingText } from './finding.ts';
import { changeTable, listChanges } from './list-changes.ts';

/** The result of a comparison: the text for each output, and whether a contract has an undeclared breaking change. */
export interface Comparison {
  readonly output: string;
  readonly errors: string;
  readonly isRefused: boolean;
}

/**
 * Compares each contract with its last released form. Refuses changes that could break the other side: a caller or a receiver, or,
 * for a contract that others implement, these others. `declared` is the file that lists intended breaking changes, `only` the name of
 * the one contract to compare.
 *
 * @throws if the list is invalid.
 */
export function diff(
  contracts: readonly GatedContract[],
  { declared, only }: { readonly declared: string; readonly only?: string | undefined },
): Comparison {
  const declarations = parseDeclarations(existsSync(declared) ? readFileSync(declared, 'utf8') : '[]', contracts);
  const compared = only === undefined ? contracts : [contractOf(contracts, only)];
  const results = compared.map((contract) =>
    compare(
      contract,
      declarations.filter((each) => each.contract === contract.name),
    ),
  );
  return {
    output: results.map(({ output }) => output).join(''),
    errors: results.map(({ errors }) => errors).join(''),
    isRefused: results.some(({ isRefused }) => isRefused),
  };
}

function compare(contract: GatedContract, declarations: readonly Declaration[]): Comparison {
  const { name } = contract;
  if (!existsSync(contract.released)) {
    const output = `The ${name} contract has no released form. Write it: gzip -nc ${contract.bundle} > ${contract.released}\n`;
    return { output, errors: '', isRefused: false };
  }
  const [base, revision] = [readBundledContract(contract.released), readBundledContract(contract.bundle)];
  const { version } = base.info;
  const findings = findBreakingChanges(base, revision, contract);
  const { refused, declared, stale } = judge(findings, declarations);
  const changes = changeTable({ changes: listChanges(base, revision), findings });
  const isRefused = refused.length + stale.length > 0;
  const output = [
    changes === '' ? '' : `The ${name} contract:\n${changes}`,
    ...declared.map(({ finding, reason }) => `${findingText(finding)}\n  Declared: ${reason}\n`),
    isRefused
      ? ''
      : `No undeclared breaking changes since the released ${name} contract ${version}, ${declared.length} declared.\n`,
  ];
  const errors = [
    ...refused.map((finding) => `${findingText(finding)}\n`),
    ...stale.map(({ pointer }) => `Nothing breaks at ${pointer} of ${name}. Remove its declaration.\n`),
    refused.length === 0
      ? ''
      : `Undeclared breaking changes since the released ${name} contract ${version}: ${refused.length}. Undo them, or ` +
        'declare each with its contract, its pointer and the reason.\n',
  ];
  return { output: output.join(''), errors: errors.join(''), isRefused };
}
