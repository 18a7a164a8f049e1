import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isMap, isNode, isPair, isSeq, parse, parseDocument, stringify, visit } from 'yaml';
import type { HandlerConfig, NewOperation } from '../../config.ts';
import { isJsonObject, type JsonObject } from '../../document/bundled-contract.ts';
import { kebab, pascal } from '../../document/names.ts';
import { partsOf } from '../../project/document-parts.ts';
import { UsageError } from '../command.ts';
import { type Added, type Addition, filesOf, findSchema, readText, required } from './addition.ts';
import { addEntry, copyEntry, nameOf, shifted } from './edit-yaml.ts';

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

/**
 * Copies a webhook and its schema under another name, adds the name to every list and mapping that has the model's, and to the events
 * of a transition.
 */
export function addEvent({ root, config, contract, name, values: { like, on } }: Addition): Added {
  if (!/^[a-z_]+\.[a-z_]+$/.test(name))
    throw new UsageError(`${name} is not an event type. Use a form like loan.renewed.`);
  const { document } = contract;
  const { webhooks = {} }: { webhooks?: JsonObject } = parse(readText(root, document));
  const model = required(like, '--like');
  if (name in webhooks) throw new UsageError(`The event ${name} exists.`);
  if (!(model in webhooks)) throw new UsageError(`The event ${model} does not exist. Use a webhook of ${document}.`);

  const texts = new Map<string, string>();
  const textOf = (file: string) => texts.get(file) ?? readText(root, file);
  const rename = (text: string) => text.replaceAll(model, name).replaceAll(pascal(model), pascal(name));

  const item = webhooks[model];
  const reference = isJsonObject(item) ? item['$ref'] : undefined;
  const webhook = typeof reference === 'string' ? join(dirname(document), reference).replaceAll('\\', '/') : undefined;
  if (webhook !== undefined) {
    const file = webhook.replace(model, name);
    if (file === webhook) throw new UsageError(`The file ${webhook} does not have the name of its event.`);
    if (existsSync(join(root, file))) throw new UsageError(`${file} exists.`);
    texts.set(file, rename(readText(root, webhook)));
  }
  const schema = schemaOf(webhook === undefined ? item : parse(readText(root, webhook)));
  if (schema !== undefined) {
    const { file, place } = findSchema(schema, { root, contract });
    const entry = rename(copyEntry(textOf(file), place));
    texts.set(file, addEntry(textOf(file), place.slice(0, -1), { entry, behind: schema }));
  }
  const files = new Set(Object.values(config.contracts).flatMap((each) => filesOf(each, root)));
  const states = partsOf(contract, root).blocks('x-states');
  for (const file of files) {
    if (file !== states || file === document) texts.set(file, withNames(textOf(file), { model, schema, rename }));
  }
  if (on !== undefined)
    texts.set(states, withTransition(textOf(states), { on, name, isDocument: states === document }));

  return {
    files: new Map([...texts].filter(([file, text]) => !existsSync(join(root, file)) || text !== readText(root, file))),
    steps: [
      `It is a copy of ${model}. Change the summary, description and example of its webhook, and the description of its schema.`,
      on === undefined
        ? `Add it to the events of a transition in ${states}, or repeat the command with --on: lint refuses an event that nothing sends.`
        : `The transition ${on} sends it. A handler on createService names it in the events of its commit.`,
    ],
  };
}

/** The name of the schema of a webhook's body; undefined if the schema is written in the webhook. */
function schemaOf(webhook: unknown): string | undefined {
  const [, name] = /"schema":\{"\$ref":"[^"]*\/(\w+)"\}/.exec(JSON.stringify(webhook)) ?? [];
  return name;
}

interface Names {
  readonly model: string;
  readonly schema: string | undefined;
  readonly rename: (text: string) => string;
}

/** Adds the name to each list of words, list of schemas and mapping that has the model's. */
function withNames(text: string, { model, schema, rename }: Names): string {
  const places: { readonly place: readonly (string | number)[]; readonly entry: string }[] = [];
  visit(parseDocument(text), {
    Pair(_, { key }) {
      // An example shows one event, and a transition sends its own.
      return /^(?:examples?|value|default|x-states)$/.test(String(nameOf(key))) ? visit.SKIP : undefined;
    },
    Seq(_, list, path) {
      const place = placeOf(path, list);
      for (const each of list.items) {
        const refersTo = isMap(each) && String(each.get('$ref')).endsWith(`/${schema}`);
        const [start, end] = (isNode(each) && each.range) || [0, 0];
        if (nameOf(each) === model || refersTo) places.push({ place, entry: rename(text.slice(start, end)) });
      }
    },
    Map(_, mapping, path) {
      const place = placeOf(path, mapping);
      if (mapping.has(model)) places.push({ place, entry: rename(copyEntry(text, [...place, model])) });
    },
  });
  return places.reduce((changed, { place, entry }) => addEntry(changed, place, { entry }), text);
}

function placeOf(ancestors: readonly unknown[], node: unknown): (string | number)[] {
  const nodes = [...ancestors, node];
  return nodes.flatMap((each, index) => {
    const child = nodes[index + 1];
    if (isSeq(each) && child !== undefined) return [each.items.indexOf(child)];
    // The keys of a contract are words and numbers.
    return isPair(each) ? [nameOf(each.key) as string | number] : [];
  });
}

interface Transition {
  readonly trigger: string;
  readonly from: string | null;
  readonly to: string;
}

/** Adds the name to the events of a transition, of the event's own resource if it has such a one. */
function withTransition(
  text: string,
  { on, name, isDocument }: { readonly on: string; readonly name: string; readonly isDocument: boolean },
): string {
  const content = parse(text, { merge: true });
  // Lint checks the form of the block.
  const tables = (isDocument ? content['x-states'] : content) as Record<string, { transitions: Transition[] }>;
  const transitions = Object.entries(tables).flatMap(([resource, table]) =>
    table.transitions.map(({ trigger, from, to }, index) => ({ resource, index, words: `${trigger} ${from} ${to}` })),
  );
  const found = transitions.filter(({ words }) => words === on);
  const chosen = found.find(({ resource }) => name.startsWith(`${resource}.`)) ?? found[0];
  if (!chosen) {
    const list = transitions.map(({ words }) => words).join(', ');
    throw new UsageError(`The contract does not have the transition ${on}. Use one of these: ${list}.`);
  }
  const place = [chosen.resource, 'transitions', chosen.index, 'events'];
  return addEntry(text, isDocument ? ['x-states', ...place] : place, { entry: name });
}
