import { parse } from 'yaml';
import { isJsonObject } from './contract.ts';
import type { Finding } from './finding.ts';

/** A breaking change that is meant: openapi/breaking-changes.yaml lists them. */
export interface Declaration {
  /** The pointer of the finding, as the gate prints it. */
  readonly pointer: string;
  readonly reason: string;
}

/** What the gate says, once the declarations are taken into account. */
export interface Verdict {
  readonly refused: readonly Finding[];
  readonly declared: readonly { readonly finding: Finding; readonly reason: string }[];
  /** Declarations where nothing breaks. */
  readonly stale: readonly Declaration[];
}

/** @throws where the text is no list of pointers with a reason each, or names a pointer twice. */
export function parseDeclarations(text: string): Declaration[] {
  const entries: unknown = parse(text) ?? [];
  if (!Array.isArray(entries)) throw new Error('Breaking changes are declared as a list: - pointer: …, reason: …');
  const declarations = entries.map(toDeclaration);
  const twice = declarations.find(({ pointer }, index) => {
    return declarations.findIndex((each) => each.pointer === pointer) < index;
  });
  if (twice) throw new Error(`${twice.pointer} is declared twice: give it one reason.`);
  return declarations;
}

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

function toDeclaration(entry: unknown): Declaration {
  if (isJsonObject(entry) && Object.keys(entry).length === 2) {
    const { pointer, reason } = entry;
    const isPointer = typeof pointer === 'string' && pointer.startsWith('#/');
    if (isPointer && typeof reason === 'string' && reason.trim() !== '') return { pointer, reason };
  }
  throw new Error(
    `A declared breaking change has a pointer (#/…) and a reason, this has not: ${JSON.stringify(entry)}`,
  );
}
