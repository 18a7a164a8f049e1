import { code, markdownTable } from '../docs/site/markup.ts';
import { behaviorLaws } from './find-behavior-changes.ts';
import { lawTexts, namedLaws, type OwnLaws } from './laws.ts';
import { schemaProbes } from './schema-probes.ts';
import type { JsonObject } from '../document/bundled-contract.ts';

/** Returns the verdict of each kind of change, and the law of each value of an x- block, as Markdown. Tests prove each verdict. */
export function policyTable(own: OwnLaws = {}): string {
  const schemas = schemaProbes.map(({ kind, change, breaks, warns = [] }) => {
    const verdicts = (['received', 'sent'] as const).map((each) =>
      verdict(breaks.includes(each), warns.includes(each)),
    );
    return [kind, change, ...verdicts];
  });
  const operations = operationProbes.map(({ kind, change, breaks, isWarning = false }) => {
    const verdicts = (['service', 'others'] as const).map((each) => verdict(breaks.includes(each), isWarning));
    return [kind, change, ...verdicts];
  });
  const all = [
    ...Object.entries(behaviorLaws),
    ...Object.entries(own).map(([path, name]) => [path, namedLaws[name]] as const),
  ];
  const laws = all.map(([path, law]) => [code(path), lawTexts.get(law) ?? '']);
  return [
    '## Schemas',
    markdownTable(['Keyword', 'Change', 'Value that the service receives', 'Value that it sends'], schemas),
    '## Operations, parameters, headers and names',
    markdownTable(['Part', 'Change', 'Contract of the service', 'Contract that others implement'], operations),
    '## Values of x- blocks',
    markdownTable(['Value', 'Law'], laws),
    '',
  ].join('\n\n');
}

function verdict(isFound: boolean, isWarning: boolean): string {
  return isFound ? (isWarning ? 'warning' : 'breaking') : 'compatible';
}

/** A change of anything else. */
export interface OperationProbe {
  readonly kind: string;
  readonly change: string;
  /** Makes the change in a copy of the document. */
  readonly edit: (document: Draft) => void;
  /** The implementers of the contract for which the change breaks the other side. */
  readonly breaks: readonly ('service' | 'others')[];
  /** True if it breaks only code that is generated anew. */
  readonly isWarning?: boolean | undefined;
}

const text = { type: 'string' };

/** A document that a probe may change. */
export type Draft = { [key: string]: Draft };

const json = (schema: JsonObject) => ({ content: { 'application/json': { schema } } });

/** A contract of one operation and one webhook, with a schema in each message. */
export function probedContract(schema: JsonObject): JsonObject {
  return {
    info: { version: '1.0.0' },
    servers: [{ url: 'https://one.test' }],
    security: [{ key: [] }],
    paths: {
      '/things/{id}': {
        post: {
          operationId: 'makeThing',
          tags: ['things'],
          'x-role': 'admin',
          parameters: [
            { name: 'id', in: 'path', required: true, schema: text },
            { name: 'Trace', in: 'header', required: false, schema: text },
            { name: 'Signature', in: 'header', required: true, schema: text },
          ],
          requestBody: { required: false, ...json(schema) },
          responses: {
            '200': {
              headers: { Location: { required: true, schema: text }, Link: { required: false, schema: text } },
              links: { readThing: { operationId: 'readThing' } },
              ...json(schema),
            },
            '409': json(text),
          },
        },
        get: { operationId: 'readThing', tags: ['things'], responses: { '200': json(text) } },
      },
    },
    webhooks: {
      'thing.made': { post: { operationId: 'onThingMade', requestBody: { required: true, ...json(schema) } } },
    },
    components: {
      schemas: { Thing: { type: 'object' } },
      securitySchemes: { key: { type: 'http', scheme: 'bearer' }, other: { type: 'http', scheme: 'basic' } },
    },
    'x-roles': { viewer: { includes: [] }, admin: { includes: ['viewer'] } },
  };
}

/** Returns the value at a path of a draft. */
function at(draft: Draft, ...keys: readonly string[]): Draft {
  let value = draft;
  for (const key of keys) {
    const child = value[key];
    if (!child) throw new Error(`The probed contract has no ${keys.join(' ')}.`);
    value = child;
  }
  return value;
}

/** An edit that sets a value, or without a value removes it. */
function put(keys: readonly string[], value?: unknown): OperationProbe['edit'] {
  return (draft) => {
    const [parent, key = ''] = [at(draft, ...keys.slice(0, -1)), keys.at(-1)];
    if (Array.isArray(parent))
      parent.splice(Number(key), value === undefined ? 1 : 0, ...(value === undefined ? [] : [value]));
    else if (value === undefined) delete parent[key];
    // The draft is JSON, and so is the value.
    else parent[key] = structuredClone(value) as Draft;
  };
}

const post = ['paths', '/things/{id}', 'post'];
const ok = [...post, 'responses', '200'];
const everyone = ['service', 'others'] as const;

function move(from: readonly string[], to: string): OperationProbe['edit'] {
  return (draft) => {
    const [parent, key = ''] = [at(draft, ...from.slice(0, -1)), from.at(-1)];
    parent[to] = at(parent, key);
    delete parent[key];
  };
}

function probes(
  kind: string,
  rows: readonly (readonly [string, OperationProbe['edit'], OperationProbe['breaks'], isWarning?: boolean])[],
): OperationProbe[] {
  return rows.map(([change, edit, breaks, isWarning]) => ({ kind, change, edit, breaks, isWarning }));
}

export const operationProbes: readonly OperationProbe[] = [
  ...probes('operation', [
    ['added', put(['paths', '/others'], { get: { operationId: 'listOthers', responses: {} } }), ['others']],
    [
      'added to a path',
      put(['paths', '/things/{id}', 'delete'], { operationId: 'removeThing', responses: {} }),
      ['others'],
    ],
    ['removed', put(['paths', '/things/{id}', 'get']), everyone],
    ['its path moves', move(['paths', '/things/{id}'], '/thing/{id}'), everyone],
    ['its method changes', move(post, 'put'), everyone],
    ['its operationId changes', put([...post, 'operationId'], 'createThing'), everyone, true],
    ['its tag changes', put([...post, 'tags'], ['others']), everyone, true],
    ['its role falls', put([...post, 'x-role'], 'viewer'), everyone],
    ['its role rises', put([...post, 'x-role'], 'operator'), everyone],
    ['its texts change', put([...post, 'description'], 'Makes it.'), []],
  ]),
  ...probes('parameter', [
    ['optional one added', put([...post, 'parameters', '0'], { name: 'a', in: 'query', schema: text }), []],
    ['required one added', put([...post, 'parameters', '0'], { name: 'a', in: 'query', required: true }), ['service']],
    ['removed', put([...post, 'parameters', '1']), everyone],
    ['a header moves to another name', put([...post, 'parameters', '2', 'name'], 'Signed'), everyone],
    ['a header moves to the query', put([...post, 'parameters', '2', 'in'], 'query'), everyone],
    ['a header is written in another case', put([...post, 'parameters', '2', 'name'], 'signature'), []],
    ['becomes required', put([...post, 'parameters', '1', 'required'], true), ['service']],
    ['becomes optional', put([...post, 'parameters', '2', 'required'], false), ['others']],
    ['its schema is narrowed', put([...post, 'parameters', '1', 'schema', 'maxLength'], 9), ['service']],
    ['another style', put([...post, 'parameters', '1', 'explode'], true), everyone],
    ['a path parameter is renamed', move(['paths', '/things/{id}'], '/things/{thing_id}'), everyone, true],
  ]),
  ...probes('request body', [
    ['becomes required', put([...post, 'requestBody', 'required'], true), ['service']],
    ['removed', put([...post, 'requestBody']), everyone],
    ['gains a media type', put([...post, 'requestBody', 'content', 'text/csv'], {}), ['others']],
    ['loses a media type', move([...post, 'requestBody', 'content', 'application/json'], 'text/csv'), everyone],
  ]),
  ...probes('response', [
    ['success added', put([...post, 'responses', '202'], {}), ['service']],
    ['304 added', put([...post, 'responses', '304'], {}), ['service']],
    ['error added', put([...post, 'responses', '422'], {}), []],
    ['success removed', put(ok), everyone],
    ['error removed', put([...post, 'responses', '409']), everyone],
    ['gains a media type', put([...ok, 'content', 'text/csv'], {}), []],
    ['loses a media type', move([...ok, 'content', 'application/json'], 'text/csv'), everyone],
    ['optional header added', put([...ok, 'headers', 'ETag'], { schema: text }), []],
    ['required header added', put([...ok, 'headers', 'ETag'], { required: true, schema: text }), ['others']],
    ['header removed', put([...ok, 'headers', 'Link']), everyone],
    ['header becomes optional', put([...ok, 'headers', 'Location', 'required'], false), ['service']],
    ['header becomes required', put([...ok, 'headers', 'Link', 'required'], true), ['others']],
    ['link removed', put([...ok, 'links', 'readThing']), everyone, true],
  ]),
  ...probes('webhook', [
    ['added', put(['webhooks', 'thing.lost'], { post: { operationId: 'onThingLost' } }), []],
    ['removed', put(['webhooks', 'thing.made']), everyone],
    ['renamed', move(['webhooks', 'thing.made'], 'thing.created'), everyone],
  ]),
  ...probes('security', [
    ['alternative added', put(['security'], [{ key: [] }, { other: [] }]), ['others']],
    ['alternative without credentials added', put(['security'], [{ key: [] }, {}]), everyone],
    ['no longer required', put([...post, 'security'], []), everyone],
    ['alternative removed', put(['security'], [{ other: [] }]), everyone],
    ['scheme changed', put(['components', 'securitySchemes', 'key', 'scheme'], 'basic'), everyone],
    ['scheme added', put(['components', 'securitySchemes', 'third'], { type: 'http', scheme: 'digest' }), []],
  ]),
  ...probes('name', [
    ['component renamed', move(['components', 'schemas', 'Thing'], 'Item'), everyone, true],
    ['component added', put(['components', 'schemas', 'Item'], { type: 'object' }), []],
    ['integers of 64 bits get another form', put(['x-int64'], 'bigint'), everyone, true],
    ['default server changes', put(['servers'], [{ url: 'https://two.test' }]), everyone],
  ]),
];
