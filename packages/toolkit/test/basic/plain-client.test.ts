/** The client that is generated from a document without blocks calls a real server. */
import { once } from 'node:events';
import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { generate } from '../../src/project/generate.ts';
import { get, list, of, ok, post, query, text } from './kind.ts';

const entries = { type: 'object', properties: { data: list, next_cursor: { type: ['string', 'null'] } } };
const path = (name: string, style?: string) => ({ name, in: 'path', required: true, schema: list, style });
const problem = { description: 'No', content: { 'application/json': { schema: { type: 'object' } } } };
const content = (type: string, schema: object = text) => ({
  200: { description: 'OK', content: { [type]: { schema } } },
});

const document = of(
  {
    '/echo/{label}/{matrix}': get('echo', {
      security: [{ key: [] }, { basic: [] }, { digest: [] }],
      parameters: [
        path('label', 'label'),
        path('matrix', 'matrix'),
        query('tags', { schema: list, explode: false, style: 'pipeDelimited' }),
        query('filter', { schema: { type: 'object' }, style: 'deepObject' }),
        { name: 'X-Trace', in: 'header', schema: text },
        { name: 'session', in: 'cookie', schema: text },
      ],
    }),
    '/json': post('patch', { 'application/merge-patch+json': { schema: { type: 'object' } } }),
    '/form': post('fill', { 'application/x-www-form-urlencoded': { schema: { type: 'object' } } }),
    '/parts': post('upload', { 'multipart/form-data': { schema: { type: 'object' } } }),
    '/bytes': post('store', { 'application/octet-stream': {} }),
    '/cursors': get('cursors', { parameters: [query('cursor')], responses: ok(entries) }),
    '/pages': get('pages', { parameters: [query('page', { schema: { type: 'integer' } })], responses: ok(list) }),
    '/offsets': get('offsets', { parameters: [query('offset', { schema: { type: 'integer' } })], responses: ok(list) }),
    '/links': get('links', {
      parameters: [query('after')],
      responses: { 200: { ...(ok(list)[200] as object), headers: { Link: { schema: text } } } },
    }),
    '/events': get('events', { responses: content('text/event-stream') }),
    '/image': get('image', { responses: content('image/png', { type: 'string', format: 'binary' }) }),
    '/empty': get('empty', { responses: { 204: { description: 'Empty' } } }),
    '/busy': get('busy', { responses: ok() }),
    '/refused': get('refused', { responses: { ...ok(), 404: problem } }),
    '/made': post('make', { 'application/json': {} }, { responses: { ...ok(), 503: problem } }),
  },
  {
    components: {
      securitySchemes: {
        key: { type: 'apiKey', in: 'query', name: 'api_key' },
        basic: { type: 'http', scheme: 'basic' },
        digest: { type: 'http', scheme: 'Digest' },
      },
    },
  },
);

interface Received {
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** The requests of a test, in their order. */
let received: Received[] = [];
/** The client of a document that is known only at run time. */
type AnyClient = Readonly<Record<string, Readonly<Record<string, (...given: readonly unknown[]) => AnyCall>>>>;
interface AnyCall extends Promise<unknown>, AsyncIterable<unknown> {
  result(): Promise<{ readonly ok: boolean; readonly error?: { readonly status?: number; readonly body?: unknown } }>;
}
let create: (options: object) => AnyClient;
let call: (name: string, ...given: readonly unknown[]) => AnyCall;
const server = createServer((request, response) => void respond(request, response));
let baseUrl = '';
const opened = new AsyncDisposableStack();

beforeAll(async () => {
  const folder = opened.use(await mkdtempDisposable(join(tmpdir(), 'plain-client-')));
  await writeFile(join(folder.path, 'package.json'), '{ "type": "module" }');
  await writeFile(join(folder.path, 'api.json'), JSON.stringify(document));
  const config = { contracts: { public: { document: 'api.json', outputs: { client: 'client' } } } };
  await generate({ root: folder.path, config, isCheck: false });
  ({ createAnyClient: create } = await import(join(folder.path, 'client/index.ts')));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  // The address of a server that listens on a port.
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  call = callsOf({ baseUrl });
});
beforeEach(() => {
  received = [];
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await opened.disposeAsync();
});

/** Calls an operation by its id. It is a method of the tag, which is the first part of its path. */
function callsOf(options: object): typeof call {
  const methods = Object.values(create(options)).flatMap((resource) => Object.entries(resource));
  const named = new Map(methods);
  return (name, ...given) => {
    const method = named.get(name);
    if (!method) throw new Error(`No method ${name} in ${[...named.keys()].join(', ')}.`);
    return method(...given);
  };
}

describe('a request', () => {
  it('has each parameter in its style, and the first credential that is given', async () => {
    const options = { headers: { 'X-Trace': 't' }, cookies: { session: 's' } };
    const given = [['a', 'b'], ['c', 'd'], { tags: ['e', 'f g'], filter: { x: 1 } }, options];
    await callsOf({ baseUrl, auth: { basic: { username: 'ü', password: 'p' } } })('echo', ...given);
    await callsOf({ baseUrl, auth: { key: () => 'k&' } })('echo', ...given);
    await callsOf({ baseUrl, auth: { digest: 'username="u"' } })('echo', ...given);
    const url = '/echo/.a,b/;matrix=c,d?tags=e%7Cf%20g&filter%5Bx%5D=1';
    expect(received.map((each) => each.url)).toEqual([url, `${url}&api_key=k%26`, url]);
    expect(received.map(({ headers }) => [headers['x-trace'], headers.cookie, headers.authorization])).toEqual([
      ['t', 'session=s', `Basic ${Buffer.from('ü:p').toString('base64')}`],
      ['t', 'session=s', undefined],
      ['t', 'session=s', 'Digest username="u"'],
    ]);
  });

  it('refuses a part of the path that would select another one', async () => {
    await expect(call('echo', [], ['c'])).rejects.toThrow("The label must not be ''");
    expect(received).toEqual([]);
  });

  it('has each body by its media type', async () => {
    await call('patch', { a: [1] });
    await call('fill', { a: 'x y', b: ['1', '2'] });
    await call('upload', { file: new Blob(['hi']), meta: { x: 1 } });
    await call('store', new Uint8Array([104, 105]));
    const [json, form, parts, bytes] = received;
    expect([json?.headers['content-type'], json?.body]).toEqual(['application/merge-patch+json', '{"a":[1]}']);
    expect([form?.headers['content-type'], form?.body]).toEqual([
      'application/x-www-form-urlencoded',
      'a=x%20y&b=1&b=2',
    ]);
    expect(parts?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    expect(parts?.body).toMatch(/name="file"; filename="blob"[^]*hi[^]*name="meta"[^]*application\/json[^]*\{"x":1\}/);
    expect([bytes?.headers['content-type'], bytes?.body]).toEqual(['application/octet-stream', 'hi']);
  });
});

describe('a response', () => {
  it.each(['cursors', 'pages', 'offsets', 'links'])('of %s is iterated over all pages', async (name) => {
    const found: unknown[] = [];
    for await (const each of call(name, {})) found.push(each);
    expect(found).toEqual(['a', 'b', 'c']);
  });

  it('is a stream of events, a Blob or undefined by its media type', async () => {
    const events: unknown[] = [];
    for await (const each of (await call('events')) as AsyncIterable<unknown>) events.push(each);
    expect(events).toEqual([
      { event: 'message', data: 'one\ntwo', id: undefined },
      { event: 'end', data: '3', id: '7' },
    ]);
    expect(await ((await call('image')) as Blob).text()).toBe('png');
    expect(await call('empty')).toBeUndefined();
  });

  it('is an error with the status and body of the document, or without a status', async () => {
    expect(await call('refused').result()).toMatchObject({ ok: false, error: { status: 404, body: { reason: 'no' } } });
    expect(await callsOf({ baseUrl: `${baseUrl}/other`, retries: 0 })('refused').result()).toMatchObject({
      ok: false,
      error: { status: undefined, body: undefined },
    });
  });
});

describe('a retry', () => {
  it('follows a 429 of every method, and a 503 only of a repeatable one', async () => {
    expect(await call('busy')).toBe('done');
    expect(await call('make', {}).result()).toMatchObject({ ok: false, error: { status: 503 } });
    expect(received.map(({ url }) => url)).toEqual(['/busy', '/busy', '/busy', '/made']);
  });

  it('ends with the reason of its signal while it waits', async () => {
    const stop = new AbortController();
    const waiting = callsOf({ baseUrl: `${baseUrl}/later` })('busy', { signal: stop.signal });
    await expect.poll(() => received.length).toBe(1);
    stop.abort(new Error('stopped'));
    await expect(waiting).rejects.toThrow('stopped');
  });
});

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { url = '', headers } = request;
  received.push({ url, headers, body: Buffer.concat(await request.toArray()).toString() });
  const { pathname, searchParams } = new URL(url, 'http://127.0.0.1');
  const json = (status: number, body: unknown, more: Readonly<Record<string, string>> = {}) =>
    response.writeHead(status, { 'Content-Type': 'application/json', ...more }).end(JSON.stringify(body));
  const isSecond = [...searchParams.values()].some((value) => value === '2' || value === 'next');
  const isThird = searchParams.get('page') === '3' || searchParams.get('offset') === '3';
  const page = isThird ? [] : isSecond ? ['c'] : ['a', 'b'];
  switch (pathname) {
    case '/cursors':
      return void json(200, { data: page, next_cursor: isSecond ? null : 'next' });
    case '/links':
      return void json(200, page, isSecond ? {} : { Link: '</links?after=next>; rel="next"' });
    case '/pages':
    case '/offsets':
      return void json(200, page);
    case '/events':
      return void response
        .writeHead(200, { 'Content-Type': 'text/event-stream' })
        .end(': a comment\n\ndata: one\ndata: two\n\nevent: end\nid: 7\ndata: 3\n\n');
    case '/image':
      return void response.writeHead(200, { 'Content-Type': 'image/png' }).end('png');
    case '/empty':
      return void response.writeHead(204).end();
    case '/busy':
      return void (received.length < 3 ? json(received.length === 1 ? 429 : 503, {}) : json(200, 'done'));
    case '/later/busy':
      return void json(503, {}, { 'Retry-After': '60' });
    case '/refused':
      return void json(404, { reason: 'no' });
    case '/other/refused':
      return void json(418, {});
    case '/made':
      return void json(503, {});
    default:
      return void json(200, 'ok');
  }
}
