import { isDeepStrictEqual } from 'node:util';
import { byIdentity } from './by-identity.ts';
import { isJsonObject, type Contract } from './contract.ts';
import { jsonPointer } from './json-pointer.ts';

/** Anything that is another in the revision than in the base. */
export interface ContractChange {
  /** JSON pointer into the contract. An entry of a list is named by its identity, not by its place in the list. */
  readonly pointer: string;
  /** undefined where there was none. */
  readonly before: unknown;
  /** undefined where there is none any more. */
  readonly after: unknown;
  /** Whether only a reader's words are changed: no program goes by them. */
  readonly words: boolean;
}

/** Keys whose values are words. They may also be names of fields, under `properties`: there they are none. */
const wordKeys = new Set(['title', 'summary', 'description', 'meaning', 'message', 'action', 'sandbox', 'example']);

/** Every change between two contracts, the breaking ones among them, each as deep as it goes. */
export function listChanges(base: Contract, revision: Contract): ContractChange[] {
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
