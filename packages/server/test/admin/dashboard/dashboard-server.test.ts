/** The dashboard's server against pages of other origins, and how it sends its own pages. */
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDashboardWorld, type DashboardWorld } from '../../support/worlds/dashboard-world.ts';
import { pages } from '../../support/worlds/admin-world.ts';
import { sendRaw, toRequest } from '../../support/raw/raw-http.ts';

let world: DashboardWorld;
let cookie: string;
beforeAll(async () => {
  world = await openDashboardWorld('sqlite', { url: 'https://dashboard.diner.test' });
  cookie = await world.signIn();
});
afterAll(() => world[Symbol.asyncDispose]());

interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

interface Got {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly bytes: Buffer;
}

/** Sends exactly these headers. fetch would add some and refuse others. */
function send(path: string, { method = 'GET', headers = {}, body }: Sent = {}): Promise<Got> {
  return new Promise((done, failed) => {
    const sending = request(world.dashboardUrl, { method, path, headers }, (res) => {
      const chunks: Buffer[] = [];
      res.on('data', (chunk: Buffer) => chunks.push(chunk));
      res.on('end', () => done({ status: res.statusCode, headers: res.headers, bytes: Buffer.concat(chunks) }));
    });
    sending.on('error', failed).end(body);
  });
}

const errorOf = ({ status, bytes }: Got) => [
  status,
  (JSON.parse(bytes.toString()) as { error_code: string }).error_code,
];
const page = pages['/index.html'];
const asset = '/assets/app-1a2b3c.js';

describe('a request from another origin', () => {
  const json = { 'Content-Type': 'application/json' };
  const own = { 'Sec-Fetch-Site': 'same-origin' };
  const write = (headers: Record<string, string>) =>
    send('/api/organizations', {
      method: 'POST',
      headers: { Cookie: cookie, ...json, ...headers },
      body: '{"name":"Harbour Group"}',
    });

  it('is served if it comes from a page of the dashboard', async () => {
    expect((await write({ ...own })).status).toBe(201);
    expect((await write({ ...own, Origin: world.dashboardUrl })).status).toBe(201);
    const host = { Host: 'dashboard.diner.test' };
    expect((await write({ ...own, ...host, Origin: 'https://dashboard.diner.test' })).status).toBe(201);
  });

  it.each([
    { from: 'another site', headers: { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.test' } },
    { from: 'another port of this host', headers: { 'Sec-Fetch-Site': 'same-site' } },
    { from: 'the address bar', headers: { 'Sec-Fetch-Site': 'none' } },
    { from: 'a client without Sec-Fetch-Site', headers: {} },
    { from: 'an origin that does not fit', headers: { ...own, Origin: 'http://127.0.0.1:1' } },
    { from: 'http with the name of the dashboard', headers: { ...own, Origin: 'http://evil.test' } },
    { from: 'an opaque origin', headers: { ...own, Origin: 'null' } },
  ])('is refused if it changes something and comes from $from', async ({ headers }) => {
    const before = await world.store.listOrganizations();
    expect(errorOf(await write(headers))).toEqual([403, 'forbidden']);
    for (const method of ['POST', 'DELETE']) {
      const sent = {
        method,
        headers: { Cookie: cookie, ...json, ...headers },
        ...(method === 'POST' && { body: '{}' }),
      };
      expect(errorOf(await send('/session', sent))).toEqual([403, 'forbidden']);
    }
    expect(await world.store.listOrganizations()).toEqual(before);
    expect((await send('/session', { headers: { Cookie: cookie } })).status).toBe(200);
  });

  it.each(['cross-site', 'same-site'])('gets no data as %s, but may link to a page', async (site) => {
    const headers = { Cookie: cookie, 'Sec-Fetch-Site': site };
    for (const path of ['/session', '/api/organizations']) {
      expect(errorOf(await send(path, { headers }))).toEqual([403, 'forbidden']);
    }
    expect((await send('/organizations', { headers })).status).toBe(200);
  });

  it.each(['evil.test', '10.0.0.1', '127.0.0.1.evil.test', 'dashboard.diner.test:80'])(
    'is refused for the host %j: over http the dashboard is for this computer only',
    async (Host) => {
      for (const path of ['/', '/session', '/api/organizations', asset]) {
        expect(errorOf(await send(path, { headers: { Host, Cookie: cookie } }))).toEqual([403, 'forbidden']);
      }
    },
  );
});

describe('a page', () => {
  it.each(['/', '/sign-in', '/organizations/org_1/deliveries', '/index.html'])('is at %s', async (path) => {
    const { status, headers, bytes } = await send(path);
    expect([status, bytes.toString()]).toEqual([200, page]);
    expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' });
  });

  it.each([
    '/assets/none.js',
    '/favicon.ico',
    '/api',
    '/api/none',
    '/session/none',
    '/../secret.txt',
    '/assets/../../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/assets/..%5c..%5csecret.txt',
    '//etc/passwd.txt',
    '/assets/app-1a2b3c.js.br',
    '/assets/%00',
  ])('is not at %s', async (path) => {
    const got = await send(path);
    expect([...errorOf(got), got.bytes.includes('secret')]).toEqual([404, 'not_found', false]);
  });

  it.each([
    ['/organizations/org_1/bookings/bkg_1.', 200],
    ['/organizations/%E0%A4%A', 200],
    ['/../secret.txt', 200],
    ['/assets/../../secret.txt', 404],
    ['/assets/none.js', 404],
    ['/api/none', 404],
  ])('is for a browser at %s: %s', async (path, status) => {
    const accept = 'text/html,application/xhtml+xml,*/*;q=0.8';
    const got = await send(path, { headers: { Accept: accept } });
    expect([got.status, got.bytes.toString() === page]).toEqual([status, status === 200]);
  });

  it('has only GET and HEAD', async () => {
    for (const path of ['/', asset]) {
      const got = await send(path, { method: 'POST', headers: { 'Sec-Fetch-Site': 'same-origin' } });
      expect([...errorOf(got), got.headers['allow']]).toEqual([405, 'method_not_allowed', 'GET, HEAD']);
    }
    const [head, get] = [await send('/', { method: 'HEAD' }), await send('/')];
    expect([head.status, head.bytes.length]).toEqual([200, 0]);
    expect(head.headers['content-length']).toBe(get.headers['content-length']);
  });

  it('is sent again only if it has changed', async () => {
    const first = await send('/');
    const headers = { 'If-None-Match': String(first.headers['etag']) };
    const second = await send('/', { headers });
    expect([second.status, second.bytes.length, second.headers['etag']]).toEqual([304, 0, first.headers['etag']]);
    expect((await send('/', { headers: { 'If-None-Match': '"other"' } })).status).toBe(200);
  });
});

describe('an asset', () => {
  it.each([
    { accepted: 'gzip, deflate, br, zstd', coding: 'br', read: brotliDecompressSync },
    { accepted: 'gzip', coding: 'gzip', read: gunzipSync },
    { accepted: 'br;q=0, gzip;q=0.5', coding: 'gzip', read: gunzipSync },
    { accepted: 'identity', coding: undefined, read: (bytes: Buffer) => bytes },
    { accepted: '', coding: undefined, read: (bytes: Buffer) => bytes },
  ])('is sent as $coding to a client that accepts "$accepted"', async ({ accepted, coding, read }) => {
    const { status, headers, bytes } = await send(asset, { headers: { 'Accept-Encoding': accepted } });
    expect([status, headers['content-encoding'], headers['vary']]).toEqual([200, coding, 'Accept-Encoding']);
    expect(read(bytes).toString()).toBe(pages[asset]);
    expect(headers['content-length']).toBe(String(bytes.length));
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    });
  });

  it('has another tag in each coding', async () => {
    const tags = await Promise.all(
      ['br', 'gzip', ''].map(async (accepted) => {
        const { headers } = await send(asset, { headers: { 'Accept-Encoding': accepted } });
        return headers['etag'];
      }),
    );
    expect(new Set(tags).size).toBe(3);
  });

  it('that is not compressed is sent as it is', async () => {
    const { headers, bytes } = await send('/', { headers: { 'Accept-Encoding': 'br, gzip' } });
    expect([headers['content-encoding'], bytes.toString()]).toEqual([undefined, page]);
  });
});

it('sends its policy with every response, also with refusals', async () => {
  const expected = {
    'content-security-policy':
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  };
  const own = { 'Sec-Fetch-Site': 'same-origin' };
  const responses = [
    await send('/'),
    await send(asset),
    await send('/none.js'),
    await send('/', { method: 'PUT', headers: own }),
    await send('/session'),
    await send('/session', { headers: { Cookie: cookie } }),
    await send('/session', { method: 'POST', headers: own, body: '{' }),
    await send('/session', { method: 'PATCH', headers: own }),
    await send('/api/organizations', { headers: { Cookie: cookie } }),
    await send('/', { headers: { Host: 'evil.test' } }),
  ];
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 404, 405, 401, 200, 415, 405, 200, 403]);
  for (const { headers } of responses) expect(headers).toMatchObject(expected);
  for (const { headers } of responses) expect(headers).not.toHaveProperty('access-control-allow-origin');
  const [malformed] = await sendRaw(world.dashboardUrl, 'abc\r\n\r\n');
  for (const [name, value] of Object.entries(expected)) expect(malformed?.headers.get(name)).toBe(value);
  const [target] = await sendRaw(
    world.dashboardUrl,
    toRequest('GET http://evil.test/', { headers: ['Connection: close'] }),
  );
  expect(target?.status).toBe(403);
});

it('a session of another port is not used', async () => {
  const renamed = cookie.replace('__Host-dashboard=', '__Host-dashboard-7423=');
  expect((await send('/session', { headers: { Cookie: renamed } })).status).toBe(401);
  expect((await send('/session', { headers: { Cookie: `${renamed}; other=1; ${cookie}` } })).status).toBe(200);
});
