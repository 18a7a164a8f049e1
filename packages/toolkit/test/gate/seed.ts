import { isDeepStrictEqual } from 'node:util';
import type { BundledContract } from '../../src/document/bundled-contract.ts';

/** A change of the contract with a known verdict. */
export interface Seed {
  readonly change: string;
  readonly edits: readonly Edit[];
  /** `<rule> <pointer>` of each finding. Empty for a compatible change. */
  readonly finds: readonly string[];
}

type Edit = (contract: BundledContract) => void;

/** A key, or fields that identify an entry of a list. */
type Key = string | Readonly<Record<string, unknown>>;

/** A seed with its verdict: `<rule> <pointer>` of each finding, or nothing for a compatible change. */
export function seed(change: string, edits: Edit | readonly Edit[], ...finds: readonly string[]): Seed {
  return { change, edits: typeof edits === 'function' ? [edits] : edits, finds };
}

/** Sets the value at a path. A function computes it from the old value. */
export function set(path: readonly Key[], value: unknown): Edit {
  return edit(path, (parent, key) => {
    const made: unknown = typeof value === 'function' ? value(structuredClone(parent[key])) : structuredClone(value);
    parent[key] = made;
  });
}

/** Removes the value at a path. It must exist. */
export function remove(path: readonly Key[]): Edit {
  return edit(path, (parent, key) => {
    if (!Object.hasOwn(parent, key)) throw new Error(`The contract has no ${key} to remove.`);
    if (Array.isArray(parent)) parent.splice(Number(key), 1);
    else delete parent[key];
  });
}

/** Adds an entry to the list at a path. */
export function append(path: readonly Key[], entry: unknown): Edit {
  return set(path, (list: readonly unknown[]) => [...list, entry]);
}

/** Returns a copy of a contract with the change of the seed. Throws if the seed changes nothing. */
export function planted({ change, edits }: Seed, contract: BundledContract): BundledContract {
  const copy = structuredClone(contract);
  for (const each of edits) each(copy);
  if (isDeepStrictEqual(copy, contract)) throw new Error(`The seed changes nothing: ${change}`);
  return copy;
}

type Parent = Record<string, unknown>;

function edit(path: readonly Key[], act: (parent: Parent, key: string) => void): Edit {
  return (contract) => {
    // The contract is JSON, and this copy belongs to the seed, so it may be changed.
    let parent = contract as unknown as Parent;
    for (const key of path.slice(0, -1)) parent = parent[keyIn(parent, key)] as Parent;
    act(parent, keyIn(parent, path.at(-1) ?? ''));
  };
}

function keyIn(parent: unknown, key: Key): string {
  if (typeof key === 'string') return key;
  const index = (parent as readonly Parent[]).findIndex((entry) => {
    return Object.entries(key).every(([name, value]) => entry[name] === value);
  });
  if (index === -1) throw new Error(`The contract has no entry ${JSON.stringify(key)}.`);
  return `${index}`;
}
