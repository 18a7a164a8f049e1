import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseDocument } from 'yaml';
import type { ContractConfig, ToolkitConfig } from '../../config.ts';
import { UsageError } from '../command.ts';

/** The values of the flags of `contract add`. */
export interface AdditionFlags {
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
