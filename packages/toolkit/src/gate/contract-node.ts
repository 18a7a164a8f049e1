import { isJsonObject, type JsonObject } from '../document/json-object.ts';

/** A value in a contract, and its path there. A reference is followed, so the path is that of its target. */
export interface ContractNode {
  readonly contract: JsonObject;
  readonly path: readonly string[];
  /** Undefined: absent. */
  readonly value: unknown;
}

export function rootOf(contract: JsonObject): ContractNode {
  return { contract, path: [], value: contract };
}

/** Returns a value below another one. The value is undefined if it is absent. */
export function childOf({ contract, path, value }: ContractNode, ...keys: readonly string[]): ContractNode {
  let node: ContractNode = { contract, path, value };
  for (const key of keys) {
    const parent = node.value;
    const child = Array.isArray(parent) ? parent[Number(key)] : isJsonObject(parent) ? parent[key] : undefined;
    node = follow({ contract, path: [...node.path, key], value: child });
  }
  return node;
}

/** Returns the values below an object or a list, by their keys. */
export function childrenOf(node: ContractNode): ReadonlyMap<string, ContractNode> {
  const keys = typeof node.value === 'object' && node.value !== null ? Object.keys(node.value) : [];
  return new Map(keys.map((key) => [key, childOf(node, key)]));
}

/** The targets of references, by contract and reference: shared ones are followed thousands of times. */
const targets = new WeakMap<JsonObject, Map<string, ContractNode>>();

/** Follows a reference. What is written beside it takes the place of the same key in the target. */
function follow(node: ContractNode): ContractNode {
  const { contract, value } = node;
  if (!isJsonObject(value) || typeof value['$ref'] !== 'string') return node;
  const { $ref: reference, ...beside } = value;
  const target = targetOf(contract, value['$ref']);
  if (target.value === undefined) throw new Error(`The contract has no ${reference}.`);
  if (Object.keys(beside).length === 0 || !isJsonObject(target.value)) return target;
  return { ...target, value: { ...target.value, ...beside } };
}

function targetOf(contract: JsonObject, reference: string): ContractNode {
  const known = targets.get(contract) ?? new Map<string, ContractNode>();
  targets.set(contract, known);
  const keys = reference.split('/').slice(1);
  const target =
    known.get(reference) ??
    childOf(rootOf(contract), ...keys.map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~')));
  known.set(reference, target);
  return target;
}
