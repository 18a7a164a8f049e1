/** Addresses that the docs do not have: a page for browsers, and the refusal of every unknown path for programs. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDocsSite } from '@booking-service/kernel/http';
import { openWorld, type World } from '../../src/testing.ts';
import { openFolder } from '../support/processes/server-process.ts';

const browser = { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

let folder: Awaited<ReturnType<typeof openFolder>>;
let world: World;

beforeAll(async () => {
  folder = await openFolder();
  await writeFile(join(folder.path, 'index.html'), '<p>Docs');
  await writeFile(join(folder.path, '404.html'), '<h1>Page not found</h1> <a href="{docs_url}/index.html">Start</a>');
  world = await openWorld({ docs: await openDocsSite(folder.path) });
});

afterAll(async () => {
  await world?.[Symbol.asyncDispose]();
  await folder?.[Symbol.asyncDispose]();
});

it.each(['/docs/more', '/docs/integrate/', '/docs/a/b?q=1', '/docs/404.html'])(
  'END-15: sends a page with 404 to a browser at %s',
  async (path) => {
    const response = await fetch(`${world.url}${path}`, { headers: browser });
    expect({ status: response.status, headers: Object.fromEntries(response.headers) }).toMatchObject({
      status: 404,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': expect.stringContaining("script-src 'self'"),
        link: expect.stringContaining('</docs/errors/not_found>; rel="help"'),
        vary: 'Accept, Accept-Encoding',
      },
    });
    expect(await response.text()).toContain(`<a href="${world.url}/docs/index.html">`);
    const tag = response.headers.get('etag') ?? '';
    const again = await fetch(`${world.url}${path}`, { headers: { ...browser, 'If-None-Match': tag } });
    expect(again.status).toBe(404);
    expect((await fetch(`${world.url}${path}`, { method: 'HEAD', headers: browser })).status).toBe(404);
  },
);

it.each(['*/*', 'application/json', 'application/json, text/html', 'text/markdown'])(
  'END-12: sends the refusal to a client that accepts %s',
  async (Accept) => {
    const response = await fetch(`${world.url}/docs/more`, { headers: { Accept } });
    expect({ status: response.status, body: await response.json() }).toMatchObject({
      status: 404,
      body: { error_code: 'not_found' },
    });
  },
);

it.each([
  { method: 'GET', path: '/v1/more' },
  { method: 'GET', path: '/v1/bookings/bkg_more' },
  { method: 'GET', path: '/more' },
  { method: 'GET', path: '/docsmore' },
  { method: 'POST', path: '/docs/more' },
])('END-12: sends JSON to a browser for $method $path', async ({ method, path }) => {
  const response = await fetch(`${world.url}${path}`, { method, headers: browser });
  expect(await response.json()).toHaveProperty('request_id');
});
