/**
 * The docs beyond their pages: the site that the build renders, and addresses that do not exist.
 *
 * @module-tag slow
 */
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { join, posix } from 'node:path';
import { promisify } from 'node:util';
import { operationTable } from '@booking-service/contract';
import { providerRoutes } from '@booking-service/contract/provider';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDocsSite } from '@booking-service/kernel/http';
// @boundaries-ignore npm is started in one way everywhere
import { npm } from '../../../../scripts/programs/run-program.ts';
import { openFolder, startService } from '../support/processes/server-process.ts';
import { openWorld, type World } from '../../src/testing.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const run = promisify(execFile);

describe('the built site', () => {
  beforeAll(
    () => run(process.execPath, ['--conditions=@booking-service/source', `${root}/scripts/docs/main.ts`]),
    240_000,
  );

  it('is served by a sandbox at the URL of its welcome text', { timeout: 240_000 }, async () => {
    await using data = await openFolder();
    await using service = await startService(data.path);
    expect(service.welcome).toContain(`Docs       ${service.url}/docs\n`);
    const landing = await fetch(`${service.url}/docs`);
    expect(landing.status).toBe(200);
    expect(await landing.text()).toContain(service.url);
    const all = await (await fetch(`${service.url}/docs.md`)).text();
    for (const operationId of [...Object.keys(operationTable), ...Object.keys(providerRoutes)]) {
      expect(all).toContain(`Operation id: \`${operationId}\``);
    }
    const contract = (await (await fetch(`${service.url}/openapi.json`)).json()) as { servers: object[] };
    expect(contract.servers).toEqual([{ url: service.url, description: 'This service.' }]);
    const refused = await fetch(`${service.url}/v1/sessions/card`);
    const page = /<([^>]+)>/.exec(refused.headers.get('link') ?? '')?.[1] ?? '';
    expect(await (await fetch(`${service.url}${page}.md`)).text()).toContain('# `unauthorized`');
  });

  it('is in the packed package', { timeout: 240_000 }, async () => {
    const flags = ['pack', '--dry-run', '--json', '--ignore-scripts'];
    const { stdout } = await run(...npm(...flags), { cwd: `${root}/packages/server` });
    const [packed]: { files: { path: string }[]; size: number }[] = JSON.parse(stdout);
    const packedFiles = packed?.files.map(({ path }) => path) ?? [];
    const site = ['index.html', 'errors/not_found.html', 'assets/site.js', 'openapi.json', 'llms.txt', 'docs.md'];
    expect(packedFiles).toEqual(expect.arrayContaining(site.map((name) => `docs/site/${name}`)));
    expect(packedFiles.filter((path) => path.endsWith('.map'))).toEqual([]);
    expect(packed?.size).toBeLessThan(3_200_000);

    // The pages for operators are beside it. Their links lead to files of the package.
    const pages = packedFiles.filter((path) => /^docs\/operate\/[^/]*\.md$/.test(path));
    expect(pages).toEqual(expect.arrayContaining(['docs/operate/settings.md', 'docs/operate/troubleshooting.md']));
    for (const page of pages) {
      const content = await readFile(`${root}/packages/server/${page}`, 'utf8');
      const links = [...content.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, link = '']) =>
        posix.join('docs/operate', link),
      );
      const missing = links.filter((link) => !packedFiles.some((path) => path === link || path.startsWith(`${link}/`)));
      expect(missing).toEqual([]);
    }
  });
});

const browser = { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

let folder: Awaited<ReturnType<typeof openFolder>>;
let world: World;

describe('an address without a page', () => {
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
});
