/**
 * Contracts that state a behavior a little differently, to test the tests of a service: a service that is generated from such a contract
 * breaks the real one in one place, so its tests or its conformance check must fail.
 */
import { isJsonObject, type JsonObject } from '../document/bundled-contract.ts';

/** One changed value of the behavior of a contract. */
export interface ContractMutant {
  /** The place and the changed value: `x-limits.window_seconds: 300 → 600`, `createLoan.metered: true → false`. */
  readonly name: string;
  /** Returns the bundled contract with the changed value. */
  readonly apply: (contract: JsonObject) => JsonObject;
}

type Path = readonly (string | number)[];

/** A value of a block, and another value for it. */
interface Change {
  readonly path: Path;
  readonly from: unknown;
  readonly to: unknown;
  /** The change in words, if the values are too long to print. */
  readonly text?: string;
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** The parts of a block that describe a message, or name rules: they are no behavior. */
const described = new Set(['schema', 'example', 'examples', 'rules']);

/**
 * Lists the mutants of a bundled contract, in the order of the document: of each block at its root that begins with `x-`, and of the
 * x-behavior of each operation. A number changes by one, and a time to its double. A switch is turned. A list loses one of its entries, and
 * the order of refusals exchanges two neighbors. A header or the prefix of a key has another name, and an operation needs another scope.
 */
export function listMutants(contract: JsonObject): ContractMutant[] {
  const blocks = Object.entries(contract).filter(([name]) => name.startsWith('x-') && name !== 'x-unrouted');
  const ofBlocks = blocks.flatMap(([name, block]) => changesOf(block, [name]).map((change) => toMutant(change)));
  const { scopes } = isJsonObject(contract['x-access']) ? contract['x-access'] : {};
  const names = isJsonObject(scopes) ? Object.keys(scopes) : [];
  const paths = isJsonObject(contract['paths']) ? contract['paths'] : {};
  const ofOperations = Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = isJsonObject(item) ? item[method] : undefined;
      if (!isJsonObject(operation)) return [];
      const place = ['paths', path, method, 'x-behavior'];
      const behavior = operation['x-behavior'];
      const changes = [...changesOf(behavior, place), ...otherScope(behavior, place, names)];
      return changes.map((change) => toMutant(change, String(operation['operationId'])));
    }),
  );
  return [...ofBlocks, ...ofOperations];
}

function changesOf(value: unknown, path: Path): Change[] {
  const key = String(path.findLast((part) => typeof part === 'string'));
  if (typeof value === 'number') return [{ path, from: value, to: isTime(key) ? value * 2 || 1 : value + 1 }];
  if (typeof value === 'boolean') return [{ path, from: value, to: !value }];
  if (typeof value === 'string') return isName(path) ? [{ path, from: value, to: `x${value}` }] : [];
  if (Array.isArray(value)) return listChanges(value, path);
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, each]) => (described.has(name) ? [] : changesOf(each, [...path, name])));
}

function listChanges(list: readonly unknown[], path: Path): Change[] {
  if (path.at(-1) === 'refusal_order') {
    return list.slice(1).map((later, index) => {
      const to = [...list.slice(0, index), later, list[index], ...list.slice(index + 2)];
      return { path, from: list, to, text: `${String(later)} before ${String(list[index])}` };
    });
  }
  return list.flatMap((entry, index) => {
    const inside = typeof entry === 'object' ? changesOf(entry, [...path, index]) : [];
    return [{ path, from: list, to: list.toSpliced(index, 1), text: `without ${labelOf(entry, index)}` }, ...inside];
  });
}

function labelOf(entry: unknown, index: number): string {
  if (!isJsonObject(entry)) return String(entry);
  const words = ['id', 'name', 'trigger', 'from', 'to'].map((key) => entry[key]);
  const texts = words.filter((word) => typeof word === 'string');
  return texts.length > 0 ? texts.join(' ') : `entry ${index + 1}`;
}

/** True if the name of a value ends with a unit of time. */
function isTime(key: string): boolean {
  return /(?:^|_)(?:ms|seconds|minutes|hours|days)$/.test(key);
}

/** True if a text is the name of a header or the prefix of a key. */
function isName(path: Path): boolean {
  const [above, key] = [String(path.at(-2)), String(path.at(-1))];
  return above === 'headers' || /(?:^|_)(?:header|prefix)$/.test(key);
}

function otherScope(behavior: unknown, place: Path, scopes: readonly string[]): Change[] {
  const from = isJsonObject(behavior) ? behavior['scope'] : undefined;
  const to = scopes[(scopes.indexOf(String(from)) + 1) % scopes.length];
  return from === undefined || to === undefined || to === from ? [] : [{ path: [...place, 'scope'], from, to }];
}

function toMutant(
  { path, from, to, text = `${String(from)} → ${String(to)}` }: Change,
  operation?: string,
): ContractMutant {
  const shown = operation === undefined ? path : [operation, ...path.slice(4)];
  return {
    name: `${shown.join('.')}: ${text}`,
    apply: (contract) => withValue(contract, path, to) as JsonObject,
  };
}

/** Returns a copy of a document with another value at this place. */
function withValue(node: unknown, [key, ...rest]: Path, value: unknown): unknown {
  if (key === undefined) return value;
  if (Array.isArray(node)) return node.with(Number(key), withValue(node[Number(key)], rest, value));
  const object = node as JsonObject;
  return { ...object, [key]: withValue(object[key], rest, value) };
}
