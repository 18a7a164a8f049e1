import { isDeepStrictEqual } from 'node:util';
import { byIdentity } from './by-identity.ts';
import type { BundledContract } from '../../contract/bundled-contract.ts';
import { isJsonObject } from '../../contract/json-object.ts';
import { jsonPointer } from './json-pointer.ts';

/** One difference between the base and the revision. */
export interface ContractChange {
  /** JSON pointer into the contract. It names an entry of a list by its identity instead of its position. */
  readonly pointer: string;
  /** The old value. Undefined: absent. */
  readonly before: unknown;
  /** The new value. Undefined: absent. */
  readonly after: unknown;
  /** True if only text for readers changed. Programs do not depend on it. */
  readonly words: boolean;
}

/** Keys whose values are text for readers. Under `properties` the same names are fields instead. */
const wordKeys = new Set(['title', 'summary', 'description', 'meaning', 'message', 'action', 'sandbox', 'example']);

/** Returns every change between two contracts, breaking or not, each at the deepest differing value. */
export function listChanges(base: BundledContract, revision: BundledContract): ContractChange[] {
  return compare([], { before: base, after: revision });
}

function compare(path: readonly string[], written: { before: unknown; after: unknown }): ContractChange[] {
  const [before, after] = [byIdentity(written.before), byIdentity(written.after)];
  if (isDeepStrictEqual(before, after)) return [];
  if (isJsonObject(before) && isJsonObject(after)) {
    const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...keys].flatMap((key) => compare([...path, key], { before: before[key], after: after[key] }));
  }
  return [{ pointer: jsonPointer(path), ...written, words: areWords(path) }];
}

function areWords(path: readonly string[]): boolean {
  return path.some((key, index) => {
    const inside = path[index - 1];
    if (key === 'examples' || key === 'x-codeSamples') return inside !== 'properties';
    const last = index === path.length - 1;
    return last && wordKeys.has(key) && inside !== 'properties' && inside !== 'headers';
  });
}
