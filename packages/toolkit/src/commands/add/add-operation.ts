import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse, parseDocument, stringify } from 'yaml';
import type { HandlerConfig, NewOperation } from '../../config.ts';
import { isJsonObject, type JsonObject } from '../../document/bundled-contract.ts';
import { kebab } from '../../document/names.ts';
import { partsOf } from '../../project/document-parts.ts';
import { UsageError } from '../command.ts';
import { readText, required, type Added, type Addition } from './addition.ts';
import { addEntry, copyEntry, shifted } from './edit-yaml.ts';

/** Copies an operation to another route, in a file of its own or in the document, and begins its handler. */
export function addOperation({ root, contract, name, values: { route, like } }: Addition): Added {
  if (!/^[a-z][A-Za-z0-9]*$/.test(name)) throw new UsageError(`${name} is no operationId. Use a form like createLoan.`);
  const [verb = '', path = ''] = required(route, '--route').split(' ');
  const method = verb.toLowerCase();
  if (!/^(?:get|put|post|delete|patch)$/.test(method) || !path.startsWith('/')) {
    throw new UsageError(`${route} is no route. Use a form like 'GET /v1/loans/{id}'.`);
  }
  const operations = operationsOf(contract.document, root);
  if (operations.some(({ id }) => id === name)) throw new UsageError(`The operation ${name} exists.`);
  const model = operations.find(({ id }) => id === required(like, '--like'));
  if (!model) throw new UsageError(`The operation ${like} does not exist. Use an operation of ${contract.document}.`);

  const { paths } = partsOf(contract, root);
  const isSplit = paths.endsWith('/');
  const file = isSplit ? `${paths}${path.slice(1).replaceAll('/', '_')}.yaml` : contract.document;
  const text = existsSync(join(root, file)) ? readText(root, file) : undefined;
  const item = isSplit ? [] : ['paths', path];
  if (text !== undefined && parseDocument(text).hasIn([...item, method])) {
    throw new UsageError(`${route} exists in ${file}.`);
  }
  const handler = handlerOf({ operationId: name, route: `${verb.toUpperCase()} ${path}` }, contract.handlers);
  if (handler && existsSync(join(root, handler.file))) throw new UsageError(`${handler.file} exists.`);
  const withEntry = (operation: string) => {
    const entry = `${method}:${renamed(operation, name).replace(/^[^:]+:/, '')}`;
    if (text === undefined) return `${entry}\n`;
    if (parseDocument(text).hasIn(item)) return addEntry(text, item, { entry });
    return addEntry(text, ['paths'], { entry: `${path}:\n  ${shifted(entry, 2)}` });
  };
  const source = readText(root, model.file);
  const copied = withEntry(copyEntry(source, model.place));
  const handlers = handler ? [[handler.file, handler.text] as const] : [];
  return {
    files: new Map([[file, hasAnchors(copied) ? copied : withEntry(withoutAliases(source, model.place))], ...handlers]),
    steps: [
      `It is a copy of ${like}. Change its summary, description, x-behavior, parameters, body, responses and examples.`,
      handler ? `Fill in its handler, ${handler.file}.` : `Write its handler, the function ${name}.`,
    ],
  };
}

interface Model {
  readonly id: string;
  readonly file: string;
  readonly place: readonly string[];
}

/** The operations of a document, those in its path files included. */
function operationsOf(document: string, root: string): Model[] {
  const { paths = {} }: { paths?: JsonObject } = parse(readText(root, document));
  return Object.entries(paths).flatMap(([path, item]) => {
    if (!isJsonObject(item)) return [];
    const { $ref: reference } = item;
    const isFile = typeof reference === 'string';
    const file = isFile ? join(dirname(document), reference).replaceAll('\\', '/') : document;
    const methods: JsonObject = isFile ? parse(readText(root, file)) : item;
    return Object.entries(methods).flatMap(([method, operation]) => {
      if (!isJsonObject(operation) || typeof operation['operationId'] !== 'string') return [];
      return [{ id: operation['operationId'], file, place: isFile ? [method] : ['paths', path, method] }];
    });
  });
}

function renamed(operation: string, name: string): string {
  return operation
    .trimEnd()
    .replace(/(\boperationId: *)['"]?\w+['"]?/, `$1${name}`)
    .replace(/^ *x-client-method:.*\n/m, '');
}

/** Returns whether the anchor of each alias stands before it. */
function hasAnchors(text: string): boolean {
  try {
    parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The entry at a place, with the value of each anchor in place of its alias. */
function withoutAliases(text: string, place: readonly string[]): string {
  const value = place.reduce<unknown>(
    (each, key) => (isJsonObject(each) ? each[key] : undefined),
    parse(text, { merge: true }),
  );
  return stringify({ [place.at(-1) ?? '']: value }, { lineWidth: 120, aliasDuplicateObjects: false });
}

/** The file of a handler and its first form; undefined if the project has no folder of handlers. */
function handlerOf(operation: NewOperation, handlers: HandlerConfig | undefined) {
  if (!handlers) return undefined;
  const { folder, template = serviceHandler } = handlers;
  return { file: `${folder}/${kebab(operation.operationId)}.ts`, text: template(operation) };
}

function serviceHandler({ operationId, route }: NewOperation): string {
  return `import type { Handler } from '@booking-service/kernel';

/** ${route} */
export const ${operationId}: Handler<'${operationId}'> = async () => {
  throw new Error('${operationId} is not implemented yet.');
};
`;
}
