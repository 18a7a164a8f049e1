import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import type { ContractConfig, ToolkitConfig } from '../config.ts';
import { isJsonObject, type JsonObject } from '../document/bundled-contract.ts';

export interface DocumentParts {
  /** The folder of the path files, with a slash at its end, or the document. */
  readonly paths: string;
  readonly webhooks: string;
  /** The folder of the blocks, or the document. */
  readonly behavior: string;
  /** The file of a block. */
  readonly blocks: (name: string) => string;
}

/** The files of the parts of a document, from the root of the project. */
export function partsOf({ document }: ContractConfig, root: string): DocumentParts {
  const content = readDocument(document, root);
  const fields: JsonObject = isJsonObject(content) ? content : {};
  const fileOf = (value: unknown) => {
    const reference = isJsonObject(value) ? value['$ref'] : undefined;
    const [file = ''] = typeof reference === 'string' ? reference.split('#') : [];
    return file === '' ? document : join(dirname(document), file).replaceAll('\\', '/');
  };
  const folderOf = (values: readonly unknown[]) => {
    const [first = document, ...more] = new Set(
      values
        .map(fileOf)
        .filter((file) => file !== document)
        .map(dirname),
    );
    return more.length === 0 && first !== document ? `${first}/` : document;
  };
  const itemsOf = (key: string) => (isJsonObject(fields[key]) ? Object.values(fields[key]) : []);
  const blocks = Object.entries(fields).filter(([key]) => key.startsWith('x-'));
  return {
    paths: folderOf(itemsOf('paths')),
    webhooks: folderOf(itemsOf('webhooks')),
    behavior: folderOf(blocks.map(([, value]) => value)),
    blocks: (name) => fileOf(fields[name]),
  };
}

function readDocument(document: string, root: string): unknown {
  try {
    return parse(readFileSync(join(root, document), 'utf8'));
  } catch (cause) {
    throw new Error(`${document} is not valid YAML. ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
  }
}

/** The files by their paths from the root of the project. */
export type FileTexts = Map<string, string>;

/** The first line of a generated file. */
export function banner(source: string, config: Pick<ToolkitConfig, 'command'>): string {
  return `// ${bannerText(source, config)}\n\n`;
}

/** The text of that line, for a comment of any language. */
export function bannerText(
  source: string,
  { command = 'npx contract generate' }: Pick<ToolkitConfig, 'command'>,
): string {
  return `Written from ${source}. Edit that, then run: ${command}`;
}

export function inFolder(folder: string, texts: ReadonlyMap<string, string>): FileTexts {
  return new Map([...texts].map(([name, text]) => [folder === '.' ? name : `${folder}/${name}`, text]));
}
