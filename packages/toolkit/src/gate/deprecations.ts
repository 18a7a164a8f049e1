/** Removals after a sunset: what a released contract announced (x-deprecation) may go once its day has come (RFC 8594). */
import { deprecationOf, isJsonObject, type JsonObject } from '../document/bundled-contract.ts';
import { follow, parameterName } from '../document/normalize.ts';
import type { Finding } from './contracts.ts';

/**
 * Returns the released contract without what the revision has removed and what has passed its sunset, so that no comparison finds it.
 * Components that nothing else uses go with it.
 */
export function withoutSunset(base: JsonObject, revision: JsonObject, now: Date): JsonObject {
  const day = now.toISOString().slice(0, 10);
  let removed = false;

  /** True if the value has passed its sunset. A reference has its deprecation beside it, or in the target. */
  function isOver(value: unknown): boolean {
    const deprecation = deprecationOf(value) ?? deprecationOf(follow(value, base));
    return deprecation !== undefined && deprecation.sunset <= day;
  }

  function prune(before: unknown, after: unknown): unknown {
    if (Array.isArray(before) && Array.isArray(after)) {
      const found = before.map((each, index) => ({ each, like: entryLike(each, index, after) }));
      const kept = found.filter(({ each, like }) => like !== undefined || !isOver(each));
      if (kept.length < before.length) removed = true;
      return kept.map(({ each, like }) => prune(each, like));
    }
    if (!isJsonObject(before) || !isJsonObject(after)) return before;
    const entries = Object.entries(before).filter(([key, each]) => Object.hasOwn(after, key) || !isOver(each));
    if (entries.length < Object.keys(before).length) removed = true;
    const pruned = Object.fromEntries(entries.map(([key, each]) => [key, prune(each, after[key])]));
    return withoutLost(before, pruned);
  }

  /** The entry of the revision's list: the parameter of this name, or what has the same place. */
  function entryLike(entry: unknown, index: number, entries: readonly unknown[]): unknown {
    const target = follow(entry, base);
    if (!isJsonObject(target) || typeof target['in'] !== 'string') return entries[index];
    const name = parameterName(target, base);
    return entries.find((each) => parameterName(each, revision) === name);
  }

  const pruned = prune(base, revision) as JsonObject;
  if (!removed) return base;
  const left = usedComponents(pruned);
  const lost = [...usedComponents(base)].filter((reference) => !left.has(reference));
  return withoutComponents(pruned, new Set(lost));
}

/** Removes the names of lost properties from `required`. */
function withoutLost(before: JsonObject, after: JsonObject): JsonObject {
  const [properties, left] = [before['properties'], after['properties']];
  const { required } = after;
  if (!isJsonObject(properties) || !isJsonObject(left) || !Array.isArray(required)) return after;
  const demanded = required.filter((name: string) => Object.hasOwn(left, name) || !Object.hasOwn(properties, name));
  return { ...after, required: demanded };
}

/** Returns the references to components that the operations lead to. */
function usedComponents(contract: JsonObject): ReadonlySet<string> {
  const { components: _components, ...rest } = contract;
  const used = new Set<string>();
  const visit = (value: unknown): void => {
    for (const [, reference = ''] of (JSON.stringify(value) ?? '').matchAll(/"\$ref":"(#\/components\/[^"]+)"/g)) {
      if (used.has(reference)) continue;
      used.add(reference);
      visit(follow({ $ref: reference }, contract));
    }
  };
  visit(rest);
  return used;
}

function withoutComponents(contract: JsonObject, lost: ReadonlySet<string>): JsonObject {
  const kinds = Object.entries(contract['components'] ?? {}).map(([kind, all]: [string, JsonObject]) => {
    const kept = Object.entries(all).filter(([name]) => !lost.has(`#/components/${kind}/${name}`));
    return [kind, Object.fromEntries(kept)] as const;
  });
  return { ...contract, components: Object.fromEntries(kinds) };
}

/** Returns the finding; of a removal before the sunset, with its day as the advice. */
export function withSunset(finding: Finding): Finding {
  const deprecation = finding.after === undefined ? deprecationOf(finding.before) : undefined;
  return deprecation ? { ...finding, advice: `Keep it until its sunset, ${deprecation.sunset}.` } : finding;
}
