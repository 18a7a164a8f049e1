import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseDocument, stringify } from 'yaml';
import type { ContractConfig, ToolkitConfig } from '../../config.ts';
import { UsageError } from '../command.ts';
import { partsOf } from '../../project/document-parts.ts';
import { addEntry, copyEntry } from './edit-yaml.ts';

/** The values of the flags of `contract add`. */
interface AdditionFlags {
  readonly route?: string | undefined;
  readonly like?: string | undefined;
  readonly on?: string | undefined;
  readonly status?: string | undefined;
  readonly message?: string | undefined;
  readonly action?: string | undefined;
  readonly schema?: string | undefined;
}

/** The arguments of the command. */
export interface Addition {
  readonly root: string;
  readonly config: ToolkitConfig;
  readonly contract: ContractConfig;
  readonly name: string;
  readonly values: AdditionFlags;
}

/** The texts of the written files by their paths, and the next steps. */
export interface Added {
  readonly files: ReadonlyMap<string, string>;
  readonly steps: readonly string[];
}

/** Returns the value of a flag that a form of the command requires. */
export function required(value: string | undefined, flag: string): string {
  if (value === undefined || value === '') throw new UsageError(`${flag} is missing. See contract add --help.`);
  return value;
}

export function readText(root: string, file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

/** Returns the files of a contract: its document, and every YAML file that one of them refers to. */
export function filesOf({ document }: Pick<ContractConfig, 'document'>, root: string): string[] {
  const files = new Set([document]);
  for (const file of files) {
    for (const [, to = ''] of readText(root, file).matchAll(/\$ref: *['"]?([^'"#\s]+\.ya?ml)/g)) {
      const referred = join(dirname(file), to).replaceAll('\\', '/');
      if (existsSync(join(root, referred))) files.add(referred);
    }
  }
  return [...files];
}

/** The file of a schema and its place there: a component of the document, or an entry of a file of schemas. */
export function findSchema(
  name: string,
  { root, contract }: Pick<Addition, 'root' | 'contract'>,
): { readonly file: string; readonly place: readonly string[] } {
  for (const file of filesOf(contract, root)) {
    const document = parseDocument(readText(root, file));
    for (const place of [['components', 'schemas', name], [name]]) if (document.hasIn(place)) return { file, place };
  }
  throw new UsageError(`There is no schema ${name} in ${contract.document} and its files.`);
}

/** Adds an entry at the end of the error catalogue. */
export function addError({ root, contract, name, values: { status, message, action } }: Addition): Added {
  if (!/^[a-z]+(?:_[a-z]+)*$/.test(name))
    throw new UsageError(`Not an error code: ${name}. Use a form like not_found.`);
  if (!/^[45]\d\d$/.test(required(status, '--status')))
    throw new UsageError(`Not the status of an error: ${status}. Use 400 to 599.`);
  const file = partsOf(contract, root).blocks('x-errors');
  const text = readText(root, file);
  const place = file === contract.document ? ['x-errors'] : [];
  if (parseDocument(text).hasIn([...place, name])) throw new UsageError(`The error code ${name} exists in ${file}.`);
  const code = {
    status: Number(status),
    stands_in: ['error_code'],
    retry: Number(status) >= 500 ? 'backoff' : 'never',
    message: required(message, '--message'),
    action: required(action, '--action'),
    ...(text.includes(' sandbox:') && { sandbox: 'It has no trigger yet.' }),
  };
  const entry = stringify({ [name]: code }, { lineWidth: 0 }).trimEnd();
  return {
    files: new Map([[file, addEntry(text, place, { entry })]]),
    steps: [
      `Add ${name} to the x-error-codes of each ${status} response that can have it, with an example.`,
      ...('sandbox' in code ? ['Replace the text of sandbox: it names how a caller triggers the code.'] : []),
      `Refuse with it: throw new Refusal('${name}').`,
    ],
  };
}

/** Copies a field under another name to the end of its object. */
export function addField({ root, contract, name, values: { schema, like } }: Addition): Added {
  if (!/^[a-z]\w*$/.test(name)) throw new UsageError(`The name of a field has a form like due_at, not ${name}.`);
  const { file, place } = findSchema(required(schema, '--schema'), { root, contract });
  const [text, properties] = [readText(root, file), [...place, 'properties']];
  const document = parseDocument(text);
  if (document.hasIn([...properties, name])) throw new UsageError(`The field ${name} of ${schema} exists.`);
  if (!document.hasIn([...properties, required(like, '--like')])) {
    throw new UsageError(`The schema ${schema} has no field ${like}.`);
  }
  const entry = copyEntry(text, [...properties, like ?? '']).replace(/^[^:]+/, name);
  return {
    files: new Map([[file, addEntry(text, properties, { entry })]]),
    steps: [
      `It is a copy of ${like}. Change its description, its bounds and its example.`,
      `Add it to required if every ${schema} has it. A request of a released contract cannot get a required field.`,
      `If ${schema} has x-not-personal, list it there, or mark it with x-personal.`,
    ],
  };
}
