/** The requests that test a server: valid ones of each operation, from the examples or the schemas, and ones that it must refuse. */
import { isJsonObject, type JsonObject } from '../document/bundled-contract.ts';
import { entriesOf, follow, normalized } from '../document/normalize.ts';
import { type MediaView, type OperationView, operationViews, type ParameterView } from '../document/operation-view.ts';
import { withDirections } from '../generate/directions.ts';
import { isJson, type OperationRow, type Scheme, type Sent, toRequest } from '../generate/plain-client/serialize.ts';
import { rowOf, schemesOf } from '../generate/plain-client/write-client.ts';
import { createValues, type Values } from './values.ts';

export interface TestRequest {
  readonly view: OperationView;
  /** The purpose of the request: the name of an example, or the fault in it. */
  readonly title: string;
  readonly sent: Sent;
  /** The text that takes the place of the body. */
  readonly broken?: string;
  readonly hasKey: boolean;
  /** `success` allows a documented refusal, because a server may lack what an example names. */
  readonly expected: 'success' | 'refusal' | 'unauthorized';
}

/** A document with what tests of it need. */
export interface TestedDocument {
  /** The document in the form of 3.1, whose schemas are those of a direction. */
  readonly document: JsonObject;
  readonly views: readonly OperationView[];
  readonly values: Values;
  readonly schemes: Readonly<Record<string, Scheme>>;
  readonly rows: ReadonlyMap<string, OperationRow>;
}

/** Reads a bundled contract for tests. Operations are in the order of a test: what creates comes first, and what deletes last. */
export function testedDocument(bundled: JsonObject): TestedDocument {
  const document = withDirections(normalized(bundled));
  const views = operationViews(document).toSorted((a, b) => rank(a) - rank(b));
  const rows = views.map((view) => [
    view.operationId,
    rowOf(document, { view, resource: '', method: '' }, () => undefined),
  ]);
  return {
    document,
    views,
    values: createValues(document),
    schemes: schemesOf(document),
    rows: new Map(rows as [string, OperationRow][]),
  };
}

function rank({ method, path }: OperationView): number {
  const depth = path.split('{').length;
  return method === 'delete' ? 1000 - depth : depth * 2 + (method === 'post' ? 0 : 1);
}

/** The valid requests of an operation: one for each example of its body, or one of the required fields and one of every field. */
export function validRequests(view: OperationView, tested: TestedDocument): TestRequest[] {
  const parts = { view, hasKey: true, expected: 'success' as const };
  const required = parametersOf(view, tested, { every: false });
  // A request of fetch has no body with these methods.
  const isBodiless = ['get', 'head'].includes(view.method);
  if (required === undefined || (isBodiless && view.body?.required === true)) return [];
  const bodies = isBodiless ? [] : bodiesOf(view, tested);
  const sent = bodies.map(({ title, body }) => ({ ...parts, title, sent: { ...required, body } }));
  const valid =
    view.body === undefined || isBodiless ? [{ ...parts, title: 'required parameters', sent: required }] : sent;
  const every = parametersOf(view, tested, { every: true });
  const [first] = valid;
  const isSame = JSON.stringify(every) === JSON.stringify(required);
  if (first === undefined || every === undefined || isSame) return valid;
  return [...valid, { ...first, title: 'every parameter', sent: { ...every, body: first.sent.body } }];
}

/** The requests of an operation that a server must refuse, each made from a valid one. */
export function invalidRequests(valid: TestRequest, tested: TestedDocument): TestRequest[] {
  const { view, sent } = valid;
  const statuses = Object.keys(view.responses);
  const refused = (title: string, change: Partial<Sent>): TestRequest => {
    return { ...valid, title, sent: { ...sent, ...change }, expected: 'refusal' };
  };
  const needsKey = view.security.length > 0 && view.security.every((schemes) => schemes.length > 0);
  const isDocumented = (...names: string[]) => [...names, '4XX', 'default'].some((each) => statuses.includes(each));
  const withoutKey: TestRequest = { ...valid, title: 'without a key', hasKey: false, expected: 'unauthorized' };
  const unauthorized = needsKey && isDocumented('401', '403') ? [withoutKey] : [];
  if (!isDocumented('400', '422')) return unauthorized;
  const [type = '', media] = Object.entries(view.body?.content ?? {}).toSorted(byJson)[0] ?? [];
  const bodies =
    isJson(type) && sent.body !== undefined
      ? [
          { ...valid, title: 'broken JSON', broken: '{', expected: 'refusal' as const },
          ...tested.values.wrong(media?.schema, sent.body).map(({ title, value }) => refused(title, { body: value })),
        ]
      : [];
  const parameters = view.parameters
    .filter((each) => each.in !== 'path')
    .flatMap((each) => wrongParameter(each, { sent, tested, refused }));
  return [...unauthorized, ...bodies, ...parameters];
}

interface Changing {
  readonly sent: Sent;
  readonly tested: TestedDocument;
  readonly refused: (title: string, change: Partial<Sent>) => TestRequest;
}

function wrongParameter(parameter: ParameterView, { sent, tested, refused }: Changing): TestRequest[] {
  const { name, in: place, required } = parameter;
  const set = (value: unknown): Partial<Sent> => {
    if (place === 'query') return { query: { ...sent.query, [name]: value } };
    const part = place === 'cookie' ? 'cookies' : 'headers';
    return { options: { ...sent.options, [part]: { ...sent.options?.[part], [name]: value } } };
  };
  const text = parameter['content'] === undefined ? tested.values.wrongText(parameter['schema']) : undefined;
  return [
    ...(required === true ? [refused(`${name} is missing`, set(undefined))] : []),
    ...(text === undefined ? [] : [refused(`${name} is wrong`, set(text))]),
  ];
}

/** The request over the wire. A key of HTTP basic authentication is `user:password`. */
export async function toWire(
  { view, sent, broken, hasKey }: TestRequest,
  { rows, schemes }: Pick<TestedDocument, 'rows' | 'schemes'>,
  { url, key }: { readonly url: string; readonly key: string },
): Promise<Request> {
  const row = rows.get(view.operationId);
  if (!row) throw new Error(`The document has no operation ${view.operationId}.`);
  const [username = '', ...password] = key.split(':');
  const credentials = Object.entries(schemes).map(([name, scheme]) => [
    name,
    scheme.in === 'basic' ? { username, password: password.join(':') } : key,
  ]);
  const auth = hasKey ? (Object.fromEntries(credentials) as Record<string, string>) : {};
  const request = await toRequest(row, sent, {
    tables: { operations: [], schemes, server: undefined },
    options: { baseUrl: url, auth },
  });
  if (broken === undefined) return request;
  const { method, headers } = request;
  return new Request(request.url, { method, headers, body: broken });
}

/** The parameters of an operation by their places. Undefined if a required one has no example and no value was found for its schema. */
function parametersOf(
  view: OperationView,
  { values, document }: TestedDocument,
  { every }: { readonly every: boolean },
): Sent | undefined {
  const places: Record<string, Record<string, unknown>> = { path: {}, query: {}, header: {}, cookie: {} };
  for (const parameter of view.parameters) {
    const { name, in: place, required } = parameter;
    const [media] = Object.values((parameter['content'] ?? {}) as Readonly<Record<string, MediaView>>);
    const schema = media?.schema ?? parameter['schema'];
    const given = exampleOf(parameter, document) ?? (media && exampleOf(media as JsonObject, document));
    // A cursor has no example.
    if (required !== true && (!every || given === undefined)) continue;
    const sent = place === 'path' ? nonEmpty(schema) : schema;
    const isUsable = given !== undefined && values.fits(sent, given, true);
    const value = isUsable ? given : (values.right(sent) ?? values.right(sent, 'every') ?? given);
    if (value === undefined) return undefined;
    places[place] = { ...places[place], [name]: value };
  }
  const { path: declared = {}, query = {}, header, cookie } = places;
  // A part of the path that the document does not declare is any text.
  const named = [...view.path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => [name, declared[name] ?? 'a'] as const);
  const path = Object.fromEntries(named);
  return { path, query, options: { headers: header ?? {}, cookies: cookie ?? {} } };
}

/** The schema of a value of a path, which must not be empty: another path would match. */
function nonEmpty(schema: unknown): object {
  return { allOf: [schema ?? {}, { minLength: 1, minItems: 1, minProperties: 1, items: { minLength: 1 } }] };
}

interface TitledBody {
  readonly title: string;
  readonly body: unknown;
}

interface Bodies {
  readonly type: string;
  readonly schema: unknown;
  /** The examples, by whether the schema accepts them. */
  readonly right: readonly TitledBody[];
  readonly wrong: readonly TitledBody[];
}

/** The media type of an operation's bodies, JSON before others, and its examples. */
function examplesOf(view: OperationView, { values, document }: TestedDocument): Bodies {
  const [type = '', media = {}] = Object.entries(view.body?.content ?? {}).toSorted(byJson)[0] ?? [];
  const { schema, examples } = media;
  const named = entriesOf(examples).flatMap(([title, example]) => {
    const resolved = follow(example, document);
    return isJsonObject(resolved) && 'value' in resolved ? [{ title, body: resolved['value'] }] : [];
  });
  const single = exampleOf(media as JsonObject, document);
  const given = named.length > 0 ? named : single === undefined ? [] : [{ title: 'example', body: single }];
  const { right = [], wrong = [] } = Object.groupBy(given, ({ body }) =>
    values.fits(schema, body) ? 'right' : 'wrong',
  );
  return { type, schema, right, wrong };
}

/** The titles of the examples that are not sent, because the schema of the body does not accept them. */
export function unusableExamples(view: OperationView, tested: TestedDocument): string[] {
  return examplesOf(view, tested).wrong.map(({ title }) => title);
}

/** The bodies of an operation: its examples, or one of the required fields and one of every field. */
function bodiesOf(view: OperationView, tested: TestedDocument): readonly TitledBody[] {
  const { values, document } = tested;
  const { type, schema, right } = examplesOf(view, tested);
  const made = (['required', 'every'] as const).flatMap((fields) => {
    const body = values.right(schema, fields);
    return body === undefined ? [] : [{ title: fields === 'required' ? 'required fields' : 'every field', body }];
  });
  const isOne = made.length === 2 && JSON.stringify(made[0]?.body) === JSON.stringify(made[1]?.body);
  const bodies = right.length > 0 ? right : isOne ? made.slice(0, 1) : made;
  if (isJson(type)) return bodies;
  return (schema === undefined ? [{ title: 'any content', body: 'content' }] : bodies).map(({ title, body }) => {
    return { title, body: type.startsWith('multipart/') ? withFiles(schema, body, document) : body };
  });
}

/** A form whose binary parts are files. */
function withFiles(schema: unknown, body: unknown, document: JsonObject): unknown {
  const { properties } = (follow(schema, document) ?? {}) as { readonly properties?: JsonObject };
  const parts = entriesOf(body).map(([name, value]) => [name, filed(properties?.[name], value)]);
  return Object.fromEntries(parts);

  function filed(part: unknown, value: unknown): unknown {
    const { format, contentMediaType, items } = (follow(part, document) ?? {}) as JsonObject;
    if (Array.isArray(value)) return value.map((each) => filed(items, each));
    return format === 'binary' || contentMediaType !== undefined ? new Blob([String(value)]) : value;
  }
}

function byJson([a]: [string, unknown], [b]: [string, unknown]): number {
  return Number(isJson(b)) - Number(isJson(a));
}

/** The example of a parameter or a media type: its own, the first of several, or that of its schema. */
function exampleOf(part: JsonObject, document: JsonObject): unknown {
  const [[, first] = []] = entriesOf(part['examples']);
  const { value } = (follow(first, document) ?? {}) as { readonly value?: unknown };
  const schema = follow(part['schema'], document);
  const { example, examples, const: only, default: usual } = isJsonObject(schema) ? schema : {};
  const [ofSchema] = Array.isArray(examples) ? (examples as unknown[]) : [example];
  return part['example'] ?? value ?? ofSchema ?? only ?? usual;
}
