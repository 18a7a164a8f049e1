/** The part of Redocly's locations that our rules use; the CLI ships no types. */
export interface Location {
  readonly source: { readonly absoluteRef: string };
  readonly pointer: string;
  readonly absolutePointer: string;
  child(keys: readonly string[]): Location;
}

/** What stands somewhere in the contract's files. */
export interface Node {
  readonly value: unknown;
  readonly location: Location;
}

/** Finds what a `$ref` in a file stands for, as Redocly resolved it before the rules run. */
export type Resolve = (node: unknown, from: string) => { readonly node?: unknown; readonly location?: Location };

/** A value of the contract that can be walked from, and where it stands: a problem points to that file and line. */
export interface Place extends Node {
  /** Where the contract names it: the `$ref` that leads here, or the value itself. */
  readonly mention: { readonly location: Location };
  /**
   * The place behind a path of keys, references followed. Where nothing stands there its value is undefined, and it
   * is located at the last place on the way that does exist: that is where the missing thing belongs.
   */
  at(...keys: readonly string[]): Place;
  /** The value as a message says it: a string as it is, anything else as JSON, `nothing` where nothing stands. */
  text(): string;
  /** What stands under each key of an object or index of an array; nothing for any other value. */
  entries(): (readonly [key: string, place: Place])[];
}

/** A message says what is wrong with the value at the place, and what to do. */
export interface Problem {
  readonly place: { readonly location: Location };
  readonly message: string;
}

/** A rule reads the contract from its root and yields each problem it finds. */
export type Rule = (contract: Place) => Iterable<Problem>;

export function createPlace(written: Node, resolve: Resolve): Place {
  const { value, location } = follow(written, resolve);
  const step = (key: string): Place => {
    const known = isObject(value) && Object.hasOwn(value, key);
    const child = known ? { value: value[key], location: location.child([key]) } : { value: undefined, location };
    return createPlace(child, resolve);
  };
  const place: Place = {
    value,
    location,
    mention: written,
    at: (...keys) => {
      const [first, ...rest] = keys;
      return first === undefined ? place : step(first).at(...rest);
    },
    text: () => (typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing')),
    entries: () => (isObject(value) ? Object.keys(value).map((key) => [key, step(key)] as const) : []),
  };
  return place;
}

/** An object or an array: something with keys. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function follow(node: Node, resolve: Resolve): Node {
  if (!isObject(node.value) || typeof node.value['$ref'] !== 'string') return node;
  const target = resolve(node.value, node.location.source.absoluteRef);
  // A reference that leads nowhere is reported by Redocly itself; here it counts as nothing.
  return { value: target.node, location: target.location ?? node.location };
}
