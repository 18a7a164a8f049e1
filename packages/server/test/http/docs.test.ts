/** The docs at /docs: their responses, and the links of errors to them. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { errorCatalogue, type ErrorBody } from '@booking-service/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DocsSite, openDocsSite } from '@booking-service/kernel/http';
import { openWorld, type World } from '../../src/testing.ts';
import { openFolder } from '../support/processes/server-process.ts';
import { sendRaw } from '../support/raw/raw-http.ts';
import { lines } from '../support/raw/raw-world.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));

const files: Readonly<Record<string, string>> = {
  'index.html': '<p>Your base URL is {base_url}. <a href="integrate/errors.html">Errors</a>',
  'integrate/errors.html': '<p>Errors of {base_url}, in {docs_url}.',
  'integrate/errors.md': '# Errors of {base_url}\n',
  'assets/site.css': 'p { color: red }',
  'service.json': '{ "docs": "{base_url}/docs" }',
  'openapi.json': '{ "servers": [{ "url": "{base_url}" }] }',
  'openapi.yaml': 'servers: [{ url: "{base_url}" }]',
  'llms.txt': '{docs_url}/integrate/errors.md',
  'docs.md': '# All',
};

let folder: Awaited<ReturnType<typeof openFolder>>;
let docs: DocsSite;
let world: World;

beforeAll(async () => {
  folder = await openFolder();
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder.path, name)), { recursive: true });
    await writeFile(join(folder.path, name), content);
  }
  const opened = await openDocsSite(folder.path);
  if (!opened) throw new Error('The site is missing.');
  docs = opened;
  world = await openWorld({ docs });
});

afterAll(async () => {
  await world?.[Symbol.asyncDispose]();
  await folder?.[Symbol.asyncDispose]();
});

describe('GET /docs/', () => {
  it('END-15: sends a page with the address of the service and a policy that forbids other files and framing', async () => {
    const response = await fetch(`${world.url}/docs/integrate/errors.html`, {
      headers: { 'Accept-Encoding': 'identity' },
    });
    const body = `<p>Errors of ${world.url}, in ${world.url}/docs.`;
    expect(await response.text()).toBe(body);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-length': String(body.length),
      'content-security-policy': expect.stringMatching(
        /^default-src 'none'; script-src 'self'; style-src 'self';.*frame-ancestors 'none'$/,
      ),
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'request-id': expect.stringMatching(/^req_/),
      vary: 'Accept, Accept-Encoding',
    });
  });

  it('END-15: leads /docs to the first page, and finds a page without its extension', async () => {
    const first = await get(`${world.url}/docs`, {});
    expect({ status: first.status, location: first.headers.location }).toEqual({ status: 302, location: 'docs/' });
    expect((await get(`${world.url}/docs/`, {})).body.toString()).toContain(`Your base URL is ${world.url}.`);
    const page = await get(`${world.url}/docs/integrate/errors`, {});
    expect(page).toMatchObject({ status: 200, headers: { 'content-type': 'text/html; charset=utf-8' } });
  });

  it.each([
    { accept: 'text/markdown, text/html', type: 'text/markdown; charset=utf-8' },
    { accept: 'text/markdown', type: 'text/markdown; charset=utf-8' },
    { accept: 'text/html,*/*;q=0.8', type: 'text/html; charset=utf-8' },
    { accept: '*/*', type: 'text/html; charset=utf-8' },
  ])('END-15: sends a page as $type to a client that accepts $accept', async ({ accept, type }) => {
    const response = await get(`${world.url}/docs/integrate/errors`, { Accept: accept });
    expect(response.headers['content-type']).toBe(type);
  });

  it('compresses a file for clients that accept gzip, with a different ETag', async () => {
    const plain = await get(`${world.url}/docs/assets/site.css`, {});
    const packed = await get(`${world.url}/docs/assets/site.css`, { 'Accept-Encoding': 'br, gzip;q=0.5' });
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(packed.body).toString()).toBe(files['assets/site.css']);
    expect(packed.headers.etag).not.toBe(plain.headers.etag);
  });

  it('returns 304 without a body to a client that has the file', async () => {
    const first = await get(`${world.url}/docs/`, {});
    const again = await get(`${world.url}/docs/`, { 'If-None-Match': String(first.headers.etag) });
    expect({ status: again.status, bytes: again.body.length }).toEqual({ status: 304, bytes: 0 });
    const other = await get(`${world.url}/docs/`, { 'If-None-Match': '"another"' });
    expect(other.status).toBe(200);
  });

  it('returns the same headers without a body to HEAD', async () => {
    const { status, headers } = await fetch(`${world.url}/docs/`, { method: 'HEAD' });
    expect({ status, type: headers.get('content-type') }).toEqual({ status: 200, type: 'text/html; charset=utf-8' });
  });

  it('END-12 END-15: refuses other methods and names that the site does not have', async () => {
    for (const path of ['/docs', '/docs/', '/openapi.json', '/']) {
      const posted = await fetch(`${world.url}${path}`, { method: 'POST' });
      expect({ status: posted.status, allow: posted.headers.get('allow') }).toEqual({
        status: 405,
        allow: 'GET, HEAD',
      });
      expect(await posted.json()).toMatchObject({ error_code: 'method_not_allowed' } satisfies Partial<ErrorBody>);
    }
    const names = [
      'more',
      'integrate',
      'integrate/',
      '../service.json',
      '%2e%2e/package.json',
      'integrate%2ferrors',
      '__proto__',
    ];
    for (const name of names) {
      const { status } = await get(`${world.url}/docs/${name}`, {});
      expect({ name, status }).toEqual({ name, status: 404 });
    }
  });

  it('END-12: is 404 on a server without docs', async () => {
    await using without = await openWorld();
    for (const path of ['/docs', '/docs/', '/openapi.json', '/llms.txt', '/']) {
      expect(await without.call('GET', path)).toMatchObject({ status: 404, body: { error_code: 'not_found' } });
    }
  });
});

describe('the address of the service', () => {
  it.each([
    { headers: { Host: 'booking.example.test' }, url: 'http://booking.example.test' },
    {
      headers: { Host: 'booking.example.test:8443', 'X-Forwarded-Proto': 'https' },
      url: 'https://booking.example.test:8443',
    },
    { headers: { Host: '[::1]:7420' }, url: 'http://[::1]:7420' },
    { headers: { Host: "a'&evil.test" }, url: 'http://localhost' },
    { headers: { Host: '%65vil.test' }, url: 'http://localhost' },
    {
      headers: { Host: 'booking.example.test', 'X-Forwarded-Proto': 'javascript' },
      url: 'http://booking.example.test',
    },
  ])('END-15: is $url for $headers', async ({ headers, url }) => {
    const { body } = await get(`${world.url}/openapi.json`, headers);
    expect(JSON.parse(body.toString())).toEqual({ servers: [{ url }] });
  });

  it('END-15: is http://localhost for a request of HTTP/1.0 without a Host header', async () => {
    const [response] = await sendRaw(world.url, lines('GET /openapi.json HTTP/1.0'));
    expect(JSON.parse(response?.text ?? '')).toEqual({ servers: [{ url: 'http://localhost' }] });
  });
});

it('END-15: the proxy of docs/operate/behind-a-proxy.md forwards the address of the callers', async () => {
  const page = await readFile(`${root}/docs/operate/behind-a-proxy.md`, 'utf8');
  const [proxy = ''] = /^```nginx\n[^]*?^```$/m.exec(page) ?? [];
  const value = (header: string) => new RegExp(`proxy_set_header ${header} (\\S+);`).exec(proxy)?.[1];
  const callers: Readonly<Record<string, string>> = { $host: 'booking.example.test', $scheme: 'https' };
  const headers = {
    // nginx sends the name of the upstream unless the configuration says otherwise.
    Host: callers[value('Host') ?? ''] ?? 'booking_service',
    'X-Forwarded-Proto': callers[value('X-Forwarded-Proto') ?? ''] ?? '',
  };
  const { body } = await get(`${world.url}/openapi.json`, headers);
  expect(JSON.parse(body.toString())).toEqual({ servers: [{ url: 'https://booking.example.test' }] });
});

describe('the start page', () => {
  it('END-15: lists the docs for programs, and leads browsers to them', async () => {
    const program = await get(`${world.url}/`, { Accept: '*/*' });
    expect(JSON.parse(program.body.toString())).toEqual({ docs: `${world.url}/docs` });
    expect(program.headers['content-type']).toBe('application/json; charset=utf-8');
    const browser = await get(`${world.url}/`, { Accept: 'text/html,application/xhtml+xml' });
    expect({ status: browser.status, location: browser.headers.location }).toEqual({ status: 302, location: 'docs/' });
  });

  it.each([
    ['/openapi.json', 'application/json; charset=utf-8'],
    ['/openapi.yaml', 'application/yaml; charset=utf-8'],
    ['/llms.txt', 'text/plain; charset=utf-8'],
    ['/docs.md', 'text/markdown; charset=utf-8'],
  ])('END-15: has %s beside it', async (path, type) => {
    const { status, headers } = await get(`${world.url}${path}`, {});
    expect({ status, type: headers['content-type'] }).toEqual({ status: 200, type });
  });
});

describe('the Link of an error', () => {
  const linkTo = (code: keyof typeof errorCatalogue) =>
    `</docs/errors/${code}>; rel="help"; title="${errorCatalogue[code].message}"`;

  it('ERR-8: leads to the page of its code, for older codes, newer codes and paths outside every operation', async () => {
    const refusals = [
      await world.call('POST', '/v1/venues/search', { key: null, body: {} }),
      await world.call('POST', '/v1/venues/search', { text: '{' }),
      await world.call('DELETE', '/v1/bookings'),
      await world.call('GET', '/nothing'),
    ];
    expect(refusals.map(({ headers }) => headers.get('link'))).toEqual(
      (['unauthorized', 'invalid_request', 'method_not_allowed', 'not_found'] as const).map(linkTo),
    );
    expect(refusals[0]?.body).toEqual({
      error: 'unauthorized',
      error_code: 'unauthorized',
      request_id: refusals[0]?.headers.get('request-id'),
    });
  });

  it('ERR-8: is in the refusal of a request that is not valid HTTP', async () => {
    const { hostname, port } = new URL(world.url);
    const socket = connect(Number(port), hostname);
    socket.end('GET / HTTP/1.1\r\n\r\n');
    expect(await readText(socket)).toContain(`Link: ${linkTo('invalid_request')}\r\n`);
    const broken = connect(Number(port), hostname);
    broken.end('NOT HTTP\r\n\r\n');
    expect(await readText(broken)).toContain(`Link: ${linkTo('invalid_request')}\r\n`);
  });

  it('ERR-8: is missing from responses without an error, and from a service without docs', async () => {
    const found = await world.call('POST', '/v1/venues/search', { body: {} });
    expect({ status: found.status, link: found.headers.get('link') }).toEqual({ status: 200, link: null });
    await using without = await openWorld();
    expect((await without.call('GET', '/nothing')).headers.get('link')).toBeNull();
  });
});

/** Returns the response without the changes that fetch makes: it follows no redirect and sends the path as it is. */
async function get(url: string, headers: Record<string, string>) {
  const { hostname, port, origin } = new URL(url);
  const options = { hostname, port, path: url.slice(origin.length), headers, agent: false };
  const response = await new Promise<IncomingMessage>((done, failed) => {
    request(options, done).once('error', failed).end();
  });
  const body = Buffer.concat(await response.toArray());
  return { status: response.statusCode, headers: response.headers, body };
}
