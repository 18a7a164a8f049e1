/** Compiles a document without blocks: into its bundle, its types, its routes and a client. */
import { contractFolder, productOf, stemOf, type ContractConfig, type ToolkitConfig } from '../config.ts';
import type { JsonObject } from '../document/bundled-contract.ts';
import { camel } from '../document/names.ts';
import { identifier, isPlain, normalized } from '../document/normalize.ts';
import { operationViews } from '../document/operation-view.ts';
import { unreadIn } from '../document/unread.ts';
import { plainTypes } from '../generate/document-types.ts';
import { constantText } from '../generate/generated-tables.ts';
import { type Int64, int64Places } from '../generate/plain-client/int64-places.ts';
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
export async function plainFiles(given: string, { contract, config, note }: Plain): Promise<FileTexts> {
  const { document, outputs: { client, events } = {} } = contract;
  const head = banner(document, config);
  const stem = stemOf(contract);
  if (events !== undefined || typeof client === 'object')
    throw new Error(
      `${document} has no x- blocks, which outputs.events and a client of single parts are made from. Set outputs.client to a folder.`,
    );
  try {
    const source: JsonObject = JSON.parse(given);
    for (const line of unreadIn(source)) note(`${document}: ${line}`);
    const int64 = contract.int64 ?? int64Of(source);
    // The router reads it from the bundle.
    const json = contract.int64 ? `${JSON.stringify({ ...source, 'x-int64': int64 }, null, 2)}\n` : given;
    const whole = normalized(JSON.parse(json));
    const views = operationViews(whole);
    const places = int64Places(whole, views, int64);
    const routes = views.map(({ operationId, method, path, body }) => {
      return [operationId, { method, path, body: body ? (body.required === true ? 'required' : 'optional') : 'none' }];
    });
    const files = inFolder(
      contractFolder(contract),
      new Map([
        [`${stem}.json`, json],
        [`${stem}.ts`, head + (await plainTypes(json, { int64 }))],
        [`${stem}-routes.ts`, head + constantText(`${identifier(camel(stem))}Routes`, Object.fromEntries(routes))],
      ]),
    );
    if (client === undefined) return files;
    const product = productOf(config, whole);
    const texts = new Map([
      ['index.ts', plainIndex(product)],
      ['client.ts', plainClient(whole, product, { int64: places, note: (line) => note(`${document}: ${line}`) })],
      ['openapi.ts', await plainTypes(json, { immutable: false, blobs: true, int64 })],
      ...plainRuntime(),
    ]);
    return new Map([...files, ...inFolder(client, new Map([...texts].map(([name, text]) => [name, head + text])))]);
  } catch (cause) {
    throw new Error(`${document}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

function int64Of({ 'x-int64': form = 'number' }: JsonObject): Int64 {
  if (form === 'number' || form === 'string' || form === 'bigint') return form;
  throw new Error(`x-int64 is ${JSON.stringify(form)}. Write number, string or bigint.`);
}

interface Plain {
  readonly contract: ContractConfig;
  readonly config: ToolkitConfig;
  readonly note: Note;
}
