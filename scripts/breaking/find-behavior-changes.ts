import { isDeepStrictEqual } from 'node:util';
import { findLaw } from './behavior-laws.ts';
import { byIdentity } from './by-identity.ts';
import { isJsonObject, type Contract, type JsonObject, type Operation } from './contract.ts';
import type { Finding } from './finding.ts';
import { jsonPointer } from './json-pointer.ts';
import { fixed } from './laws.ts';

interface Compared {
  readonly path: readonly string[];
  readonly before: unknown;
  readonly after: unknown;
}

/**
 * Each breaking change of the behaviour: the root x- blocks, and x-behavior of the operations that both have.
 *
 * x-error-codes is left out on purpose. A code that is gone is met no more, and callers tolerate one they do not know:
 * they go by the status. What a code itself means is held in x-errors.
 */
export function findBehaviorChanges(base: Contract, revision: Contract): Finding[] {
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

/** `x-limits` is the area limits; what stands at an operation is of the area operation. */
function areaOf([first = '']: readonly string[]): string {
  return first === 'paths' ? 'operation' : first.replace('x-', '');
}

function operationBehavior(contract: Contract): { path: readonly string[]; behavior: JsonObject | undefined }[] {
  return Object.entries(contract.paths).flatMap(([url, operations]) =>
    Object.entries(operations).map(([method, operation]: [string, Operation]) => {
      return { path: ['paths', url, method, 'x-behavior'], behavior: operation['x-behavior'] };
    }),
  );
}
