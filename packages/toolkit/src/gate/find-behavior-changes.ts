import { isDeepStrictEqual } from 'node:util';
import { isJsonObject, type JsonObject } from '../document/json-object.ts';
import { behaviorLaws, findLaw } from './behavior-laws.ts';
import type { Finding } from './finding.ts';
import { fixed } from './laws.ts';
import { byIdentity, jsonPointer } from './list-changes.ts';

interface Compared {
  readonly path: readonly string[];
  readonly before: unknown;
  readonly after: unknown;
}

/** Values outside the x- blocks that have a law. */
const frozen = Object.keys(behaviorLaws)
  .filter((path) => path.startsWith('components/'))
  .map((path) => path.split('/'));

/**
 * Returns each breaking change of the behavior: of the x- blocks at the root, and of those of the operations in both contracts.
 * find-wire-changes.ts compares x-unrouted.
 */
export function findBehaviorChanges(base: JsonObject, revision: JsonObject): Finding[] {
  const blocks = extensionsOf(base).filter((key) => key !== 'x-unrouted');
  return [
    ...blocks.flatMap((block) => compare({ path: [block], before: base[block], after: revision[block] })),
    ...frozen.flatMap((path) => compare({ path, before: valueAt(base, path), after: valueAt(revision, path) })),
    ...operationsOf(base).flatMap((path) => {
      const [before, after] = [valueAt(base, path), valueAt(revision, path)];
      if (!isJsonObject(before) || !isJsonObject(after)) return [];
      const keys = new Set([...extensionsOf(before), ...extensionsOf(after)]);
      return [...keys].flatMap((key) => compare({ path: [...path, key], before: before[key], after: after[key] }));
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
  if (first === 'components') return 'schema';
  return first === 'paths' || first === 'webhooks' ? 'operation' : first.replace('x-', '');
}

function extensionsOf(value: JsonObject): string[] {
  return Object.keys(value).filter((key) => key.startsWith('x-'));
}

/** Returns the paths of the operations and webhooks. */
function operationsOf(contract: JsonObject): string[][] {
  return ['paths', 'webhooks'].flatMap((part) =>
    Object.entries(contract[part] ?? {}).flatMap(([url, methods]) =>
      Object.keys(methods ?? {}).map((method) => [part, url, method]),
    ),
  );
}

function valueAt(contract: JsonObject, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, key) => (isJsonObject(value) ? value[key] : undefined), contract);
}
