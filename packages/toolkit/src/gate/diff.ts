import { existsSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { isJsonObject, type JsonObject, readBundledContract } from '../document/bundled-contract.ts';
import { contractOf, type Finding, findingText, type GatedContract, type Level, levelOf } from './contracts.ts';
import { withoutSunset, withSunset } from './deprecations.ts';
import { findBehaviorChanges, findTransitionChanges } from './find-behavior-changes.ts';
import { findWireChanges } from './find-wire-changes.ts';
import { changelog, changeTable, listChanges } from './list-changes.ts';

/** An intended breaking change. A file of the project lists them. */
export interface Declaration {
  /** The name of the contract. */
  readonly contract: string;
  /** The pointer that the gate prints for the finding. */
  readonly pointer: string;
  readonly reason: string;
}

/** The findings, sorted by the declarations. */
export interface Verdict {
  readonly refused: readonly Finding[];
  readonly declared: readonly { readonly finding: Finding; readonly reason: string }[];
  /** Declarations without a finding. */
  readonly stale: readonly Declaration[];
}

/**
 * Parses the list of declared breaking changes.
 *
 * @throws if the text is not a list of contracts and pointers with a reason each, or contains a pointer twice.
 */
export function parseDeclarations(text: string, contracts: readonly GatedContract[]): Declaration[] {
  const entries: unknown = parse(text) ?? [];
  if (!Array.isArray(entries))
    throw new Error(
      'The breaking changes are not declared as a list. Write entries like - contract: …, pointer: …, reason: …',
    );
  const declarations = entries.map((entry: unknown) => toDeclaration(entry, contracts));
  const twice = declarations.find(({ contract, pointer }, index) => {
    return declarations.findIndex((each) => each.contract === contract && each.pointer === pointer) < index;
  });
  if (twice) throw new Error(`${twice.pointer} of ${twice.contract} is declared twice. Keep one of the entries.`);
  return declarations;
}

/** Sorts the findings of a contract by its declarations. */
export function judge(findings: readonly Finding[], declarations: readonly Declaration[]): Verdict {
  const reasons = new Map(declarations.map(({ pointer, reason }) => [pointer, reason]));
  return {
    refused: findings.filter(({ pointer }) => !reasons.has(pointer)),
    declared: findings.flatMap((finding) => {
      const reason = reasons.get(finding.pointer);
      return reason === undefined ? [] : [{ finding, reason }];
    }),
    stale: declarations.filter(({ pointer }) => findings.every((each) => each.pointer !== pointer)),
  };
}

function toDeclaration(entry: unknown, contracts: readonly GatedContract[]): Declaration {
  if (isJsonObject(entry) && Object.keys(entry).length === 3) {
    const { contract, pointer, reason } = entry;
    const isPointer = typeof pointer === 'string' && pointer.startsWith('#/');
    if (isPointer && typeof contract === 'string' && typeof reason === 'string' && reason.trim() !== '') {
      return { contract: contractOf(contracts, contract).name, pointer, reason };
    }
  }
  throw new Error(
    `A declared breaking change needs a contract, a pointer (#/…) and a reason, and nothing else: ${JSON.stringify(entry)}`,
  );
}

/**
 * Returns every change that could break the other side of a contract, or code that is generated from it, which was written for the released one. What has passed its sunset
 * on this day may be gone.
 */
export function findBreakingChanges(
  released: JsonObject,
  revision: JsonObject,
  { implementedBy, laws }: Pick<GatedContract, 'implementedBy' | 'laws'>,
  now: Date = new Date(),
): Finding[] {
  const base = withoutSunset(released, revision, now);
  const findings = [
    ...findWireChanges(base, revision, implementedBy),
    ...findBehaviorChanges(base, revision, laws),
    ...findTransitionChanges(base, revision),
  ];
  // A component is used in many places.
  return findings
    .filter(({ rule, pointer }, index) => {
      return findings.findIndex((each) => each.rule === rule && each.pointer === pointer) === index;
    })
    .map(withSunset);
}

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
  { declared, only, isMarkdown = false, failOn = 'breaking' }: DiffOptions,
): Comparison {
  const declarations = parseDeclarations(existsSync(declared) ? readFileSync(declared, 'utf8') : '[]', contracts);
  const compared = only === undefined ? contracts : [contractOf(contracts, only)];
  const results = compared.map((contract) =>
    compare(contract, {
      declarations: declarations.filter((each) => each.contract === contract.name),
      isMarkdown,
      failOn,
    }),
  );
  return {
    output: results.map(({ output }) => output).join(''),
    errors: results.map(({ errors }) => errors).join(''),
    isRefused: results.some(({ isRefused }) => isRefused),
  };
}

interface DiffOptions {
  readonly declared: string;
  readonly only?: string | undefined;
  /** Prints a changelog for readers in the place of a line for each change. */
  readonly isMarkdown?: boolean;
  /** The lowest level of an undeclared change that is refused. Default: breaking. */
  readonly failOn?: Level;
}

interface CompareOptions {
  readonly declarations: readonly Declaration[];
  readonly isMarkdown: boolean;
  readonly failOn: Level;
}

function compare(contract: GatedContract, { declarations, isMarkdown, failOn }: CompareOptions): Comparison {
  const { name } = contract;
  if (!existsSync(contract.released)) {
    const output = `The ${name} contract has no released form. Write it: gzip -nc ${contract.bundle} > ${contract.released}\n`;
    return { output, errors: '', isRefused: false };
  }
  const [base, revision] = [readBundledContract(contract.released), readBundledContract(contract.bundle)];
  const { version } = base.info;
  const findings = findBreakingChanges(base, revision, contract);
  const { refused: undeclared, declared, stale } = judge(findings, declarations);
  const refused = undeclared.filter((each) => failOn === 'warning' || levelOf(each) === 'breaking');
  const tabled = { changes: listChanges(base, revision), findings };
  const changes = changeTable(tabled);
  const isRefused = refused.length + stale.length > 0;
  const markdown =
    changes === ''
      ? []
      : [`## ${revision.info.title} ${revision.info.version}, since ${version}\n\n${changelog(tabled)}`];
  const lines = [
    changes === '' ? '' : `The ${name} contract:\n${changes}`,
    ...undeclared.filter((each) => !refused.includes(each)).map((finding) => `${findingText(finding)}\n`),
    ...declared.map(({ finding, reason }) => `${findingText(finding)}\n  Declared: ${reason}\n`),
    isRefused
      ? ''
      : `No undeclared breaking changes since the released ${name} contract ${version}, ${declared.length} declared.\n`,
  ];
  const output = isMarkdown ? markdown : lines;
  const errors = [
    ...refused.map((finding) => `${findingText(finding)}\n`),
    ...stale.map(({ pointer }) => `Nothing breaks at ${pointer} of ${name}. Remove its declaration.\n`),
    refused.length === 0
      ? ''
      : `Undeclared ${failOn === 'warning' ? 'breaking changes and warnings' : 'breaking changes'} since the released ${name} contract ${version}: ${refused.length}. Undo them, or ` +
        'declare each with its contract, its pointer and the reason.\n',
  ];
  return { output: output.join(''), errors: errors.join(''), isRefused };
}

export interface Release {
  /** The name of the contract. */
  readonly contract: string;
  /** info.version of the contract to release. */
  readonly version: string;
  /** info.version of the last released contract. */
  readonly released: string;
  /** The number of undeclared breaking changes between the two. */
  readonly undeclared: number;
}

/** Returns why a contract may not be released after the first publication. Undefined if it may. */
export function whyNotReleasable({ contract, version, released, undeclared }: Release): string | undefined {
  if (!isHigher(version, released)) {
    return `Version ${version} of the ${contract} contract is not above the released ${released}. Raise its info.version.`;
  }
  if (undeclared > 0) {
    return `Undeclared breaking changes of the ${contract} contract since ${released}: ${undeclared}. Run npm run contract:diff to list them.`;
  }
}

function isHigher(version: string, other: string): boolean {
  return version.localeCompare(other, 'en', { numeric: true }) > 0;
}
