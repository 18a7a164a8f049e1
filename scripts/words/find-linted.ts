/** The words of the contracts, one change for each, and those whose change the linter refuses. It reads many copies in one process. */
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { isJsonObject } from '@booking-service/toolkit';

/** The folder of the contracts. */
const contractsFolder: string = fileURLToPath(new URL('../../openapi/', import.meta.url));

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
type Files = Map<string, unknown>;

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

const run = promisify(execFile);
const redocly = fileURLToPath(new URL('../../node_modules/@redocly/cli/bin/cli.js', import.meta.url));
const configs: Readonly<Record<ContractName, string>> = {
  openapi: 'redocly.yaml',
  admin: 'admin.redocly.yaml',
  provider: 'provider.redocly.yaml',
  'card-service': 'card-service.redocly.yaml',
};
const copiesOfRun = 40;

/** The part of Redocly's report that is read. */
interface Report {
  readonly problems: readonly {
    readonly location: readonly { readonly source: { readonly ref: string }; readonly pointer?: string }[];
  }[];
}

/** Returns the words whose change leads to a problem. The words of one group are changed together. */
export async function findLinted(groups: readonly (readonly Word[])[]): Promise<Set<Word>> {
  const folder = mkdtempSync(join(tmpdir(), 'words-'));
  const { files } = readFiles();
  const linted = new Set<Word>();
  try {
    const copies = groups.map((words, index) => {
      const copy = join(folder, `${index}`);
      writeCopy(copy, words, files);
      return { copy, words };
    });
    for (const contract of contractNames) {
      const ofContract = copies.filter(({ words }) => words.some((word) => isRead(word, contract)));
      for (let from = 0; from < ofContract.length; from += copiesOfRun) {
        const some = ofContract.slice(from, from + copiesOfRun);
        const reports = await lint(
          some.map(({ copy }) => copy),
          contract,
        );
        for (const [index, { copy, words }] of some.entries()) {
          const places = (reports[index]?.problems ?? []).map(({ location: [first] }) => ({
            file: relative(copy, join(contractsFolder, first?.source.ref ?? ''))
              .split(sep)
              .join('/'),
            pointer: first?.pointer ?? '#/',
          }));
          for (const word of words) {
            const isAlone = words.length === 1 && places.length > 0;
            if (isAlone || places.some((place) => isAbout(place, word))) linted.add(word);
          }
        }
      }
    }
    return linted;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns whether a contract reads the file of a word. The other contracts read some files of the public one, and card-service.yaml reads provider.yaml. */
function isRead({ contract, file }: Word, name: ContractName): boolean {
  if (name === 'card-service' && file === 'provider.yaml') return true;
  return contract === name || /behavior\/(?:limits|runs|delivery)\.yaml$/.test(file);
}

/** A problem is about a word if it is at the word, below it, or at the object or list that contains the word. */
function isAbout(place: { readonly file: string; readonly pointer: string }, { file, path }: Word): boolean {
  if (place.file !== file) return false;
  const keys = path.map((key) => key.replaceAll('~', '~0').replaceAll('/', '~1'));
  const [own, holder] = [keys, keys.slice(0, -1)].map((each) => `#/${each.join('/')}`);
  return place.pointer === own || place.pointer === holder || place.pointer.startsWith(`${own}/`);
}

function writeCopy(copy: string, words: readonly Word[], files: ReadonlyMap<string, unknown>): void {
  for (const file of globSync('**/*.{yaml,json}', { cwd: contractsFolder, exclude: ['lint/**', 'code-samples/**'] })) {
    const ofFile = words.filter((word) => word.file === file);
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    if (ofFile.length === 0) symlinkSync(join(contractsFolder, file), join(copy, file));
    else {
      const changes = ofFile.map(({ path, value }) => ({ path, value: changed(value) }));
      writeFileSync(join(copy, file), JSON.stringify(withChanges(files.get(file), changes)));
    }
  }
}

async function lint(copies: readonly string[], contract: ContractName): Promise<Report[]> {
  const roots = copies.map((copy) => join(copy, `${contract}.yaml`));
  const options = [`--config=${join(contractsFolder, configs[contract])}`, '--format=json', '--max-problems=100000'];
  // Exit code 1 means problems, which are in the output.
  const { stdout } = await run(process.execPath, [redocly, 'lint', ...roots, ...options], {
    cwd: contractsFolder,
    maxBuffer: Infinity,
  }).catch((error: unknown) => ({ stdout: String(Reflect.get(Object(error), 'stdout')) }));
  return JSON.parse(`[${stdout.replaceAll('\n}{\n', '\n},{\n')}]`) as Report[];
}
