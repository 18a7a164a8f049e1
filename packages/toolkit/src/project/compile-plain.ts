/** Compiles a document without blocks: into its bundle, its types, its routes and a client. */
import { contractFolder, productOf, stemOf, type ContractConfig, type ToolkitConfig } from '../config.ts';
import type { JsonObject } from '../document/bundled-contract.ts';
import { camel } from '../document/names.ts';
import { identifier, isPlain, normalized } from '../document/normalize.ts';
import { operationViews } from '../document/operation-view.ts';
import { plainTypes } from '../generate/document-types.ts';
import { constantText } from '../generate/generated-tables.ts';
import { plainClient, plainIndex, plainRuntime } from '../generate/plain-client/write-client.ts';
import { banner, type FileTexts, inFolder } from './document-parts.ts';

export type Note = (line: string) => void;

/**
 * Returns whether a contract gets the files of a document without blocks. One that names a higher profile, or a configuration of Redocly, is
 * on its way to blocks: it keeps the files of a service, so that its first block changes none of them.
 */
export function isBasic({ lint }: ContractConfig, bundled: JsonObject): boolean {
  return lint?.config === undefined && (lint?.profile ?? 'basic') === 'basic' && isPlain(bundled);
}

/** The bundle, the types and the client of a document without blocks. */
export async function plainFiles(json: string, { contract, config, note }: Plain): Promise<FileTexts> {
  const { document, outputs: { client, events } = {} } = contract;
  const head = banner(document, config);
  const stem = stemOf(contract);
  if (events !== undefined || typeof client === 'object')
    throw new Error(
      `${document} has no x- blocks, which outputs.events and a client of single parts are made from. Set outputs.client to a folder.`,
    );
  try {
    const whole = normalized(JSON.parse(json));
    const routes = operationViews(whole).map(({ operationId, method, path, body }) => {
      return [operationId, { method, path, body: body ? (body.required === true ? 'required' : 'optional') : 'none' }];
    });
    const files = inFolder(
      contractFolder(contract),
      new Map([
        [`${stem}.json`, json],
        [`${stem}.ts`, head + (await plainTypes(json))],
        [`${stem}-routes.ts`, head + constantText(`${identifier(camel(stem))}Routes`, Object.fromEntries(routes))],
      ]),
    );
    if (client === undefined) return files;
    const product = productOf(config, whole);
    const texts = new Map([
      ['index.ts', plainIndex(product)],
      ['client.ts', plainClient(whole, product, (line) => note(`${document}: ${line}`))],
      ['openapi.ts', await plainTypes(json, { immutable: false, blobs: true })],
      ...plainRuntime(),
    ]);
    return new Map([...files, ...inFolder(client, new Map([...texts].map(([name, text]) => [name, head + text])))]);
  } catch (cause) {
    throw new Error(`${document}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

interface Plain {
  readonly contract: ContractConfig;
  readonly config: ToolkitConfig;
  readonly note: Note;
}
