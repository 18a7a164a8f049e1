/** The reference pages at /docs: its responses, and its presence in a sandbox and in the packed package. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { operationTable, type ErrorBody } from '@booking-service/contract';
import { providerRoutes } from '@booking-service/contract/provider';
import { beforeAll, describe, expect, it } from 'vitest';
import { createDocsPage } from '../../src/http/docs-page.ts';
import { openWorld } from '../../src/testing.ts';
import { openFolder, startService } from '../support/server-process.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const run = promisify(execFile);
const html = `<!doctype html><meta http-equiv="Content-Security-Policy" content="default-src 'none'"><p>All of it.`;

describe('GET /docs', () => {
  it('sends the page with its policy, which forbids framing', async () => {
    await using world = await openWorld({ docs: await createDocsPage(html) });
    const response = await fetch(`${world.url}/docs`, { headers: { 'Accept-Encoding': 'identity' } });
    expect(await response.text()).toBe(html);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-length': String(html.length),
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'request-id': expect.stringMatching(/^req_/),
      vary: 'Accept-Encoding',
    });
  });

  it('compresses the page for clients that accept gzip, with a different ETag', async () => {
    await using world = await openWorld({ docs: await createDocsPage(html) });
    const plain = await get(`${world.url}/docs`, {});
    const packed = await get(`${world.url}/docs`, { 'Accept-Encoding': 'br, gzip;q=0.5' });
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(packed.body).toString()).toBe(html);
    expect(packed.headers.etag).not.toBe(plain.headers.etag);
  });

  it('returns 304 without a body to a client that has the page', async () => {
    await using world = await openWorld({ docs: await createDocsPage(html) });
    const first = await get(`${world.url}/docs`, {});
    const again = await get(`${world.url}/docs`, { 'If-None-Match': String(first.headers.etag) });
    expect({ status: again.status, bytes: again.body.length }).toEqual({ status: 304, bytes: 0 });
    const other = await get(`${world.url}/docs`, { 'If-None-Match': '"another"' });
    expect(other.status).toBe(200);
  });

  it('returns the same headers without a body to HEAD', async () => {
    await using world = await openWorld({ docs: await createDocsPage(html) });
    const { status, headers } = await fetch(`${world.url}/docs`, { method: 'HEAD' });
    expect({ status, type: headers.get('content-type') }).toEqual({ status: 200, type: 'text/html; charset=utf-8' });
  });

  it('END-12: refuses other methods and paths below it', async () => {
    await using world = await openWorld({ docs: await createDocsPage(html) });
    const posted = await fetch(`${world.url}/docs`, { method: 'POST' });
    expect({ status: posted.status, allow: posted.headers.get('allow') }).toEqual({ status: 405, allow: 'GET, HEAD' });
    expect(await posted.json()).toMatchObject({ error_code: 'method_not_allowed' } satisfies Partial<ErrorBody>);
    const below = await world.call('GET', '/docs/more');
    expect(below).toMatchObject({ status: 404, body: { error_code: 'not_found' } });
  });

  it('serves the reference of the provider contract below it', async () => {
    const provider = await createDocsPage(html.replace('</head>', '<title>Provider</title></head>'));
    await using world = await openWorld({ docs: { ...(await createDocsPage(html)), provider } });
    const response = await fetch(`${world.url}/docs/provider`);
    expect(response.status).toBe(200);
    expect(await response.text()).toBe(provider.bytes.identity.toString());
    expect(response.headers.get('content-security-policy')).toBe(provider.policy);
    expect(await (await fetch(`${world.url}/docs`)).text()).toBe(html);
    await using without = await openWorld({ docs: await createDocsPage(html) });
    expect(await without.call('GET', '/docs/provider')).toMatchObject({ status: 404 });
  });

  it('END-12: is 404 on a server without a page', async () => {
    await using world = await openWorld();
    expect(await world.call('GET', '/docs')).toMatchObject({ status: 404, body: { error_code: 'not_found' } });
  });
});

it('refuses a page without a Content-Security-Policy', async () => {
  await expect(createDocsPage('<p>Free to load anything.')).rejects.toThrow('no Content-Security-Policy');
});

describe('the built page', () => {
  beforeAll(() => run(process.execPath, [`${root}/scripts/docs/main.ts`]), 120_000);

  it('is served by a sandbox at the URL of its welcome text', { timeout: 120_000 }, async () => {
    await using folder = await openFolder();
    await using service = await startService(folder.path);
    expect(service.welcome).toContain(`Reference  ${service.url}/docs\n`);
    const response = await fetch(`${service.url}/docs`);
    const page = await response.text();
    expect(response.status).toBe(200);
    expect(page).toBe(await readFile(`${root}/packages/server/docs/reference.html`, 'utf8'));
    for (const operationId of Object.keys(operationTable)) expect(page).toContain(operationId);
    const ofProviders = await (await fetch(`${service.url}/docs/provider`)).text();
    for (const operationId of Object.keys(providerRoutes)) expect(ofProviders).toContain(operationId);
  });

  it('is in the packed package', { timeout: 120_000 }, async () => {
    const flags = ['pack', '--dry-run', '--json', '--ignore-scripts'];
    const { stdout } = await run('npm', flags, { cwd: `${root}/packages/server` });
    const [packed]: { files: { path: string }[] }[] = JSON.parse(stdout);
    const files = packed?.files.map(({ path }) => path) ?? [];
    expect(files).toEqual(expect.arrayContaining(['docs/reference.html', 'docs/provider.html']));
    expect(files.filter((path) => path.endsWith('.map'))).toEqual([]);

    // The pages for operators are beside it. Their links lead to files of the package.
    const pages = files.filter((path) => /^docs\/.*\.md$/.test(path));
    expect(pages).toEqual(expect.arrayContaining(['docs/configuration.md', 'docs/running.md']));
    for (const page of pages) {
      const text = await readFile(`${root}/packages/server/${page}`, 'utf8');
      const links = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, link = '']) => `docs/${link}`);
      expect(links.length).toBeGreaterThan(0);
      expect(links.filter((link) => !files.some((path) => path === link || path.startsWith(`${link}/`)))).toEqual([]);
    }
  });
});

/** Returns the response without the changes that fetch makes. */
async function get(url: string, headers: Record<string, string>) {
  const response = await new Promise<IncomingMessage>((done, failed) => {
    request(url, { headers, agent: false }, done).once('error', failed).end();
  });
  const body = Buffer.concat(await response.toArray());
  return { status: response.statusCode, headers: response.headers, body };
}
