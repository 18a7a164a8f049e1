/**
 * Brings an OpenAPI 3.0 or 3.1 document into one form, so that every other part reads only this one: the schemas are those of 3.1, an
 * operation has an id and the parameters of its path, and a reference leads to a component. The bundle that a project publishes keeps the
 * form of its author; only ids that are missing are added to it.
 */
import { isJsonObject, type JsonObject } from './bundled-contract.ts';
import { camel, pascal } from './names.ts';

/** The fields of a path item that are operations. Any other field applies to all of them. */
export const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const;

export type Method = (typeof methods)[number];

const isMethod = (key: string) => (methods as readonly string[]).includes(key);

/** The blocks at the root of a contract whose behavior is data. */
const blocks = ['access', 'delivery', 'errors', 'idempotency', 'limits', 'roles', 'states', 'unrouted', 'values'];

/**
 * Returns whether a document has none of the toolkit's blocks. The tables of a service, its events and the errors of its client are made from
 * them: without blocks only types, routes and a plain client can be written.
 */
export function isPlain(document: JsonObject): boolean {
  if (blocks.some((name) => document[`x-${name}`] !== undefined)) return false;
  return routesOf(document).every(({ operation }) => operation['x-behavior'] === undefined);
}

export interface Route {
  readonly path: string;
  readonly method: string;
  readonly operation: JsonObject;
}

/** The operations of the paths of a document, in its order. */
export function routesOf(document: JsonObject): Route[] {
  return entriesOf(document['paths']).flatMap(([path, item]) =>
    entriesOf(follow(item, document)).flatMap(([method, operation]) =>
      isMethod(method) && isJsonObject(operation) ? [{ path, method, operation }] : [],
    ),
  );
}

/**
 * Gives an id to each operation that has none: `GET /pets/{petId}` is `getPetsByPetId`. `added` names the routes with their ids.
 *
 * @throws if the document is not of OpenAPI 3.0 or 3.1, or two operations have one id.
 */
export function withOperationIds<T extends JsonObject>(
  document: T,
): { readonly document: T; readonly added: string[] } {
  const { openapi, swagger } = document;
  if (typeof openapi !== 'string' || !/^3\.[01]\b/.test(openapi)) {
    const version =
      typeof swagger === 'string'
        ? `Swagger ${swagger}`
        : `OpenAPI ${typeof openapi === 'string' ? openapi : 'without a version'}`;
    throw new Error(`The document is ${version}. Convert it to OpenAPI 3.0 or 3.1.`);
  }
  const added: string[] = [];
  const known = new Map<string, string>();
  const paths = entriesOf(document['paths']).map(([path, item]) => [
    path,
    isJsonObject(item) ? Object.fromEntries(Object.entries(item).map((entry) => named(path, entry))) : item,
  ]);
  return { document: added.length > 0 ? { ...document, paths: Object.fromEntries(paths) } : document, added };

  function named(path: string, [method, operation]: [string, unknown]): [string, unknown] {
    if (!isMethod(method) || !isJsonObject(operation)) return [method, operation];
    const route = `${method.toUpperCase()} ${path}`;
    const { operationId } = operation;
    const isGiven = typeof operationId === 'string' && operationId !== '';
    const id = isGiven ? operationId : derivedId(method, path);
    const other = known.get(id);
    if (other !== undefined) {
      const reason = isGiven
        ? `Two operations have the operationId ${id}`
        : `Two operations would get the operationId ${id}`;
      throw new Error(`${reason}: ${other} and ${route}. Give each an operationId of its own.`);
    }
    known.set(id, route);
    if (isGiven) return [method, operation];
    added.push(`${route} is ${id}`);
    return [method, { operationId: id, ...operation }];
  }
}

/** The id of an operation that has none. */
export function derivedId(method: string, path: string): string {
  const words = path.split('/').map((part) => pascal(identifier(part.replaceAll(/\{([^}]*)\}/g, ' By $1 '))));
  return camel(`${method}${words.join('')}`);
}

/** A name of any characters as an identifier in camel case. Its letters keep their case: `show the dog's tail` is `showTheDogsTail`. */
export function identifier(name: string): string {
  const words = name.replaceAll(/['’]/g, '').split(/[^\p{ID_Continue}$]+/u);
  const joined = words
    .filter((word) => word !== '')
    .map((word, index) => (index === 0 ? word : word.slice(0, 1).toUpperCase() + word.slice(1)))
    .join('');
  return /^[\p{ID_Start}$_]/u.test(joined) ? joined : `_${joined}`;
}

/** Returns a document in the form of 3.1, whose path items have operations only and whose references lead to components. */
export function normalized(document: JsonObject): JsonObject {
  const { document: named } = withOperationIds(document);
  const isOld = String(named['openapi']).startsWith('3.0');
  const current = mapObjects(named, (each) => upgraded(each, isOld)) as JsonObject;
  const itemsOf = (key: string) => [
    key,
    Object.fromEntries(
      entriesOf(current[key]).map(([path, item]) => [path, operationsOf(follow(item, current), current)]),
    ),
  ];
  const keys = ['paths', 'webhooks'].filter((key) => isJsonObject(current[key]));
  checkPatterns(current, '#');
  const whole = { ...current, openapi: '3.1.0', ...Object.fromEntries(keys.map(itemsOf)) };
  return withComponentsOnly(whole, current);
}

/** @throws if a pattern is not valid with the flag u, and not without it. */
function checkPatterns(value: unknown, pointer: string, isMap = false): void {
  for (const [key, each] of Array.isArray(value) ? value.entries() : entriesOf(value)) {
    const place = `${pointer}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (key === 'pattern' && typeof each === 'string' && !isMap && !isPattern(each))
      throw new Error(`${JSON.stringify(each)} is not a regular expression of ECMA 262, at ${place}.`);
    if (isMap || !isData(String(key), each)) checkPatterns(each, place, !isMap && isNameMap(String(key), each));
  }
}

function isPattern(pattern: string): boolean {
  return ['u', ''].some((flags) => {
    try {
      return RegExp(pattern, flags) instanceof RegExp;
    } catch {
      return false;
    }
  });
}

/** The operations of a path item, each with what the item states for all of them. */
function operationsOf(item: unknown, document: JsonObject): JsonObject {
  const { parameters: shared, servers, summary, description, ...fields } = isJsonObject(item) ? item : {};
  const common = {
    ...(servers !== undefined && { servers }),
    ...(summary !== undefined && { summary }),
    ...(description !== undefined && { description }),
  };
  const operations = Object.entries(fields).flatMap(([method, operation]) => {
    if (!isMethod(method) || !isJsonObject(operation)) return [];
    const own = listOf(operation['parameters']);
    const names = new Set(own.map((each) => parameterName(each, document)));
    const inherited = listOf(shared).filter((each) => !names.has(parameterName(each, document)));
    // OpenAPI ignores these headers as parameters: a client sets them by itself.
    const isIgnored = (each: unknown) =>
      /^header (?:accept|content-type|authorization)$/i.test(parameterName(each, document));
    const parameters = [...inherited, ...own].filter((each) => !isIgnored(each));
    return [[method, { ...common, ...operation, ...(inherited.length + own.length > 0 && { parameters }) }]];
  });
  return Object.fromEntries(operations);
}

/** The place and the name of a parameter: `query limit`. Empty if the value is not an object. */
export function parameterName(parameter: unknown, document: JsonObject): string {
  const resolved = follow(parameter, document);
  return isJsonObject(resolved) ? `${String(resolved['in'])} ${String(resolved['name'])}` : '';
}

/**
 * Resolves a value that may be a reference. Returns undefined for a reference that leads nowhere.
 *
 * @throws if references lead in a circle.
 */
export function follow(value: unknown, document: JsonObject): unknown {
  const seen = new Set<unknown>();
  let current = value;
  while (isJsonObject(current) && typeof current['$ref'] === 'string') {
    const reference = current['$ref'];
    if (seen.has(reference)) throw new Error(`The reference ${reference} leads to itself.`);
    seen.add(reference);
    current = valueAt(document, reference);
  }
  return current;
}

function valueAt(document: JsonObject, reference: string): unknown {
  if (!reference.startsWith('#/')) return undefined;
  return pointerKeys(reference).reduce<unknown>((value, key) => {
    const target = follow(value, document);
    return Array.isArray(target)
      ? target[Number(key)]
      : isJsonObject(target) && Object.hasOwn(target, key)
        ? target[key]
        : undefined;
  }, document);
}

/** The keys of a reference within a document. */
export function pointerKeys(reference: string): string[] {
  const keys = reference.slice(2).split('/');
  return keys.map((key) => decodePart(key).replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** A percent sign that begins no code stands for itself. */
function decodePart(key: string): string {
  try {
    return decodeURIComponent(key);
  } catch {
    return key;
  }
}

/** Moves what a reference into the middle of the document leads to into a schema of its own. */
function withComponentsOnly(whole: JsonObject, source: JsonObject): JsonObject {
  const moved = new Map<string, string>();
  const schemas: Record<string, unknown> = {};
  const components = isJsonObject(whole['components']) ? whole['components'] : {};
  const own = isJsonObject(components['schemas']) ? components['schemas'] : {};
  const rewritten = rewrite(whole) as JsonObject;
  if (moved.size === 0) return whole;
  const parts = isJsonObject(rewritten['components']) ? rewritten['components'] : {};
  return { ...rewritten, components: { ...parts, schemas: { ...(parts['schemas'] as JsonObject), ...schemas } } };

  function rewrite(value: unknown): unknown {
    return mapObjects(value, (each) =>
      typeof each['$ref'] === 'string' ? { ...each, $ref: target(each['$ref']) } : each,
    );
  }

  function target(reference: string): string {
    if (!reference.startsWith('#/')) return reference;
    const keys = pointerKeys(reference);
    const found = follow(valueAt(source, reference), source);
    if (found === undefined) throw new Error(`The reference ${reference} leads nowhere.`);
    if (keys[0] === 'components' && keys.length === 3) return reference;
    const known = moved.get(reference);
    if (known !== undefined) return known;
    const words = keys.filter(
      (key) => !['components', 'schemas', 'properties', 'paths', 'content', 'schema'].includes(key),
    );
    const base = pascal(identifier(words.join(' ')));
    const name =
      [base, ...Array.from({ length: moved.size + 1 }, (_, index) => `${base}${index + 2}`)].find(
        (each) => !Object.hasOwn(own, each) && !Object.hasOwn(schemas, each),
      ) ?? base;
    const to = `#/components/schemas/${name}`;
    moved.set(reference, to);
    schemas[name] = true;
    schemas[name] = rewrite(found);
    return to;
  }
}

/** Keys whose values are data, in which a name of a keyword is none. */
const data: ReadonlySet<string> = new Set(['example', 'examples', 'default', 'const', 'enum', 'value']);
/** Keys whose values have a name of the document for each value. */
const maps: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  'schemas',
  'headers',
  'parameters',
  'responses',
  'paths',
  'callbacks',
  'links',
  'content',
  'encoding',
  'variables',
  'scopes',
  'mapping',
  'securitySchemes',
  'requestBodies',
  'pathItems',
  'webhooks',
  '$defs',
]);

/** Calls a function for each object of a document, the innermost first, except for the maps of names and the data in it. */
export function mapObjects(value: unknown, change: (object: JsonObject) => JsonObject, isMap = false): unknown {
  if (Array.isArray(value)) return value.map((each) => mapObjects(each, change));
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).map(([key, each]) => [
    key,
    !isMap && isData(key, each) ? each : mapObjects(each, change, !isMap && isNameMap(key, each)),
  ]);
  const copy = Object.fromEntries(entries) as JsonObject;
  return isMap ? copy : change(copy);
}

/** Returns whether the keys of a keyword's value are names of the document. */
export function isNameMap(key: string, value: unknown): boolean {
  return maps.has(key) && isJsonObject(value);
}

/** Returns whether the value of a keyword is data. The `examples` of a media type may be references. */
export function isData(key: string, value: unknown): boolean {
  return data.has(key) && !(key === 'examples' && JSON.stringify(value).includes('"$ref":"#/'));
}

/**
 * An object with the keywords of 3.1 for those of 3.0: `nullable`, references that stand alone, and bounds that are booleans, which mean the
 * same in a document of 3.1. A list without an order has each value once.
 */
function upgraded(old: JsonObject, isOld: boolean): JsonObject {
  if (isOld && typeof old['$ref'] === 'string') return { $ref: old['$ref'] };
  const schema: Record<string, unknown> = { ...old };
  for (const key of ['enum', 'required']) if (Array.isArray(schema[key])) schema[key] = [...new Set(schema[key])];
  const { nullable, type } = schema;
  for (const [exclusive, bound] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const) {
    if (typeof schema[exclusive] !== 'boolean') continue;
    if (schema[exclusive] && schema[bound] !== undefined) {
      schema[exclusive] = schema[bound];
      delete schema[bound];
    } else delete schema[exclusive];
  }
  if (!isOld || typeof nullable !== 'boolean') return schema;
  delete schema['nullable'];
  if (!nullable) return schema;
  const values = schema['enum'];
  if (Array.isArray(values) && !values.includes(null)) schema['enum'] = [...values, null];
  if (typeof type === 'string') return { ...schema, type: [type, 'null'] };
  const { description, title, deprecated, readOnly, writeOnly, ...rest } = schema;
  const texts = Object.entries({ description, title, deprecated, readOnly, writeOnly }).filter(
    ([, each]) => each !== undefined,
  );
  // Without a type, 3.0 allows every value.
  if (!['$ref', 'allOf', 'anyOf', 'oneOf'].some((key) => key in rest)) return schema;
  return { ...Object.fromEntries(texts), anyOf: [rest, { type: 'null' }] };
}

export function entriesOf(value: unknown): [string, unknown][] {
  return isJsonObject(value) ? Object.entries(value) : [];
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
