/** Parameters: what a handler receives, and what is refused. Each request goes to Express and to the web handler. */
import { expect, it } from 'vitest';
import { documentOf, faultsOf, openHosts } from './hosts.ts';

const strings = { type: 'array', items: { type: 'string' } };
const integers = { type: 'array', items: { type: 'integer' } };
const color = { type: 'object', properties: { R: { type: 'integer' }, G: { type: 'integer' } }, required: ['R'] };
const query = (schema: object, more: object = {}) => ({ name: 'q', in: 'query', schema, ...more });
const path = (schema: object, more: object = {}) => ({ name: 'q', in: 'path', required: true, schema, ...more });
const header = (schema: object, more: object = {}) => ({ name: 'X-Q', in: 'header', schema, ...more });
const cookie = (schema: object, more: object = {}) => ({ name: 'q', in: 'cookie', schema, ...more });
const deep = { style: 'deepObject', explode: true };
const two = { R: 1, G: 2 };

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly [keyword: string]: unknown;
}

/** A parameter, the target and headers of a request, and the value that the handler receives. */
const values: [parameter: Parameter, target: string, value: unknown, headers?: Record<string, string>][] = [
  [query({ type: 'integer' }), '?q=5', 5],
  [query({ type: 'number' }), '?q=-1.5e2', -150],
  [query({ type: 'boolean' }), '?q=true', true],
  [query({ type: 'string' }), '?q=a+b%2Bc%26', 'a b+c&'],
  [query({ type: 'string' }), '?q=', ''],
  [query({ type: 'string', default: 'd' }), '', 'd'],
  [query({ type: ['integer', 'null'] }), '?q=null', null],
  [query({ oneOf: [{ type: 'string', enum: ['all'] }, { type: 'integer' }] }), '?q=7', 7],
  [query({ oneOf: [{ type: 'string', enum: ['all'] }, { type: 'integer' }] }), '?q=all', 'all'],
  [query({ enum: [1, 2] }), '?q=2', 2],
  [query({ type: 'string' }, { allowReserved: true }), '?q=a+b:/?%20', 'a+b:/? '],
  [query({ type: 'boolean' }, { allowEmptyValue: true }), '?q', true],
  [query({ type: 'string', enum: ['a'] }, { allowEmptyValue: true }), '?q=', ''],
  [query(strings), '?q=a&q=b%2Cc', ['a', 'b,c']],
  [query(integers, { explode: false }), '?q=1,2', [1, 2]],
  [query(strings, { explode: false }), '?q=a%2Cb,c', ['a,b', 'c']],
  [query(integers, { style: 'spaceDelimited', explode: false }), '?q=1%202+3', [1, 2, 3]],
  [query(integers, { style: 'pipeDelimited', explode: false }), '?q=1|2%7C3', [1, 2, 3]],
  [query({ oneOf: [{ type: 'integer' }, integers] }), '?q=1', 1],
  [query({ oneOf: [{ type: 'integer' }, integers] }), '?q=1&q=2', [1, 2]],
  [query(color), '?R=1&G=2', two],
  [query({ type: 'object', additionalProperties: { type: 'integer' } }), '?R=1&G=2', two],
  [query(color, { explode: false }), '?q=R,1,G,2', two],
  [query(color, { style: 'pipeDelimited', explode: false }), '?q=R|1|G|2', two],
  [query(color, deep), '?q[R]=1&q[G]=2', two],
  [
    query({ type: 'object', properties: { a: color, b: integers } }, deep),
    '?q[a][R]=1&q[b]=1&q[b]=2',
    { a: { R: 1 }, b: [1, 2] },
  ],
  [query({ type: 'object', properties: { b: integers } }, deep), '?q[b][]=1&q[b][]=2', { b: [1, 2] }],
  [{ name: 'q', in: 'query', content: { 'application/json': { schema: color } } }, '?q=%7B%22R%22:1%7D', { R: 1 }],
  [path({ type: 'integer' }), '/5', 5],
  [path({ type: 'string' }), '/a%2Fb', 'a/b'],
  [path(strings), '/a%2Cb,c', ['a,b', 'c']],
  [path(color), '/R,1,G,2', two],
  [path(color, { explode: true }), '/R=1,G=2', two],
  [path({ type: 'integer' }, { style: 'label' }), '/.5', 5],
  [path(integers, { style: 'label' }), '/.1,2', [1, 2]],
  [path(integers, { style: 'label', explode: true }), '/.1.2', [1, 2]],
  [path(color, { style: 'label' }), '/.R,1,G,2', two],
  [path(color, { style: 'label', explode: true }), '/.R=1.G=2', two],
  [path({ type: 'integer' }, { style: 'matrix' }), '/;q=5', 5],
  [path(integers, { style: 'matrix' }), '/;q=1,2', [1, 2]],
  [path(integers, { style: 'matrix', explode: true }), '/;q=1;q=2', [1, 2]],
  [path(color, { style: 'matrix' }), '/;q=R,1,G,2', two],
  [path(color, { style: 'matrix', explode: true }), '/;R=1;G=2', two],
  [header({ type: 'integer' }), '', 5, { 'x-q': '5' }],
  [header(integers), '', [1, 2], { 'x-q': '1, 2' }],
  [header(color), '', two, { 'x-q': 'R,1,G,2' }],
  [header(color, { explode: true }), '', two, { 'x-q': 'R=1,G=2' }],
  [cookie({ type: 'integer' }), '', 5, { cookie: 'a=b; q=5' }],
  [cookie({ type: 'string' }), '', 'a b', { cookie: 'q=a%20b' }],
  [cookie(integers, { explode: false }), '', [1, 2], { cookie: 'q=1,2' }],
  [cookie(integers), '', [1, 2], { cookie: 'q=1&q=2' }],
  [cookie(color, { explode: false }), '', two, { cookie: 'q=R,1,G,2' }],
  [cookie(color), '', two, { cookie: 'R=1; G=2' }],
];

it.each(values)('reads %j from %s as %j %j', async (parameter, target, value, headers = {}) => {
  const isInPath = parameter.in === 'path';
  const send = await openHosts(documentOf({ parameters: [parameter] }, { path: isInPath ? '/a/{q}' : '/a' }));
  const { status, body } = await send(`/a${target}`, { headers });
  expect({ status, body }).toMatchObject({ status: 200, body: { [parameter.in]: { [parameter.name]: value } } });
});

const faults: [parameter: Parameter, target: string, fault: string, headers?: Record<string, string>][] = [
  [query({ type: 'integer' }), '?q=0x5', 'query q: must be integer'],
  [query({ type: 'integer' }), '?q=5e0', 'query q: must be integer'],
  [query({ type: 'integer' }), '?q=9007199254740993', 'query q: must be an integer between'],
  [query({ type: 'integer' }), '?q=1&q=2', 'query q: must be sent once'],
  [query({ type: 'integer' }), '?q=', 'query q: must be integer'],
  [query({ type: 'string' }), '?q=%ff', 'query q: is not text in percent-encoded UTF-8'],
  [query({ type: 'string' }, { required: true }), '', "query q: must have required property 'q'"],
  [query({ type: 'integer' }, { required: true, allowEmptyValue: true }), '', 'query q: is required'],
  [query({ type: 'string' }), '?other=1', 'query other: is unknown'],
  [query(integers), '?q=1&q=a', 'query q/1: must be integer'],
  [query(color), '?R=a', 'query q/R: must be integer'],
  [query(color, { explode: false }), '?q=R,1,G', 'query q: must be a list of names and values'],
  [query(color, deep), '?q[G]=2', "query q/R: must have required property 'R'"],
  [query(color, deep), '?q[R=2', 'query q: must name a field, as in q[name]'],
  [query(color, deep), '?q[R]=1&q[R]=2', 'query q: must be sent once'],
  [{ name: 'q', in: 'query', content: { 'application/json': { schema: color } } }, '?q=1}', 'query q: is not JSON'],
  [path({ type: 'integer' }), '/a', 'path q: must be integer'],
  [path({ type: 'string' }), '/%zz', 'path q: is not text in percent-encoded UTF-8'],
  [path(integers, { style: 'label' }), '/1,2', 'path q: must begin with a period'],
  [path(integers, { style: 'matrix' }), '/1,2', 'path q: must begin with a semicolon'],
  [header({ type: 'integer' }, { required: true }), '', "header X-Q: must have required property 'X-Q'"],
  [header({ type: 'integer' }), '', 'header X-Q: must be integer', { 'x-q': 'a' }],
  [cookie({ type: 'integer' }), '', 'cookie q: must be integer', { cookie: 'q=a' }],
];

it.each(faults)('refuses %j from %s: %s %j', async (parameter, target, fault, headers = {}) => {
  const send = await openHosts(
    documentOf({ parameters: [parameter] }, { path: parameter.in === 'path' ? '/a/{q}' : '/a' }),
  );
  const answer = await send(`/a${target}`, { headers });
  expect(answer.status).toBe(400);
  expect(faultsOf(answer)).toEqual([expect.stringContaining(fault)]);
});

it('takes the parameters of a path item, which an operation may replace, and paths with text in a segment', async () => {
  const paths = {
    '/{a}.{b}/x': {
      parameters: [
        { $ref: '#/components/parameters/a' },
        { name: 'b', in: 'path', required: true, schema: { type: 'string' } },
      ],
      get: {
        operationId: 'echo',
        parameters: [{ name: 'b', in: 'path', required: true, schema: { type: 'integer' } }],
        responses: { 200: { description: '' } },
      },
    },
  };
  const components = {
    parameters: { a: { name: 'a', in: 'path', required: true, schema: { $ref: '#/components/schemas/A' } } },
    schemas: { A: { type: 'boolean' } },
  };
  const send = await openHosts({ openapi: '3.0.3', paths, components }, { checkResponses: false });
  expect((await send('/true.5/x')).body).toMatchObject({ path: { a: true, b: 5 } });
  expect(faultsOf(await send('/1.a/x'))).toEqual(['path a: must be boolean', 'path b: must be integer']);
});

it('ignores unknown names of a query on request', async () => {
  const send = await openHosts(documentOf({ parameters: [query({ type: 'integer' })] }), { unknownQuery: 'ignore' });
  expect((await send('/a?q=1&other=2')).body).toMatchObject({ query: { q: 1 } });
});

it('sends the days of a deprecated operation with every response, after its own links', async () => {
  const days = { since: '2027-01-31', sunset: '2028-01-31' };
  const page = 'https://docs.test/deprecations';
  const document = documentOf(
    { deprecated: true, 'x-deprecation': { ...days, replaced_by: 'other' } },
    { 'x-deprecation-policy': { notice_days: 365, page } },
  );
  const Link = '</a?cursor=2>; rel="next"';
  const send = await openHosts(document, {
    handlers: { echo: () => ({ status: 200, body: 'a', headers: { Link } }) },
  });
  const both = { deprecation: '@1801353600', sunset: 'Mon, 31 Jan 2028 00:00:00 GMT' };
  const policy = `<${page}>; rel="deprecation sunset"; type="text/html"`;
  expect((await send('/a')).headers).toMatchObject({ ...both, link: `${Link}, ${policy}` });
  expect(await send('/a?unknown=1')).toMatchObject({ status: 400, headers: { ...both, link: policy } });
  const unlinked = await openHosts(documentOf({ deprecated: true, 'x-deprecation': days }));
  expect((await unlinked('/a')).headers).toMatchObject(both);
  expect((await unlinked('/a')).headers['link']).toBeUndefined();
  const undated = await openHosts(documentOf({ deprecated: true }));
  expect((await undated('/a')).headers['deprecation']).toBeUndefined();
  const wrong = documentOf({ deprecated: true, 'x-deprecation': { since: 'soon', sunset: '2028-01-31' } });
  await expect(openHosts(wrong)).rejects.toThrow('at #/paths/~1a/get/x-deprecation: since and sunset are days');
});
