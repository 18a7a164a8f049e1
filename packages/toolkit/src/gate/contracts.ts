import { join } from 'node:path';
import { bundleFile, stemOf, type ToolkitConfig } from '../config.ts';
import { isJsonObject, type JsonObject } from '../document/bundled-contract.ts';
import type { OwnLaws } from './laws.ts';

/** A contract that the gate compares with its released form. */
export interface GatedContract {
  /** The name in declarations and messages. */
  readonly name: string;
  /** The file of the bundle. */
  readonly bundle: string;
  /** The file of the released bundle, compressed: no search in the repository finds a line of it. */
  readonly released: string;
  readonly implementedBy: 'service' | 'others';
  /** The laws of its own blocks. */
  readonly laws?: OwnLaws;
}

/** Returns the contracts of a project, whose root is the folder. */
export function gatedContracts({ contracts }: ToolkitConfig, root: string): GatedContract[] {
  return Object.entries(contracts).map(([name, contract]) => ({
    name,
    bundle: join(root, bundleFile(contract)),
    released: join(root, contract.released ?? `released/${stemOf(contract)}.json.gz`),
    implementedBy: contract.implementedBy ?? 'service',
    laws: contract.laws ?? {},
  }));
}

/**
 * Returns the contract with a name.
 *
 * @throws if there is none.
 */
export function contractOf(contracts: readonly GatedContract[], name: string): GatedContract {
  const contract = contracts.find((each) => each.name === name);
  if (contract) return contract;
  const names = contracts.map((each) => each.name).join(', ');
  throw new Error(`There is no contract ${name}. Use one of these: ${names}.`);
}

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

/** `warning`: what was written for the released contract still works, but code that is generated anew has another name or type. */
export type Level = 'breaking' | 'warning';

const warnings = /^(?:generated\/(?!server)[\w-]+|sent\/default-changed)$/;

/** Returns the level of a finding. */
export function levelOf({ rule, before, after }: Pick<Finding, 'rule' | 'before' | 'after'>): Level {
  const isType =
    (rule === 'sent/format-changed' && before === undefined) ||
    (rule === 'received/format-changed' && after === undefined);
  return isType || warnings.test(rule) ? 'warning' : 'breaking';
}

/** One breaking change, or a warning. */
export interface Finding {
  /** The area and the kind of the change: `wire/path-removed`, `limits/lowered`. */
  readonly rule: string;
  /** JSON pointer into the contract. It names an entry of a list by its identity instead of its position. */
  readonly pointer: string;
  /** The released value. Undefined: absent. */
  readonly before: unknown;
  /** The current value. Undefined: absent. */
  readonly after: unknown;
  /** The fix. */
  readonly advice: string;
}

const maxCharacters = 160;

/** Returns a finding in three lines: rule and pointer, old and new value, advice. */
export function findingText({ rule, pointer, before, after, advice }: Finding): string {
  return `${rule}  ${pointer}\n  ${valueText(before)} -> ${valueText(after)}\n  ${advice}`;
}

function valueText(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > maxCharacters ? `${text.slice(0, maxCharacters)}…` : text;
}
