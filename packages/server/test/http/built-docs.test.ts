/** The site that the build renders: its presence in a sandbox and in the packed package. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { posix } from 'node:path';
import { promisify } from 'node:util';
import { operationTable } from '@booking-service/contract';
import { providerRoutes } from '@booking-service/contract/provider';
import { beforeAll, describe, expect, it } from 'vitest';
// @boundaries-ignore npm is started in one way everywhere
import { npm } from '../../../../scripts/programs/run-program.ts';
import { openFolder, startService } from '../support/processes/server-process.ts';

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
    expect(packed?.size).toBeLessThan(3_050_000);

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
