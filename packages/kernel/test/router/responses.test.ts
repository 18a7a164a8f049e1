/** Responses, credentials and refusals. Each request goes to Express and to the web handler. */
import { Readable } from 'node:stream';
import { createHandler } from '@booking-service/kernel/router';
import { Refusal } from '@booking-service/kernel/contract';
import { createRouter } from '@booking-service/kernel/express';
import express from 'express';
import { createServer } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { listenOnLoopback } from '../support/network/listen-on-loopback.ts';
import { documentOf, echo, faultsOf, openHosts } from './hosts.ts';

describe('responses', () => {
  const schema = {
    type: 'object',
    required: ['id'],
    properties: { id: { type: 'string' }, secret: { writeOnly: true } },
  };
  const json = { description: '', content: { 'application/json': { schema } } };
  const headers = { Location: { required: true, schema: { type: 'string' } }, 'X-N': { schema: { type: 'integer' } } };
  const responses = {
    200: { ...json, headers: { 'X-N': headers['X-N'] } },
    201: { ...json, headers },
    204: { description: '' },
    '4XX': { description: '', content: { 'text/plain': { schema: { type: 'string', maxLength: 3 } } } },
  };

  it.each([
    [{ status: 200, body: { id: 'a' } }, undefined],
    [{ status: 200, body: { id: new Date(0) } }, undefined],
    [{ status: 204 }, undefined],
    [{ status: 404, body: 'abc' }, undefined],
    [{ status: 201, body: { id: 'a' }, headers: { Location: '/b', 'x-n': 5 } }, undefined],
    [{ status: 202 }, 'status : 202 is not documented'],
    [{ status: 200, body: { id: 1 } }, 'body /id: must be string'],
    [{ status: 200, body: { id: 'a', secret: 1 } }, 'body /secret: is write-only'],
    [{ status: 200 }, 'body : is required'],
    [{ status: 204, body: { id: 'a' } }, 'body : must not be sent with 204'],
    [{ status: 201, body: { id: 'a' } }, "header Location: must have required property 'Location'"],
    [{ status: 200, body: { id: 'a' }, headers: { 'X-N': 'a' } }, 'header X-N: must be integer'],
    [{ status: 404, body: 'abcd' }, 'body : must NOT have more than 3 characters'],
    [{ status: 404, body: { a: 1 } }, 'body : cannot be sent as text/plain'],
    [{ status: 200, body: 'a', mediaType: 'text/csv' }, 'body : has the type text/csv, which is not documented'],
  ])('checks %j: %s', async (response, fault) => {
    const options = { handlers: { echo: () => response } };
    const answer = await (await openHosts(documentOf({ responses }), options))('/a');
    expect(answer.status).toBe(fault === undefined ? response.status : 500);
    if (fault === undefined) return;
    expect(faultsOf(answer)).toEqual([fault]);
    const unchecked = await openHosts(documentOf({ responses }), { ...options, checkResponses: false });
    const { status, body } = await unchecked('/a');
    expect(status === 500 ? body['detail'] : status).toBe(
      fault.includes('cannot be sent') ? 'The service failed.' : response.status,
    );
  });

  const media = (...types: string[]) => ({
    200: { description: '', content: Object.fromEntries(types.map((type) => [type, {}])) },
  });

  it.each([
    [media('application/json'), 'application/json', 200],
    [media('application/json'), 'text/html, */*;q=0.1', 200],
    [media('application/json'), 'text/html', 406],
    [media('application/json'), 'application/json;q=0', 406],
    [media('application/json', 'text/csv'), 'text/csv, application/json;q=0.5', 'text/csv; charset=utf-8'],
    [media('application/json', 'text/csv'), '*/*', 'application/json; charset=utf-8'],
    [{ ...media('application/json'), 204: { description: '' } }, 'text/html', 200],
  ])('negotiates %j for %s: %s', async (documented, accept, expected) => {
    const send = await openHosts(documentOf({ responses: documented }), {
      handlers: { echo: () => ({ status: 200, body: 'a' }) },
    });
    const { status, headers: sent } = await send('/a', { headers: { accept } });
    expect(typeof expected === 'number' ? status : sent['content-type']).toBe(expected);
  });

  it('sends bytes, streams and events, and no body to HEAD', async () => {
    async function* events() {
      yield { data: { a: 1 }, event: 'x\ny', id: '1' };
      yield { data: 'two\nlines' };
    }
    const bodies: Readonly<Record<string, () => unknown>> = {
      'image/png': () => new Uint8Array([97, 98]),
      'image/gif': () => Readable.from([Buffer.from('a'), Buffer.from('b')]),
      'image/jpeg': () => new Blob(['ab']).stream(),
      'image/bmp': () => new Blob(['ab']),
      'text/event-stream': events,
    };
    const content = media(...Object.keys(bodies));
    const handlers = {
      echo: (_request: unknown, _caller: unknown, { accepted }: { accepted: string | undefined }) => ({
        status: 200,
        body: bodies[accepted ?? '']?.(),
      }),
    };
    const send = await openHosts(documentOf({ responses: content }), { handlers });
    for (const accept of Object.keys(bodies).slice(0, 4)) {
      const answer = await send('/a', { headers: { accept } });
      expect({ type: answer.headers['content-type'], body: answer.body }).toEqual({ type: accept, body: 'ab' });
    }
    const { body } = await send('/a', { headers: { accept: 'text/event-stream' } });
    expect(body).toBe('event: x y\nid: 1\ndata: {"a":1}\n\ndata: two\ndata: lines\n\n');
    for (const accept of ['image/gif', 'image/png'])
      expect((await send('/a', { method: 'HEAD', headers: { accept } })).status).toBe(200);
  });
});

describe('security', () => {
  const securitySchemes = {
    header: { type: 'apiKey', in: 'header', name: 'X-Key' },
    query: { type: 'apiKey', in: 'query', name: 'key' },
    cookie: { type: 'apiKey', in: 'cookie', name: 'key' },
    basic: { type: 'http', scheme: 'basic' },
    bearer: { type: 'http', scheme: 'bearer' },
    oauth: { type: 'oauth2', flows: {} },
    oidc: { type: 'openIdConnect', openIdConnectUrl: 'https://a.test' },
    other: { type: 'http', scheme: 'hoba' },
  };
  const ofToken = ({ token }: { token: string }) => (token === 'good' ? { token } : undefined);
  const scoped = async ({ token, scopes }: { token: string; scopes: readonly string[] }) => {
    if (token !== 'good' && token !== 'weak') return undefined;
    if (token === 'weak') throw new Refusal('insufficient_scope');
    return { scopes };
  };
  const basic = ({ username, password }: { username: string; password: string }) =>
    password === 'a:b' ? username : undefined;
  const security = {
    header: ofToken,
    query: ofToken,
    cookie: ofToken,
    basic,
    bearer: ofToken,
    oauth: scoped,
    oidc: scoped,
    other: ofToken,
  };
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const basicOf = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` });

  it.each([
    [[{ header: [] }], '', { 'x-key': 'good' }, { header: { token: 'good' } }],
    [[{ header: [] }], '', { 'x-key': 'bad' }, 'ApiKey in="header", name="X-Key"'],
    [[{ query: [] }], '?key=good', {}, { query: { token: 'good' } }],
    [[{ query: [] }], '?key=good&key=good', {}, 'ApiKey in="query", name="key"'],
    [[{ cookie: [] }], '', { cookie: 'key=good' }, { cookie: { token: 'good' } }],
    [[{ basic: [] }], '', basicOf('ada:a:b'), { basic: 'ada' }],
    [[{ basic: [] }], '', basicOf('ada'), 'Basic realm="api", charset="UTF-8"'],
    [[{ bearer: [] }], '', bearer('good'), { bearer: { token: 'good' } }],
    [[{ bearer: [] }], '', bearer('bad'), 'Bearer error="invalid_token"'],
    [[{ bearer: [] }], '', {}, 'Bearer'],
    [[{ oauth: ['read'] }], '', bearer('good'), { oauth: { scopes: ['read'] } }],
    [[{ oauth: ['read'] }], '', bearer('weak'), [403, 'Bearer error="insufficient_scope", scope="read"']],
    [[{ oidc: ['read'] }], '', bearer('good'), { oidc: { scopes: ['read'] } }],
    [[{ other: [] }], '', { authorization: 'HOBA good' }, { other: { token: 'good' } }],
    [[], '', {}, {}],
    [[{}], '', {}, {}],
    [[{ bearer: [] }, {}], '', {}, {}],
    [[{ bearer: [] }, {}], '', bearer('bad'), 'Bearer error="invalid_token"'],
    [[{ header: [] }, { bearer: [] }], '', bearer('good'), { bearer: { token: 'good' } }],
    [[{ header: [] }, { bearer: [] }], '', {}, 'ApiKey in="header", name="X-Key", Bearer'],
    [
      [{ header: [], bearer: [] }],
      '',
      { 'x-key': 'good', ...bearer('good') },
      { header: { token: 'good' }, bearer: { token: 'good' } },
    ],
    [[{ header: [], bearer: [] }], '', { 'x-key': 'good' }, 'ApiKey in="header", name="X-Key", Bearer'],
    [[{ oauth: ['read'] }, { header: [] }], '', { ...bearer('weak'), 'x-key': 'good' }, { header: { token: 'good' } }],
  ])('fulfils %j by %s %j: %j', async (required, target, headers, expected) => {
    const root = { security: [{ header: [] }], components: { securitySchemes } };
    const send = await openHosts(documentOf({ security: required }, root), { security });
    const { status, headers: sent, body } = await send(`/a${target}`, { headers: headers as Record<string, string> });
    const refusal = typeof expected === 'string' ? [401, expected] : expected;
    expect(status === 200 ? body['caller'] : [status, sent['www-authenticate']]).toEqual(refusal);
  });

  it('checks by the security of the document, before it reads the request', async () => {
    const send = await openHosts(documentOf({}, { security: [{ header: [] }], components: { securitySchemes } }), {
      security,
    });
    expect((await send('/a?unknown=1')).status).toBe(401);
  });
});

describe('refusals at start', () => {
  const at = (place: string) => `echo (GET /a), at #/paths/~1a/get${place}`;
  const form = { 'multipart/form-data': {} };
  const body = (content: object) => ({ requestBody: { content } });
  const parameter = (given: object) => ({ parameters: [{ name: 'q', in: 'query', ...given }] });
  const schema = (given: object) => body({ 'application/json': { schema: given } });

  it.each<[object, object, string]>([
    [{}, { handlers: {} }, 'These operations have no handler: echo (GET /a). Pass one for each.'],
    [
      {},
      { handlers: { echo, other: echo } },
      'The contract has no operation other, but handlers has a function of this name.',
    ],
    [
      { security: [{ key: [] }] },
      {},
      'echo (GET /a), at #/components/securitySchemes/key: the document has no such security scheme.',
    ],
    [
      { security: [{ bearer: [] }] },
      {},
      'echo (GET /a), at #/components/securitySchemes/bearer: the security scheme has no function; pass security: { "bearer": … }.',
    ],
    [
      schema({ properties: { q: { pattern: '^(?i)a$' } } }),
      {},
      `${at('/requestBody/content/application~1json/schema/properties/q/pattern')}: "^(?i)a$" is not a regular expression of ECMA 262.`,
    ],
    [
      schema({ patternProperties: { '(': {} } }),
      {},
      `${at('/requestBody/content/application~1json/schema/patternProperties/(')}: "(" is not a regular expression of ECMA 262.`,
    ],
    [
      schema({ $ref: '#/components/schemas/A' }),
      {},
      `${at('/requestBody/content/application~1json/schema')}: the document has no #/components/schemas/A.`,
    ],
    [
      schema({ $ref: 'a.json' }),
      {},
      `${at('/requestBody/content/application~1json/schema')}: the reference a.json leads out of the document; bundle the document first.`,
    ],
    [
      schema({ type: 'text' }),
      {},
      `${at('/requestBody/content/application~1json/schema')}: schema is invalid: data/type must be equal to one of the allowed values`,
    ],
    [
      schema({ properties: { a: 5 } }),
      {},
      `${at('/requestBody/content/application~1json/schema/properties/a')}: a schema must be an object.`,
    ],
    [
      body({ 'application/json': {} }),
      {},
      `${at('/requestBody/content/application~1json')}: the body has no schema, so no check would read it; {} allows every value.`,
    ],
    [body(form), {}, `${at('/requestBody/content/multipart~1form-data')}: the body has no schema`],
    [
      body({ 'application/xml': { schema: { type: 'object' } } }),
      {},
      `${at('/requestBody/content')}: the body states application/xml, which has no reader; pass one in parsers.`,
    ],
    [body({ json: { schema: {} } }), {}, `${at('/requestBody/content/json')}: "json" is not a media type.`],
    [parameter({}), {}, `${at('/parameters/0')}: the parameter q has no schema.`],
    [
      parameter({ style: 'matrix', schema: {} }),
      {},
      `${at('/parameters/0/style')}: a parameter in query has no style matrix.`,
    ],
    [parameter({ in: 'body', schema: {} }), {}, `${at('/parameters/0')}: "body" is not a place of a parameter.`],
    [parameter({ in: 'path', schema: {} }), {}, `${at('/parameters/0')}: the path has no {q}.`],
  ])('refuses %j with %j: %s', (operation, options, message) => {
    const contract = documentOf(operation, {
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    });
    expect(() => createHandler({ contract, handlers: { echo }, ...options })).toThrow(message);
    expect(() => createRouter({ contract, handlers: { echo }, ...options })).toThrow(message);
  });

  it.each([
    [{ openapi: '2.0' }, 'The contract states the version 2.0 of OpenAPI. Pass a document of 3.0 or 3.1.'],
    [
      { openapi: '3.1.0', paths: { '/a/{b}': {}, '/a/{c}': {} } },
      'The paths /a/{b} and /a/{c} match the same requests. Keep one.',
    ],
    [
      { openapi: '3.1.0', paths: { '/a': { get: { operationId: 'x' }, put: { operationId: 'x' } } } },
      'GET /a and PUT /a both have the operationId x.',
    ],
  ])('refuses the document %j', (contract, message) => {
    expect(() => createHandler({ contract, handlers: {} })).toThrow(message);
  });
});

describe('hosts', () => {
  it('refuses other methods and paths, names operations without an id, and has the error shape of the document', async () => {
    const contract = {
      openapi: '3.1.0',
      paths: { '/a': { get: { responses: { 200: { description: '' } } }, head: {} } },
    };
    const errors = ({ code, status, faults }: { code: string; status: number; faults: readonly unknown[] }) => ({
      body: { error: code, status, faults },
    });
    const handlers = { 'get /a': () => ({ status: 200 }), 'head /a': () => ({ status: 201 }) };
    const send = await openHosts(contract, { handlers, errors, checkResponses: false });
    expect(await send('/a', { method: 'POST' })).toMatchObject({
      status: 405,
      headers: { allow: 'GET, HEAD', 'content-type': 'application/json' },
      body: { error: 'method_not_allowed', status: 405, faults: [] },
    });
    expect((await send('/a', { method: 'HEAD' })).status).toBe(201);
    expect((await send('/a')).status).toBe(200);
    expect((await send('/b')).status).toBe(404);
  });

  it('responds to a Refusal of a handler with its status, and to another error with 500 and a line of the log', async () => {
    const lines: unknown[] = [];
    const thrown: unknown[] = [
      new Refusal('not_found'),
      new Refusal('rate_limited', { headers: { 'Retry-After': '5' } }),
      new Error('secret'),
      new Refusal('coined'),
    ];
    for (const error of thrown) {
      const log = { error: (line: object) => void lines.push(line) };
      const send = await openHosts(documentOf({}), { log, handlers: { echo: () => Promise.reject(error) } });
      const { status, body, headers } = await send('/a');
      expect(body).toEqual({ type: 'about:blank', title: body['title'], status, detail: body['detail'] });
      expect([status, headers['retry-after'], /secret/.test(String(body['detail']))]).toEqual(
        error === thrown[0]
          ? [404, undefined, false]
          : error === thrown[1]
            ? [429, '5', false]
            : [500, undefined, false],
      );
    }
    expect(lines).toHaveLength(4);
  });

  it('takes a body that express.json has parsed, and passes other paths on in an app', async () => {
    const contract = documentOf(
      { requestBody: { content: { 'application/json': { schema: { type: 'object', required: ['a'] } } } } },
      { method: 'post' },
    );
    const app = express().use(express.json(), createRouter({ contract, handlers: { echo } }));
    app.get('/other', (_req, res) => void res.send('other'));
    const server = createServer(app);
    onTestFinished(() => void server.close());
    const origin = await listenOnLoopback(server);
    const post = (body: string) =>
      fetch(`${origin}/a`, { method: 'POST', body, headers: { 'content-type': 'application/json' } });
    expect(await (await post('{"a":1}')).json()).toMatchObject({ body: { a: 1 } });
    expect((await post('{}')).status).toBe(400);
    expect(await (await fetch(`${origin}/other`)).text()).toBe('other');
  });
});
