/** Integers of 64 bits: received and sent exactly in each form, or refused. Each request goes to Express and to the web handler. */
import { createHandler } from '@booking-service/kernel/router';
import { describe, expect, it } from 'vitest';
import { documentOf, faultsOf, openHosts } from './hosts.ts';

const int64 = { type: 'integer', format: 'int64' };
const big = '9007199254740993';
const limit = 'an integer between -(2^53 - 1) and 2^53 - 1, because JavaScript rounds all others';
const content = (schema: object) => ({ 'application/json': { schema } });
const schema = {
  type: 'object',
  properties: {
    id: int64,
    ids: { type: 'array', items: { $ref: '#/components/schemas/Id' } },
    at: { type: 'number' },
    size: { ...int64, default: 7, maximum: 2 ** 63, minimum: -10 },
    free: {},
    all: { type: 'integer', format: 'uint64' },
  },
};
const parameters = [
  { name: 'id', in: 'path', required: true, schema: int64 },
  { name: 'q', in: 'query', schema: { type: 'array', items: int64 } },
  { name: 'j', in: 'query', content: content({ type: 'object', properties: { n: int64, m: { type: 'number' } } }) },
  { name: 'h', in: 'header', schema: { oneOf: [int64, { type: 'boolean' }] } },
  { name: 'c', in: 'cookie', schema: int64 },
];

/** Opens an operation in a form. `seen` gets the requests of the Express router and of the web handler. */
async function open(form: string | undefined, result: (received: { body: unknown }) => unknown = ({ body }) => body) {
  const seen: Record<string, unknown>[] = [];
  const operation = {
    parameters,
    requestBody: { content: { ...content(schema), 'application/x-www-form-urlencoded': { schema } } },
    responses: { 200: { description: 'OK', content: content(schema) } },
  };
  const components = { schemas: { Id: int64 } };
  const document = documentOf(operation, {
    method: 'post',
    path: '/{id}',
    components,
    ...(form && { 'x-int64': form }),
  });
  const send = await openHosts(document, {
    handlers: {
      async echo({ mediaType: _type, ...received }) {
        seen.push(received);
        return { status: 200, body: result(received) ?? {} };
      },
    },
  });
  return { send, seen };
}

const post = (body: string, type = 'application/json') => ({
  method: 'POST',
  headers: { 'Content-Type': type, h: big, Cookie: `c=${big}` },
  body,
});
const target = `/${big}?q=1&q=-${big}&j={"n":${big},"m":${big}}`;
const most = '18446744073709551615';
const body = `{"all":${most},"id":${big},"ids":[1,-${big}],"at":${big},"free":[${big}, "${big}"]}`;

describe.each(['string', 'bigint'] as const)('as %s', (form) => {
  const of = (digits: string | number) => (form === 'string' ? String(digits) : BigInt(digits));

  it('gives a handler exact values at every place, and numbers elsewhere', async () => {
    const { send, seen } = await open(form);
    await send(target, post(body));
    const expected = {
      path: { id: of(big) },
      query: { q: [of(1), of(`-${big}`)], j: { n: of(big), m: Number(big) } },
      header: { h: of(big) },
      cookie: { c: of(big) },
      body: {
        all: of(most),
        id: of(big),
        ids: [of(1), of(`-${big}`)],
        at: Number(big),
        free: [Number(big), big],
        size: of(7),
      },
    };
    expect(seen).toEqual([expected, expected]);
  });

  it('reads the fields of a form', async () => {
    const { send, seen } = await open(form);
    await send('/1', post(`id=${big}&ids=2`, 'application/x-www-form-urlencoded'));
    expect(seen[0]?.['body']).toEqual({ id: of(big), ids: [of(2)], size: of(7) });
  });

  it('sends the digits that a handler returns', async () => {
    const responses = { 200: { description: 'OK', content: content(schema) } };
    const handlers = { echo: async () => ({ status: 200, body: { id: of(big), ids: [of(5)], at: 0.5 } }) };
    const components = { schemas: { Id: int64 } };
    const handle = createHandler({ contract: documentOf({ responses }, { components, 'x-int64': form }), handlers });
    const response = await handle(new Request('http://127.0.0.1/a'));
    expect(await response.text()).toBe(`{"id":${big},"ids":[5],"at":0.5}`);
  });

  it.each([
    ['more than 63 bits and a sign', '{"id":9223372036854775808}', '/id: must be an integer of 64 bits'],
    ['more than 64 bits', '{"all":18446744073709551616}', '/all: must be an integer of 64 bits'],
    ['a value out of its bounds', `{"size":-${big}}`, '/size: must be an integer of 64 bits within the bounds'],
    ['an exponent beyond 2^53', '{"id":1e17}', `/id: must be ${limit}`],
    ['a string', `{"id":"${big}"}`, '/id: must be integer'],
    ['a fraction', '{"id":1.5}', '/id: must be integer'],
    ['what is not JSON', `{"id":0${big}}`, ': is not JSON'],
  ])('refuses %s', async (_name, sent, fault) => {
    const { send, seen } = await open(form);
    const response = await send('/1', post(sent));
    expect([response.status, faultsOf(response)]).toEqual([400, [expect.stringContaining(`body ${fault}`)]]);
    expect(seen).toEqual([]);
  });

  it('refuses alternatives of which only one has 64 bits, at the start', async () => {
    const other = { oneOf: [{ properties: { n: int64 } }, { properties: { n: { type: 'number' } } }] };
    const document = documentOf({ requestBody: { content: content(other) } }, { method: 'post', 'x-int64': form });
    await expect(openHosts(document)).rejects.toThrow(
      'echo (POST /a), at #/paths/~1a/post/requestBody/content/application~1json/schema/oneOf/1/properties/n: another alternative',
    );
  });
});

describe('as numbers, the default', () => {
  it.each([
    [`/${big}`, {}, 'path id'],
    [`/1?q=${big}`, {}, 'query q/0'],
    [`/1?j={"n":${big}}`, {}, 'query j/n'],
    ['/1', { headers: { h: big } }, 'header h'],
    ['/1', { headers: { Cookie: `c=${big}` } }, 'cookie c'],
    ['/1', { headers: { 'Content-Type': 'application/json' }, body: `{"id":${big}}` }, 'body /id'],
  ])('refuses what a number rounds: %s %o', async (url, init, place) => {
    const { send, seen } = await open(undefined);
    const response = await send(url, { method: 'POST', ...init });
    expect([response.status, faultsOf(response)]).toEqual([400, [`${place}: must be ${limit}`]]);
    expect(seen).toEqual([]);
  });

  it('names the place of a rounded value in a response', async () => {
    const { send } = await open(undefined, () => ({ ids: [Number(big)] }));
    const response = await send('/1', { method: 'POST' });
    expect([response.status, faultsOf(response)]).toEqual([500, [`body /ids/0: must be ${limit}`]]);
  });
});

it('refuses another form at the start', async () => {
  await expect(open('text')).rejects.toThrow('x-int64: "text". Write number, string or bigint.');
});

it('sets the default of a field of 3.0 that may be null', async () => {
  const nullable = { type: 'object', properties: { a: { type: 'string', nullable: true, default: 'x' } } };
  const document = documentOf({ requestBody: { content: content(nullable) } }, { method: 'post', openapi: '3.0.3' });
  const response = await (await openHosts(document))('/a', post('{}'));
  expect(response.body['body']).toEqual({ a: 'x' });
});
