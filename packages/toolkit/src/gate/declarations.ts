import { parse } from 'yaml';
import { isJsonObject } from '../document/json-object.ts';
import { contractOf, type GatedContract } from './contracts.ts';
import type { Finding } from './finding.ts';

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
