import { isDeepStrictEqual } from 'node:util';
import type { Contract } from '../contract.ts';

/** A change of the contract whose verdict is known. */
export interface Seed {
  readonly change: string;
  readonly edits: readonly Edit[];
  /** `<rule> <pointer>` of each finding; empty where the change is additive. */
  readonly finds: readonly string[];
}

type Edit = (contract: Contract) => void;

/** A key, or some fields of an entry of a list. */
type Key = string | Readonly<Record<string, unknown>>;

/** Puts a value, or a new one made of the old, behind a path. */
export function set(path: readonly Key[], value: unknown): Edit {
  return edit(path, (parent, key) => {
    const made: unknown = typeof value === 'function' ? value(structuredClone(parent[key])) : structuredClone(value);
    parent[key] = made;
  });
}

/** Takes away what stands behind a path, which is there. */
export function remove(path: readonly Key[]): Edit {
  return edit(path, (parent, key) => {
    if (!Object.hasOwn(parent, key)) throw new Error(`There is no ${key} to remove in the contract.`);
    if (Array.isArray(parent)) parent.splice(Number(key), 1);
    else delete parent[key];
  });
}

/** Adds an entry to the list behind a path. */
export function append(path: readonly Key[], entry: unknown): Edit {
  return set(path, (list: readonly unknown[]) => [...list, entry]);
}

/** The copy of a contract that the seed makes. It fails where the seed changes nothing. */
export function planted({ change, edits }: Seed, contract: Contract): Contract {
  const copy = structuredClone(contract);
  for (const each of edits) each(copy);
  if (isDeepStrictEqual(copy, contract)) throw new Error(`The seed changes nothing: ${change}`);
  return copy;
}

type Parent = Record<string, unknown>;

function edit(path: readonly Key[], act: (parent: Parent, key: string) => void): Edit {
  return (contract) => {
    // JSON through and through, and a copy of the seed's own, so that it may be written to.
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
  if (index === -1) throw new Error(`There is no entry ${JSON.stringify(key)} in the contract.`);
  return `${index}`;
}
