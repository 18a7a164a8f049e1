/** Writes the client of a document without blocks: its methods and their types, a table of its operations, and the runtime beside them. */
import { readFileSync } from 'node:fs';
import { isJsonObject, type JsonObject } from '../../document/bundled-contract.ts';
import { camel, type Product } from '../../document/names.ts';
import { derivedId, follow, identifier, type Method } from '../../document/normalize.ts';
import { type OperationView, operationViews } from '../../document/operation-view.ts';
import type { Int64Places, OperationPlaces } from './int64-places.ts';
import { argumentsOf, key, returned, successes } from './method-types.ts';
import { isJson, type OperationRow, type Paging, type Scheme, type Server, type Style } from './serialize.ts';

const runtime = ['call.ts', 'int64.ts', 'serialize.ts', 'transport.ts'] as const;

/** The files of the runtime, by their paths in the folder of the client. */
export function plainRuntime(): Map<string, string> {
  // The package contains its sources.
  const folder = new URL('../../../src/generate/plain-client/', import.meta.url);
  return new Map(runtime.map((name) => [`lib/${name}`, readFileSync(new URL(name, folder), 'utf8')]));
}

/** The exports of the client. */
export function plainIndex({ client }: Product): string {
  return `export { ${client.create}, type ${client.type}, type ${client.type}Options } from './client.ts';
export { ApiError, Call, Content, content } from './lib/call.ts';
export type { BasicCredential, CallOptions, Credential, EventStream, Failure, Outcome, PagedCall, Result, ServerSentEvent } from './lib/call.ts';
export type * from './openapi.ts';
`;
}

/** The methods of the operations of a normalized document. `note` gets a line for each part that a client cannot send. */
export function plainClient(
  document: JsonObject,
  { client, name, variables }: Product,
  { int64, note }: { readonly int64: Int64Places | undefined; readonly note: (line: string) => void },
): string {
  const views = operationViews(document);
  const rows = placed(views).map(({ view, resource, method }) => {
    const places = int64?.operations.get(view.operationId);
    return { view, row: { ...rowOf(document, { view, resource, method }, note), ...placesOf(places, int64) } };
  });
  const resources = Map.groupBy(rows, ({ row }) => row.resource);
  const schemes = schemesOf(document);
  const [server] = serversOf(document['servers']);
  const methods = [...resources].map(([resource, own]) => {
    return `  readonly ${key(resource)}: {\n${own.map(({ view, row }) => `${comment(view)}    ${key(row.method)}(${argumentsOf(view, row)}): ${returned(view, row)};\n`).join('')}  };\n`;
  });
  const auth = Object.entries(schemes).map(([scheme, { in: place }]) => {
    return `    readonly ${key(scheme)}?: Credential${place === 'basic' ? '<BasicCredential>' : ''};\n`;
  });
  const tables = {
    operations: rows.map(({ row }) => row),
    schemes,
    ...(server && { server: plainServer(server) }),
    ...(int64 && { int64: int64.table }),
  };
  const text = methods.join('');
  const used = ['BinaryBody', 'Call', 'CallOptions', 'Content', 'EventStream', 'PagedCall'].filter((type) =>
    new RegExp(`\\b${type}\\b`).test(text),
  );
  const credentials = ['BasicCredential', 'Credential'].filter((type) =>
    auth.some((line) => new RegExp(`\\b${type}\\b`).test(line)),
  );
  return [
    `import type { ${[...used, ...credentials, 'RuntimeOptions'].toSorted().join(', ')} } from './lib/call.ts';\n`,
    `import type { Tables } from './lib/serialize.ts';\n`,
    `import { createMethods } from './lib/transport.ts';\n`,
    text.includes('operations[') ? `import type { operations } from './openapi.ts';\n` : '',
    `\n/** The operations of ${commentText(name)}, by their tags. */\nexport interface ${client.type} {\n${text}}\n`,
    `\nexport interface ${client.type}Options extends Omit<RuntimeOptions, 'auth' | 'variables'> {\n`,
    `  /** Credentials by the names of their security schemes. */\n  readonly auth?: {\n${auth.join('')}  };\n`,
    `  /** The values of the variables in the address of the server. */\n  readonly variables?: ${variablesType(server)};\n}\n`,
    `\n/** Creates a client. Without \`baseUrl\` it reads the environment variable ${variables}_BASE_URL, or calls the first server of the document. */\n`,
    `export function ${client.create}(options: ${client.type}Options = {}): ${client.type} {\n`,
    `  const { process } = globalThis as { readonly process?: { readonly env?: Readonly<Record<string, string | undefined>> } };\n`,
    `  const baseUrl = options.baseUrl ?? process?.env?.['${variables}_BASE_URL'];\n`,
    `  // The table has a row for each method of the type.\n`,
    `  return createMethods(tables, { ...options, ...(baseUrl !== undefined && { baseUrl }) }) as unknown as ${client.type};\n}\n`,
    `\nconst tables: Tables = ${JSON.stringify({ server: undefined, ...tables }, null, 2).replace('{\n', `{\n${server ? '' : '  "server": undefined,\n'}`)};\n`,
  ].join('');
}

interface Placed {
  readonly view: OperationView;
  readonly resource: string;
  readonly method: string;
}

/**
 * The place of each operation in the client: its tag, and its id without the name of the tag. If an operation in front of it has the same
 * place, it keeps its id: an operation that is added behind changes no name.
 *
 * @throws if two operations have one id in a tag.
 */
function placed(views: readonly OperationView[]): Placed[] {
  const all = views.map((view) => {
    const resource = identifier(camel(view.tag)).replace(/^[A-Z]+(?![a-z])|^[A-Z]/, (start) => start.toLowerCase());
    return { view, resource, id: identifier(camel(view.operationId)) };
  });
  const used = new Set<string>();
  for (const [place, same] of Map.groupBy(all, ({ resource, id }) => `${resource}.${id}`)) {
    used.add(place);
    if (same.length < 2) continue;
    const ids = same.map(({ view }) => `${view.operationId} (${view.route})`).join(' and ');
    throw new Error(`The operations ${ids} would both be client.${place}. Change one of the ids.`);
  }
  return all.map(({ view, resource, id }) => {
    const short = shortName(view, { resource, id });
    const method = used.has(`${resource}.${short}`) ? id : short;
    used.add(`${resource}.${method}`);
    return { view, resource, method };
  });
}

/** The id of an operation without the name of its tag. That of a path, such as getV1PetsByPetIdJson, begins behind the tag: getByPetId. */
function shortName(
  { operationId, method, path, tag }: OperationView,
  { resource, id }: { readonly resource: string; readonly id: string },
): string {
  const parts = path.replace(/\.\w+$/, '').split('/');
  const at = parts.findIndex((part) => part.toLowerCase() === tag.toLowerCase());
  const rest = parts.slice(at + 1);
  if (at !== -1 && operationId === derivedId(method, path))
    return rest.length === 0 ? method : derivedId(method, ['', ...rest].join('/'));
  const start = operationId.slice(tag.length);
  if (operationId.startsWith(tag) && /^[/_.:-]./.test(start)) return identifier(camel(start.slice(1)));
  const plural = resource.slice(0, 1).toUpperCase() + resource.slice(1);
  const names = `${plural}|${plural.replace(/s$/, '')}`.replaceAll('$', '\\$');
  return id.replace(new RegExp(`(?<=[a-z\\d])(?:${names})(?![a-z])`), '');
}

/** Methods whose body fetch refuses to send. */
const bodiless: ReadonlySet<Method> = new Set(['get', 'head', 'trace']);

/** The row of an operation in the table that the runtime reads. */
export function rowOf(
  document: JsonObject,
  { view, resource, method }: Placed,
  note: (line: string) => void,
): OperationRow {
  const { operationId: id, path, parameters, body, responses, security } = view;
  if (body && bodiless.has(view.method))
    note(
      `${view.route} has a body, which fetch does not send with ${view.method.toUpperCase()}. The client leaves it out.`,
    );
  if (view.method === 'trace')
    note(`${view.route}: fetch does not send TRACE. The client has the method, and a call of it fails.`);
  const styles = [
    ...parameters.flatMap((each) =>
      styleEntry(`${each.in} ${each.name}`, { ...each, json: each['content'] !== undefined }),
    ),
    ...Object.entries(body?.content ?? {})
      .slice(0, 1)
      .flatMap(([, { encoding = {} }]) =>
        Object.entries(encoding).flatMap(([name, each]) => styleEntry(`body ${name}`, each)),
      ),
  ];
  const [server] = serversOf(view.servers);
  const paging = pagingOf(document, view);
  return {
    id,
    resource,
    method,
    call: view.route,
    path: path.match(/\{[^{}]+\}/g)?.map((name) => name.slice(1, -1)) ?? [],
    query: parameters.some((each) => each.in === 'query'),
    body: bodiless.has(view.method) ? [] : mediaTypesOf(view),
    ...(styles.length > 0 && { styles: Object.fromEntries(styles) }),
    failures: Object.keys(responses).filter((status) => !successes(view).includes(status)),
    accept: acceptOf(view),
    security,
    ...(server && { server: plainServer(server) }),
    ...(paging && { paging }),
  };
}

/** The places of an operation that the runtime needs: those of requests only if a string stands for an integer. */
function placesOf(places: OperationPlaces | undefined, int64: Int64Places | undefined): Pick<OperationRow, 'int64'> {
  const { responses = {}, ...sent } = places ?? {};
  const all = Object.entries(int64?.table.form === 'string' ? { responses, ...sent } : { responses });
  const found = all.filter(([, each]) => Object.keys(each).length > 0);
  return found.length > 0 ? { int64: Object.fromEntries(found) } : {};
}

function styleEntry(name: string, given: JsonObject): [string, Style][] {
  const { style, explode, allowReserved, json, contentType } = given;
  const own = Object.entries({ style, explode, allowReserved, contentType, json: json === true || undefined }).filter(
    ([, value]) => value !== undefined,
  );
  return own.length > 0 ? [[name, Object.fromEntries(own)]] : [];
}

/** The media types of a body, JSON first: a caller passes its value as it is. */
function mediaTypesOf({ body }: OperationView): string[] {
  return Object.keys(body?.content ?? {}).toSorted((a, b) => Number(isJson(b)) - Number(isJson(a)));
}

function acceptOf(view: OperationView): string {
  const types = successes(view).flatMap((status) => Object.keys(view.responses[status]?.content ?? {}));
  return [...new Set(types)].join(', ') || '*/*';
}

/** The paging of a list: as x-pagination states it, or by the usual names of parameters and fields. */
function pagingOf(
  document: JsonObject,
  { operationId, parameters, responses, pagination }: OperationView,
): Paging | undefined {
  const status = Object.keys(responses).find((each) => each.startsWith('2')) ?? '';
  const type = Object.keys(responses[status]?.content ?? {}).find(isJson) ?? '';
  const fields = fieldsOf(responses[status]?.content?.[type]?.schema, document);
  const lists = [...fields].filter(([, schema]) => isList(schema)).map(([name]) => name);
  const query = new Set(parameters.filter((each) => each.in === 'query').map(({ name }) => name));
  const first = (names: readonly string[], among: ReadonlySet<string> | readonly string[]) =>
    names.find((each) => [...among].includes(each));
  const items = isList(follow(responses[status]?.content?.[type]?.schema, document))
    ? ''
    : (first(['data', 'items', 'results', 'entries'], lists) ?? (lists.length === 1 ? lists[0] : undefined));
  if (isJsonObject(pagination)) {
    const { by, parameter, items: named = items, next = '' } = pagination;
    const isKnown = ['cursor', 'page', 'offset', 'link'].some((each) => each === by);
    if (!isKnown || typeof named !== 'string' || (by !== 'link' && !query.has(String(parameter))))
      throw new Error(
        `x-pagination of ${operationId} needs by (cursor, page, offset or link), the name of a query parameter, and items.`,
      );
    return {
      by: by as Paging['by'],
      parameter: typeof parameter === 'string' ? parameter : '',
      items: named,
      next: typeof next === 'string' ? next : '',
    };
  }
  if (items === undefined) return undefined;
  const next = first(['next_cursor', 'nextCursor', 'next_page_token', 'nextPageToken'], [...fields.keys()]);
  const cursor = first(['cursor', 'page_token', 'pageToken'], query);
  if (next !== undefined && cursor !== undefined) return { by: 'cursor', parameter: cursor, items, next };
  if (Object.keys(responses[status]?.headers ?? {}).some((name) => name.toLowerCase() === 'link'))
    return { by: 'link', parameter: '', items, next: '' };
  if (query.has('page')) return { by: 'page', parameter: 'page', items, next: '' };
  return query.has('offset') ? { by: 'offset', parameter: 'offset', items, next: '' } : undefined;
}

function isList(schema: unknown): boolean {
  return (
    isJsonObject(schema) &&
    (schema['type'] === 'array' || (Array.isArray(schema['type']) && schema['type'].includes('array')))
  );
}

/** The fields of an object, those of its parts included. */
function fieldsOf(schema: unknown, document: JsonObject, depth = 0): Map<string, unknown> {
  const resolved = follow(schema, document);
  if (!isJsonObject(resolved) || depth > 4) return new Map();
  const parts = Array.isArray(resolved['allOf']) ? resolved['allOf'] : [];
  const own = isJsonObject(resolved['properties']) ? Object.entries(resolved['properties']) : [];
  return new Map([
    ...parts.flatMap((part) => [...fieldsOf(part, document, depth + 1)]),
    ...own.map(([name, each]) => [name, follow(each, document)] as const),
  ]);
}

export function schemesOf({ components }: JsonObject): Record<string, Scheme> {
  const all =
    isJsonObject(components) && isJsonObject(components['securitySchemes']) ? components['securitySchemes'] : {};
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, scheme]): [string, Scheme][] => {
      if (!isJsonObject(scheme)) return [];
      const { type, in: place, name: sent, scheme: http } = scheme;
      const kind =
        type === 'apiKey'
          ? place
          : type === 'http'
            ? (/^(?:basic|bearer)$/.exec(String(http).toLowerCase())?.[0] ?? 'http')
            : type === 'mutualTLS'
              ? 'none'
              : 'bearer';
      // Lint checks that the place is one of these.
      return [
        [
          name,
          { in: kind as Scheme['in'], name: kind === 'http' ? String(http) : typeof sent === 'string' ? sent : '' },
        ],
      ];
    }),
  );
}

interface DocumentServer {
  readonly url: string;
  readonly variables?: Readonly<Record<string, { readonly default: string; readonly enum?: readonly string[] }>>;
}

function serversOf(servers: unknown): DocumentServer[] {
  // Lint checks the form of servers.
  return Array.isArray(servers) ? (servers as DocumentServer[]) : [];
}

function plainServer({ url, variables = {} }: DocumentServer): Server {
  return {
    url,
    variables: Object.fromEntries(Object.entries(variables).map(([name, each]) => [name, each.default])),
  };
}

function variablesType(server: DocumentServer | undefined): string {
  const lines = Object.entries(server?.variables ?? {}).map(
    ([name, { enum: values }]) =>
      `readonly ${key(name)}?: ${values?.map((each) => JSON.stringify(each)).join(' | ') ?? 'string'}`,
  );
  return `{ ${lines.join('; ')} }`;
}

function comment({ summary, description, route, deprecation }: OperationView): string {
  const texts = [summary, description === summary ? '' : description].filter((text) => text !== '');
  const lines = commentText(texts.join('\n\n') || route)
    .trim()
    .split(/\r?\n/);
  const all = deprecation === '' ? lines : [...lines, `@deprecated ${commentText(deprecation)}`];
  return `    /**\n${all.map((line) => `     * ${line}`.trimEnd()).join('\n')}\n     */\n`;
}

function commentText(text: string): string {
  return text.replaceAll('*/', '*\\/');
}
