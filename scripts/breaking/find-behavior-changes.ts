import { isDeepStrictEqual } from 'node:util';
import { findLaw } from './behavior-laws.ts';
import type { BundledContract, ContractOperation } from '../contract/bundled-contract.ts';
import { isJsonObject, type JsonObject } from '../contract/json-object.ts';
import type { Finding } from './finding.ts';
import { byIdentity, jsonPointer } from './list-changes.ts';
import { fixed } from './laws.ts';

interface Compared {
  readonly path: readonly string[];
  readonly before: unknown;
  readonly after: unknown;
}

/**
 * Returns each breaking change of the behavior: of the root x- blocks, and of x-behavior of the operations in both contracts.
 *
 * x-error-codes is not compared. A removed code no longer occurs, and callers accept an unknown code: its status still
 * applies. x-errors holds the meaning of each code.
 */
export function findBehaviorChanges(base: BundledContract, revision: BundledContract): Finding[] {
  const blocks = Object.keys(base).filter((key) => key.startsWith('x-') && key !== 'x-unrouted');
  const operations = operationBehavior(revision);
  return [
    ...blocks.flatMap((block) => compare({ path: [block], before: base[block], after: revision[block] })),
    ...operationBehavior(base).flatMap(({ path, behavior: before }) => {
      const same = operations.find((each) => isDeepStrictEqual(each.path, path));
      return same ? compare({ path, before, after: same.behavior }) : [];
    }),
  ];
}

function compare({ path, before: written, after: writtenNow }: Compared): Finding[] {
  const [before, after] = [byIdentity(written), byIdentity(writtenNow)];
  if (isDeepStrictEqual(before, after)) return [];
  const law = findLaw(path);
  if (!law && isJsonObject(before) && isJsonObject(after)) {
    const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...keys].flatMap((key) => compare({ path: [...path, key], before: before[key], after: after[key] }));
  }
  const breach = (law ?? fixed)({ before, after });
  if (!breach) return [];
  const rule = `${areaOf(path)}/${breach.happened}`;
  return [{ rule, pointer: jsonPointer(path), before, after, advice: breach.advice }];
}

/** Returns the area of a path: `limits` for `x-limits`, `operation` for the behavior of an operation. */
function areaOf([first = '']: readonly string[]): string {
  return first === 'paths' ? 'operation' : first.replace('x-', '');
}

function operationBehavior(contract: BundledContract): { path: readonly string[]; behavior: JsonObject | undefined }[] {
  return Object.entries(contract.paths).flatMap(([url, operations]) =>
    Object.entries(operations).map(([method, operation]: [string, ContractOperation]) => {
      return { path: ['paths', url, method, 'x-behavior'], behavior: operation['x-behavior'] };
    }),
  );
}
