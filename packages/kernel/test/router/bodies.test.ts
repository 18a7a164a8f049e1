/** Bodies: schemas of each version and direction, and media types. Each request goes to Express and to the web handler. */
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { documentOf, faultsOf, openHosts } from './hosts.ts';

const integers = { type: 'array', items: { type: 'integer' } };
const color = { type: 'object', properties: { R: { type: 'integer' }, G: { type: 'integer' } }, required: ['R'] };

/** A schema of the version, a JSON body, and its faults. */
const schemas: readonly (readonly [version: string, schema: object, body: unknown, faults: readonly string[]])[] = [
  ['3.0.3', { type: 'string', nullable: true }, null, []],
  ['3.0.3', { type: 'string', enum: ['a'], nullable: true }, null, []],
  ['3.0.3', { nullable: true, allOf: [{ type: 'object', required: ['a'] }] }, null, []],
  [
    '3.0.3',
    { nullable: true, allOf: [{ type: 'object', required: ['a'] }] },
    {},
    ["body /a: must have required property 'a'"],
  ],
  ['3.1.0', { type: 'string', nullable: true }, null, ['body : must be string']],
  [
    '3.0.3',
    { type: 'number', minimum: 1, exclusiveMinimum: true, maximum: 2, exclusiveMaximum: false },
    1,
    ['body : must be > 1'],
  ],
  ['3.0.3', { type: 'number', minimum: 1, exclusiveMinimum: true, maximum: 2, exclusiveMaximum: false }, 2, []],
  ['3.1.0', { type: 'number', exclusiveMinimum: 1 }, 1, ['body : must be > 1']],
  ['3.1.0', { type: 'string', pattern: '^[\\w-.]+$' }, 'a-.b', []],
  ['3.1.0', { type: 'string', pattern: '^\\p{L}+$' }, 'é', []],
  ['3.1.0', { type: 'string', pattern: '^\\p{L}+$' }, 'pL', []],
  ['3.1.0', { type: 'string', pattern: '^\\p{L}+$' }, 'p{L}', [expect.stringContaining('body : must match pattern')]],
  ['3.1.0', { type: 'integer', format: 'int64' }, 9007199254740991, []],
  ['3.1.0', { type: 'object', properties: { constructor: { type: 'string' } } }, {}, []],
  ['3.1.0', { $ref: '#/components/schemas/Node' }, { next: { next: {} } }, []],
  [
    '3.1.0',
    { $ref: '#/components/schemas/Node', maxProperties: 0 },
    { next: {} },
    ['body : must NOT have more than 0 properties'],
  ],
  ['3.0.3', { $ref: '#/components/schemas/Node' }, { next: 1 }, ['body /next: must be object']],
  ['3.1.0', { $ref: '#/components/schemas/Node/properties/next' }, { next: 1 }, ['body /next: must be object']],
  ['3.1.0', { type: 'object', required: ['id', 'a'], properties: { id: { readOnly: true }, a: {} } }, { a: 1 }, []],
  [
    '3.1.0',
    { type: 'object', required: ['id'], properties: { id: { readOnly: true } } },
    { id: 1 },
    ['body /id: is read-only'],
  ],
  ['3.0.3', { allOf: [{ properties: { id: { readOnly: true } } }, { required: ['id'] }] }, {}, []],
  ['3.0.3', { required: ['id'], properties: { id: { allOf: [{ readOnly: true }] } } }, {}, []],
  ['3.1.0', { properties: { a: { type: 'string', default: null } } }, {}, []],
  ['3.1.0', { minimum: 1, exclusiveMinimum: true }, 1, ['body : must be > 1']],
  ['3.1.0', { required: ['a', 'a'], properties: { a: { enum: ['x', 'x'] } } }, { a: 'x' }, []],
  ['3.0.3', { $ref: '#/components/schemas/Pet' }, { type: 'Cat', lives: 9 }, []],
  ['3.0.3', { $ref: '#/components/schemas/Pet' }, { type: 'Cat', lives: 'a' }, ['body /lives: must be integer']],
  ['3.0.3', { $ref: '#/components/schemas/Pet' }, { type: 'dog' }, []],
  [
    '3.0.3',
    { $ref: '#/components/schemas/Pet' },
    { type: 'Fish' },
    ['body /type: must be equal to one of the allowed values: dog, Cat'],
  ],
  ['3.1.0', { $ref: '#/components/schemas/Pet' }, {}, ["body /type: must have required property 'type'"]],
  ['3.0.3', { $ref: '#/components/schemas/Base' }, { kind: 'Child' }, ["body /a: must have required property 'a'"]],
  ['3.0.3', { $ref: '#/components/schemas/Base' }, { kind: 'Child', a: 1 }, []],
  ['3.0.3', { $ref: '#/components/schemas/Child' }, { kind: 'Child', a: 1 }, []],
];
const common = {
  type: 'object',
  required: ['id', 'type'],
  properties: { id: { type: 'string', readOnly: true }, type: { type: 'string' } },
};
const components = {
  schemas: {
    Node: { type: 'object', properties: { next: { $ref: '#/components/schemas/Node' } } },
    Common: common,
    Cat: { allOf: [{ $ref: '#/components/schemas/Common' }, { properties: { lives: { type: 'integer' } } }] },
    Dog: { allOf: [{ $ref: '#/components/schemas/Common' }] },
    Pet: {
      oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }],
      discriminator: { propertyName: 'type', mapping: { dog: '#/components/schemas/Dog' } },
    },
    Base: {
      type: 'object',
      required: ['kind'],
      properties: { kind: { type: 'string' } },
      discriminator: { propertyName: 'kind' },
    },
    Child: { allOf: [{ $ref: '#/components/schemas/Base' }, { type: 'object', required: ['a'] }] },
  },
};
const bodyOf = (content: object, more: object = {}) => ({ requestBody: { required: true, content, ...more } });
const post = (body: RequestInit['body'], type?: string): RequestInit =>
  ({ method: 'POST', body, headers: type === undefined ? {} : { 'content-type': type } }) as RequestInit;

it.each(schemas)('checks in %s by %j the body %j: %j', async (openapi, schema, body, expected) => {
  const contract = documentOf(bodyOf({ 'application/json': { schema } }), { method: 'post', openapi, components });
  const answer = await (await openHosts(contract))('/a', post(JSON.stringify(body), 'application/json'));
  expect({ status: answer.status, faults: faultsOf(answer) }).toEqual({
    status: expected.length === 0 ? 200 : 400,
    faults: expected,
  });
});

const b = { properties: { b: { type: 'integer' } }, required: ['b'] };
const keywords: readonly (readonly [schema: object, good: unknown, bad: unknown])[] = [
  [{ const: 'a' }, 'a', 'b'],
  [{ not: { type: 'string' } }, 1, 'a'],
  [{ multipleOf: 3 }, 6, 7],
  [{ uniqueItems: true }, [1, 2], [1, 1]],
  [{ contains: { type: 'string' }, minContains: 2 }, ['a', 1, 'b'], ['a', 1]],
  [{ prefixItems: [{ type: 'string' }, { type: 'integer' }], items: false }, ['a', 1], ['a', 1, 2]],
  [{ prefixItems: [{ type: 'string' }], unevaluatedItems: { type: 'integer' } }, ['a', 1], ['a', 'b']],
  [{ propertyNames: { pattern: '^a' } }, { ab: 1 }, { ba: 1 }],
  [{ patternProperties: { '^a': { type: 'integer' } }, additionalProperties: false }, { ab: 1 }, { ba: 1 }],
  [{ dependentRequired: { a: ['b'] } }, { b: 1 }, { a: 1 }],
  [{ dependentSchemas: { a: b } }, { a: 1, b: 1 }, { a: 1, b: 'x' }],
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema.
  [{ if: { required: ['a'] }, then: b, else: false }, { a: 1, b: 1 }, { a: 1 }],
  [{ allOf: [b], unevaluatedProperties: false }, { b: 1 }, { b: 1, c: 1 }],
  [{ $ref: '#/components/schemas/Defined/$defs/inner' }, 'a', 1],
];
it.each(keywords)('checks the keywords of 3.1 in %j: accepts %j, refuses %j', async (schema, good, bad) => {
  const more = { Defined: { $defs: { inner: { type: 'string' } } } };
  const contract = documentOf(bodyOf({ 'application/json': { schema } }), {
    method: 'post',
    components: { schemas: more },
  });
  const send = await openHosts(contract);
  const sent = [good, bad].map(
    async (body) => (await send('/a', post(JSON.stringify(body), 'application/json'))).status,
  );
  expect(await Promise.all(sent)).toEqual([200, 400]);
});

it('refuses an integer that JavaScript would round, fills in defaults, and removes read-only fields on request', async () => {
  const properties = {
    id: { type: 'integer', readOnly: true },
    n: { type: 'integer' },
    d: { type: 'string', default: 'x' },
  };
  const schema = { type: 'object', properties, required: ['id'], additionalProperties: false };
  const contract = documentOf(bodyOf({ 'application/json': { schema } }), { method: 'post' });
  const send = await openHosts(contract, { readOnly: 'remove' });
  expect(faultsOf(await send('/a', post('{"n":9007199254740993}', 'application/json')))).toEqual([
    expect.stringContaining('body /n: must be an integer between'),
  ]);
  expect((await send('/a', post('{"id":1,"n":2}', 'application/json'))).body).toMatchObject({ body: { n: 2, d: 'x' } });
});

it('needs no reader for a name that is not a media type beside one that is', async () => {
  const contract = documentOf(bodyOf({ 'application/json': { schema: { type: 'object' } }, examples: {} }), {
    method: 'post',
  });
  expect((await (await openHosts(contract))('/a', post('{}', 'application/json'))).status).toBe(200);
});

describe('media types', () => {
  const tagged = (tag: string) => ({ schema: { type: 'object', required: [tag] } });
  const schema = {
    type: 'object',
    properties: { n: { type: 'integer' }, list: integers, o: color, s: { type: 'string' } },
    required: ['n'],
  };
  const fileForm = {
    schema: {
      type: 'object',
      required: ['n', 'file'],
      additionalProperties: false,
      properties: {
        n: { type: 'integer' },
        o: color,
        file: { type: 'string', format: 'binary' },
        files: { type: 'array', items: { type: 'string', format: 'binary' } },
      },
    },
    encoding: { file: { contentType: 'image/png, text/*' } },
  };
  const formOf = (fields: Readonly<Record<string, string | Blob | readonly Blob[]>>) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) for (const each of [value].flat()) form.append(name, each);
    return form;
  };
  const text = new File(['hello'], 'a.txt', { type: 'text/plain' });

  const cases: readonly (readonly [content: object, init: () => RequestInit, expected: unknown])[] = [
    [{ 'application/json; charset=utf-8': tagged('a') }, () => post('{"a":1}', 'application/json'), { a: 1 }],
    [
      { 'application/json': tagged('a') },
      () => post('{"b":1}', 'Application/JSON; charset="UTF-8"'),
      ["body /a: must have required property 'a'"],
    ],
    [{ 'application/json': tagged('a') }, () => post('{"a":1}', 'application/json;charset=utf-16'), 415],
    [{ 'application/json': tagged('a') }, () => post('{"a":1}', 'application/x+json'), 415],
    [{ 'application/json': tagged('a') }, () => post('{"a":1'), 415],
    [{ 'application/json': tagged('a') }, () => post('{"a":1', 'application/json'), ['body : is not JSON in UTF-8']],
    [{ 'application/json': tagged('a') }, () => post(''), ['body : is required']],
    [
      { 'application/vnd.a+json': tagged('a'), 'application/*': tagged('b'), '*/*': tagged('c') },
      () => post('{"a":1}', 'application/vnd.a+json'),
      { a: 1 },
    ],
    [
      { 'application/vnd.a+json': tagged('a'), 'application/*': tagged('b'), '*/*': tagged('c') },
      () => post('{"b":1}', 'application/json'),
      { b: 1 },
    ],
    [
      { 'application/vnd.a+json': tagged('a'), 'application/*': tagged('b'), '*/*': tagged('c') },
      () => post('b=1&c=2', 'application/x-www-form-urlencoded'),
      { b: '1', c: '2' },
    ],
    [{ '*/*': tagged('c') }, () => post('a', 'text/plain'), 415],
    [{ '*/*': tagged('c') }, () => post('a', 'image/png'), 415],
    [
      { 'application/json;v=1': tagged('a'), 'application/json;v=2': tagged('b') },
      () => post('{"b":1}', 'application/json;v=2'),
      { b: 1 },
    ],
    [
      { 'application/json;v=1': tagged('a'), 'application/json;v=2': tagged('b') },
      () => post('{"b":1}', 'application/json;v=3'),
      415,
    ],
    [{ 'text/plain': { schema: { type: 'string', maxLength: 3 } } }, () => post('abc', 'text/plain'), 'abc'],
    [
      { 'text/plain': { schema: { type: 'string', maxLength: 3 } } },
      () => post('abcd', 'text/plain'),
      ['body : must NOT have more than 3 characters'],
    ],
    [{ 'text/plain': { schema: { type: 'integer' } } }, () => post('12', 'text/plain'), 12],
    [
      { 'text/plain': { schema: { type: 'string' } } },
      () => post(new Uint8Array([0xe9]), 'text/plain; charset=iso-8859-1'),
      'é',
    ],
    [
      { 'text/plain': { schema: { type: 'string' } } },
      () => post(new Uint8Array([0xe9]), 'text/plain'),
      ['body : is not text in utf-8'],
    ],
    [{ 'application/octet-stream': {} }, () => post('abc', 'application/octet-stream'), 'abc'],
    [{ 'image/*': { schema: { type: 'string', format: 'binary' } } }, () => post('abc', 'image/png'), 'abc'],
    [
      { 'image/*': {} },
      () => post(Readable.toWeb(Readable.from([Buffer.from('a'), Buffer.from('b')])) as ReadableStream, 'image/png'),
      'ab',
    ],
    [
      { 'application/xml': { schema: { type: 'object', required: ['a'] } } },
      () => post('<a/>', 'application/xml'),
      { a: '<a/>' },
    ],
    [
      { 'application/x-www-form-urlencoded': { schema } },
      () => post('n=1&list=1&list=2&s=a+b%26&o=%7B%22R%22%3A1%7D&z=1', 'application/x-www-form-urlencoded'),
      { n: 1, list: [1, 2], s: 'a b&', o: { R: 1 }, z: '1' },
    ],
    [
      {
        'application/x-www-form-urlencoded': {
          schema,
          encoding: { o: { style: 'deepObject', explode: true }, list: { explode: false } },
        },
      },
      () => post('n=1&o[R]=1&list=1,2', 'application/x-www-form-urlencoded'),
      { n: 1, o: { R: 1 }, list: [1, 2] },
    ],
    [
      { 'application/x-www-form-urlencoded': { schema } },
      () => post('n=a&s=%ff', 'application/x-www-form-urlencoded'),
      ['body /s: is not text in percent-encoded UTF-8', 'body /n: must be integer'],
    ],
    [
      { 'multipart/form-data': fileForm },
      () => post(formOf({ n: '1', o: '{"R":1}', file: text, files: [text, text] })),
      { n: 1, o: { R: 1 }, file: shown(), files: [shown(), shown()] },
    ],
    [
      { 'multipart/form-data': fileForm },
      () => post(formOf({ n: '1', o: new File(['{"R":1}'], 'blob', { type: 'application/json' }), file: text })),
      { n: 1, o: { R: 1 }, file: shown() },
    ],
    [
      { 'multipart/form-data': fileForm },
      () => post(formOf({ n: '1', file: 'text', x: text })),
      ['body /x: must NOT have additional properties', 'body /file: must be a file'],
    ],
    [
      { 'multipart/form-data': fileForm },
      () => post(formOf({ n: '1', file: new File(['a'], 'a', { type: 'image/gif' }) })),
      ['body /file: has another media type'],
    ],
    [
      { 'multipart/form-data': fileForm },
      () => post('--x\r\nnonsense', 'multipart/form-data; boundary=x'),
      ['body : is not well-formed multipart/form-data'],
    ],
    [{ 'multipart/form-data': fileForm }, () => post('a', 'multipart/form-data'), ['body : has no boundary of parts']],
    [
      { 'multipart/form-data': fileForm },
      () => post(formOf({ n: '1', file: new File(['a'.repeat(3000)], 'a', { type: 'text/plain' }) })),
      413,
    ],
    [{ 'application/json': tagged('a') }, () => post(JSON.stringify({ a: 'a'.repeat(3000) }), 'application/json'), 413],
    [{ 'image/png': {} }, () => post('a'.repeat(5000), 'image/png'), 413],
  ];
  function shown() {
    return { file: 'a.txt', type: 'text/plain', text: 'hello' };
  }

  it.each(cases)('reads by %j a body: %#', async (content, init, expected) => {
    const parsers = { 'application/xml': (bytes: Buffer) => ({ a: bytes.toString() }) };
    const options = { parsers, maxBodyBytes: 2000, maxStreamBytes: 4000 };
    const send = await openHosts(documentOf(bodyOf(content), { method: 'post' }), options);
    const answer = await send('/a', init());
    const found =
      answer.status === 200 ? answer.body['body'] : answer.status === 400 ? faultsOf(answer) : answer.status;
    expect(found).toEqual(expected);
  });

  it('saves files while they arrive, passes over a body that no one reads, and refuses a coding', async () => {
    const content = { 'multipart/form-data': fileForm, 'image/png': {} };
    const send = await openHosts(documentOf(bodyOf(content), { method: 'post' }), {
      saveFile: async ({ field, name, stream }) => ({ field, name, size: (await stream.toArray()).join('').length }),
    });
    const large = new File(['a'.repeat(2_000_000)], 'a', { type: 'text/plain' });
    expect((await send('/a', post(formOf({ n: '1', file: large })))).body).toMatchObject({
      body: { n: 1, file: { field: 'file', name: 'a', size: 2_000_000 } },
    });
    const ignoring = await openHosts(documentOf(bodyOf(content), { method: 'post' }), {
      handlers: { echo: () => ({ status: 200, body: 1 }) },
    });
    expect((await ignoring('/a', post('a'.repeat(2_000_000), 'image/png'))).body).toBe(1);
    expect(
      (await send('/a', { ...post('a'), headers: { 'content-type': 'image/png', 'content-encoding': 'gzip' } })).status,
    ).toBe(415);
  });
});
