/** Removals after a sunset: what a released contract announced (x-deprecation) may go once its day has come (RFC 8594). */
import { deprecationOf, isJsonObject, type JsonObject } from '../document/bundled-contract.ts';
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
    const deprecation = deprecationOf(value) ?? deprecationOf(targetOf(base, value));
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
    const name = parameterName(base, entry);
    return name === undefined ? entries[index] : entries.find((each) => parameterName(revision, each) === name);
  }

  const pruned = prune(base, revision) as JsonObject;
  if (!removed) return base;
  const lost = [...usedComponents(base)].filter((reference) => !usedComponents(pruned).has(reference));
  return withoutComponents(pruned, lost);
}

/** Removes the names of lost properties from `required`. */
function withoutLost(before: JsonObject, after: JsonObject): JsonObject {
  const [properties, left] = [before['properties'], after['properties']];
  const { required } = after;
  if (!isJsonObject(properties) || !isJsonObject(left) || !Array.isArray(required)) return after;
  const demanded = required.filter((name: string) => Object.hasOwn(left, name) || !Object.hasOwn(properties, name));
  return { ...after, required: demanded };
}

function parameterName(contract: JsonObject, entry: unknown): string | undefined {
  const parameter = targetOf(contract, entry) ?? entry;
  if (!isJsonObject(parameter) || typeof parameter['in'] !== 'string') return undefined;
  return `${parameter['in']} ${String(parameter['name'])}`;
}

function targetOf(contract: JsonObject, value: unknown): unknown {
  if (!isJsonObject(value) || typeof value['$ref'] !== 'string') return undefined;
  return value['$ref']
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((found, key) => (isJsonObject(found) ? found[key] : undefined), contract);
}

/** Returns the references to components that the operations lead to. */
function usedComponents(contract: JsonObject): ReadonlySet<string> {
  const { components: _components, ...rest } = contract;
  const used = new Set<string>();
  const visit = (value: unknown): void => {
    for (const [, reference = ''] of (JSON.stringify(value) ?? '').matchAll(/"\$ref":"(#\/components\/[^"]+)"/g)) {
      if (used.has(reference)) continue;
      used.add(reference);
      visit(targetOf(contract, { $ref: reference }));
    }
  };
  visit(rest);
  return used;
}

function withoutComponents(contract: JsonObject, lost: readonly string[]): JsonObject {
  const kinds = Object.entries(contract['components'] ?? {}).map(([kind, all]: [string, JsonObject]) => {
    const kept = Object.entries(all).filter(([name]) => !lost.includes(`#/components/${kind}/${name}`));
    return [kind, Object.fromEntries(kept)] as const;
  });
  return { ...contract, components: Object.fromEntries(kinds) };
}

/** Returns the finding; of a removal before the sunset, with its day as the advice. */
export function withSunset(finding: Finding): Finding {
  const deprecation = finding.after === undefined ? deprecationOf(finding.before) : undefined;
  return deprecation ? { ...finding, advice: `Keep it until its sunset, ${deprecation.sunset}.` } : finding;
}
