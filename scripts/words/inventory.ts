/** The words of the contracts: every scalar and every list of the files that a contract consists of, and one change for each. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { isJsonObject } from '@booking-service/toolkit';

/** The folder of the contracts. */
export const contractsFolder: string = fileURLToPath(new URL('../../openapi/', import.meta.url));

export const contractNames = ['openapi', 'admin', 'provider', 'card-service'] as const;

export type ContractName = (typeof contractNames)[number];

/** A scalar or a list of a contract. A file that two contracts share counts for the first. */
export interface Word {
  readonly contract: ContractName;
  /** A file, relative to the folder of the contracts. */
  readonly file: string;
  /** The keys that lead to it in the file. */
  readonly path: readonly string[];
  readonly value: unknown;
  /** Its kind: the last key that is no index, and the block if it is in one. */
  readonly kind: string;
}

/** The parsed files of the contracts, by their names. */
export type Files = Map<string, unknown>;

/** Reads every file that the contracts consist of. */
export function readFiles(): { readonly files: Files; readonly contractOf: ReadonlyMap<string, ContractName> } {
  const files: Files = new Map();
  const contractOf = new Map<string, ContractName>();
  const read = (file: string, contract: ContractName): void => {
    if (files.has(file)) return;
    const content: unknown = parse(readFileSync(join(contractsFolder, file), 'utf8'));
    files.set(file, content);
    contractOf.set(file, contract);
    for (const reference of references(content)) {
      const [target = ''] = reference.split('#');
      if (target !== '') read(join(dirname(file), target), contract);
    }
  };
  for (const contract of contractNames) read(`${contract}.yaml`, contract);
  return { files, contractOf };
}

/** Every word of the contracts. */
export function readWords(): Word[] {
  const { files, contractOf } = readFiles();
  return [...files].flatMap(([file, content]) => {
    const contract = contractOf.get(file) ?? 'openapi';
    const visit = (value: unknown, path: readonly string[]): Word[] => {
      const word = { contract, file, path, value, kind: kindOf(file, path) };
      if (Array.isArray(value)) return [word, ...value.flatMap((each, index) => visit(each, [...path, `${index}`]))];
      if (isJsonObject(value)) return Object.entries(value).flatMap(([key, each]) => visit(each, [...path, key]));
      return [word];
    };
    return visit(content, []);
  });
}

/** One change of a word: a longer text, the next number, the other truth, a list without its first entry. */
export function changed(value: unknown): unknown {
  if (typeof value === 'string') return `${value}x`;
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  if (Array.isArray(value)) return value.length > 0 ? value.slice(1) : ['x'];
  return 'x';
}

/** Returns a copy of a document with other values at these paths. */
export function withChanges(content: unknown, changes: readonly Pick<Word, 'path' | 'value'>[]): unknown {
  const copy: unknown = structuredClone(content);
  for (const { path, value } of changes) {
    const holder = path.slice(0, -1).reduce<unknown>((node, key) => Reflect.get(Object(node), key), copy);
    Reflect.set(Object(holder), path.at(-1) ?? '', value);
  }
  return copy;
}

/** Text for readers. */
const textKeys =
  /^(?:description|summary|details|meaning|message|action|fix|may|sandbox|title|text|empty|x-displayName)$/;

function kindOf(file: string, path: readonly string[]): string {
  const key = path.findLast((each) => !/^\d+$/.test(each)) ?? '';
  if (path.some((each) => each === 'examples' || each === 'example')) return key === 'summary' ? 'text' : 'example';
  if (textKeys.test(key)) return 'text';
  if (file.includes('behavior/')) return `${file.replace(/.*\/|\.yaml/g, '')}.${key}`;
  const block = path.find((each) => each.startsWith('x-'));
  return block === undefined || block === key ? key : `${block}.${key}`;
}

function references(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) =>
    key === '$ref' && typeof each === 'string' ? [each] : references(each),
  );
}

/** Returns whether a word is a reference. Changed, it leads nowhere: the linter refuses that (no-unresolved-refs), and the compiler stops. */
export function isReference({ path, value }: Word): boolean {
  return path.at(-1) === '$ref' && typeof value === 'string';
}
