/** The built site without a browser: its links, resources and sizes, and its files for programs. */
import { execFile } from 'node:child_process';
import { mkdtempDisposable, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, normalize } from 'node:path/posix';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import type { BundledContract } from '@booking-service/toolkit';
import { createSearchIndex, linkPages, markdownToHtml, type SearchIndex } from '@booking-service/toolkit/docs';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readPublicContract } from '../contract-files.ts';
import { readWorkflows } from '../workflows/read-workflows.ts';
import { buildSite } from './build-site.ts';
import { digestOfInputs } from './digest-of-inputs.ts';
import { withOperatorTables } from './pages/operator-pages.ts';
import { ownPages } from './sections/own-pages.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** A view of a page loads its HTML, the style, the scripts and the icon. */
const firstView_bytes = 355_000;

let files: Map<string, string>;
/** The pages, as HTML. */
let pages: [string, string][];

beforeAll(async () => {
  files = await buildSite(root);
  pages = [...files].filter(([name]) => name.endsWith('.html'));
});

describe('every page', () => {
  it('has links that lead to a file of the site and an existing anchor', () => {
    const broken = pages.flatMap(([name, html]) =>
      attributes(html, 'href|src')
        .filter((target) => {
          if (/^(?:https?:|mailto:)/.test(target)) return false;
          // The page for unknown addresses is in the folder of the site, and its links name that folder.
          const [path = '', anchor] = target.replace(/^\{docs_url\}\//, '').split('#');
          const file = path === '' ? name : normalize(join(dirname(name), path));
          const linked = files.get(file);
          if (linked === undefined) return true;
          return anchor !== undefined && !linked.includes(` id="${anchor}"`);
        })
        .map((target) => `${name}: ${target}`),
    );
    expect(broken).toEqual([]);
    expect(pages.length).toBeGreaterThan(90);
  });

  it('has a Markdown copy whose links lead to Markdown', () => {
    const copied = pages.filter(([name]) => name !== '404.html');
    const broken = copied.flatMap(([name]) => {
      const copy = name.replace(/html$/, 'md');
      const text = files.get(copy);
      if (text === undefined) return [`${copy} is missing`];
      const targets = [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
      return targets
        .filter((target) => !/^(?:https?:|mailto:|#)/.test(target))
        .filter((target) => !files.has(normalize(join(dirname(copy), target.replace(/#.*/, '')))))
        .map((target) => `${copy}: ${target}`);
    });
    expect(broken).toEqual([]);
  });

  it('loads nothing from another host and has no inline script, style or handler', () => {
    const found = pages.flatMap(([name, html]) => {
      const loaded = [...html.matchAll(/<(?:script|img|link|iframe|source)\b[^>]*\b(?:src|href)="(https?:[^"]*)"/g)];
      const inline = /<script\b(?![^>]*\bsrc=)|<style\b|\sstyle="|\son\w+="/.exec(
        html.replaceAll(/<pre[^]*?<\/pre>/g, ''),
      );
      return [...loaded.map(([, url]) => `${name}: ${url}`), ...(inline ? [`${name}: ${inline[0]}`] : [])];
    });
    expect(found).toEqual([]);
  });

  it(`is less than ${firstView_bytes} bytes at the first view, with all that it loads, uncompressed`, () => {
    const large = pages.filter(([name, html]) => {
      const loaded = attributes(html, 'href|src').flatMap((each) => /assets\/.+$/.exec(each) ?? []);
      const sizes = [name, ...new Set(loaded)].map(sizeOf);
      return sizes.length < 4 || sizes.reduce((sum, size) => sum + size, 0) > firstView_bytes;
    });
    expect(large.map(([name]) => name)).toEqual([]);
    expect(gzipSync(files.get('search.json') ?? '').length).toBeLessThan(firstView_bytes);
  });

  it('has a color for every span of its code', () => {
    const colored = new Set(
      [...(files.get('assets/site.css') ?? '').matchAll(/\.(hljs-\w+)/g)].map(([, name]) => name),
    );
    const plain = pages.flatMap(([, html]) =>
      [...html.matchAll(/class="(hljs-\w+)/g)].flatMap(([, name]) => (colored.has(name) ? [] : [name])),
    );
    expect([...new Set(plain)]).toEqual([]);
    expect(colored.size).toBeGreaterThan(5);
  });

  it('has one title, a description of itself and column titles in every table', () => {
    const faults = pages.filter(([, html]) => {
      const headings = html.match(/<h1>/g) ?? [];
      return headings.length !== 1 || /<th><\/th>/.test(html) || !/<title>[^<]+<\/title>/.test(html);
    });
    expect(faults.map(([name]) => name)).toEqual([]);
  });
});

it('has a page for an unknown address, with the navigation and addresses that hold at any depth', () => {
  const html = files.get('404.html') ?? '';
  expect(html).toContain('Page not found');
  expect(html).toContain('>Quickstart</a>');
  const relative = attributes(html, 'href|src|data-up').filter((target) => !/^(?:\{docs_url\}\/|#)/.test(target));
  expect(relative).toEqual([]);
});

it('prints the tables of the pages for operators from the code', () => {
  const page = (name: string) => files.get(`operate/${name}.md`) ?? '';
  expect(page('settings')).toContain('\n| `second_sealing_key` |');
  expect(page('metrics-and-alerts')).toContain('\n| `webhook_proxy_errors_total` | `error` |');
  expect(page('metrics-and-alerts')).toMatch(/^\| `BookingServiceBackupOld` \| ticket \| \[Back up a data folder\]\(/m);
  expect([...files].filter(([, text]) => text.includes('<!-- table:')).map(([name]) => name)).toEqual([]);
  expect(() => withOperatorTables(root, '<!-- table: nothing -->')).toThrow('no table nothing');
});

describe('the search', () => {
  let index: SearchIndex;
  beforeAll(() => {
    index = createSearchIndex(JSON.parse(files.get('search.json') ?? '') as Parameters<typeof createSearchIndex>[0]);
  });

  it.each([
    ['cancel', 'operations/cancel-booking.html'],
    ['retry', 'integrate/retries.html'],
    ['signature', 'webhooks/delivery.html'],
    ['verify signature', 'integrate/webhooks.html'],
    ['webhook', 'integrate/webhooks.html'],
    ['api key', 'reference/access.html'],
    ['429', 'errors/rate_limited.html'],
    ['too many requests', 'errors/rate_limited.html'],
    ['idempotency', 'reference/idempotency.html'],
    ['slot_not_offered', 'errors/slot_not_offered.html'],
    ['booking.confirmed', 'webhooks/booking.confirmed.html'],
    ['cursor', 'operations/search-venues.html'],
    ['createbooking', 'operations/create-booking.html'],
    ['how do i cancel', 'operations/cancel-booking.html'],
    ['cacnel', 'operations/cancel-booking.html'],
    ['backup', 'operate/back-up-and-restore.html'],
  ])('shows for %s, among the first three, %s', (query, page) => {
    const shown = index.find(query).results.map(({ id }) => String(id).replace(/#.*/, ''));
    expect(shown.slice(0, 3)).toContain(page);
  });

  it('finds nothing for a word that no page contains, and similar words are not passed off as it', () => {
    expect(index.find('zzzz')).toEqual({ results: [], isComplete: false });
    expect(index.find('cacnel').isComplete).toBe(false);
  });
});

describe('the files for programs', () => {
  it('llms.txt lists every page, and each address exists', () => {
    const text = files.get('llms.txt') ?? '';
    const listed = [...text.matchAll(/\{docs_url\}\/([^)\s]+)/g)].map(([, name = '']) => name);
    expect(listed.filter((name) => !files.has(name))).toEqual([]);
    const copies = [...files.keys()].filter((name) => name.endsWith('.md') && name !== 'docs.md');
    expect(copies.filter((name) => !listed.includes(name))).toEqual([]);
    expect(text).toMatch(/^# Booking Service\n\n> .+\n/);
    // A field keeps its name, a page begins with a sentence, and a sentence is whole.
    expect(text).toContain('error_code identifies it for programs, and request_id finds it');
    const lines = text.split('\n').filter((line) => line.startsWith('- [') && !line.includes('changelog.md'));
    expect(lines.filter((line) => !/\): .*(?:\.|\))$/.test(line))).toEqual([]);
  });

  it('llms-full.txt has every operation, webhook and error of the API, in less than 200 kB', () => {
    const text = files.get('llms-full.txt') ?? '';
    const { paths, webhooks, 'x-errors': errors } = readPublicContract();
    const operations = Object.values(paths).flatMap((each) =>
      Object.values(each).map(({ operationId }) => operationId),
    );
    expect(operations.filter((id) => !text.includes(`- Operation id: \`${id}\``))).toEqual([]);
    expect(Object.keys(webhooks).filter((type) => !text.includes(`\n# \`${type}\`\n`))).toEqual([]);
    expect(Object.keys(errors).filter((code) => !text.includes(`\`${code}\``))).toEqual([]);
    expect(text).not.toContain('listOrganizations');
    expect(Buffer.byteLength(text)).toBeLessThan(200_000);
    expect(text).toContain('| … | | as above |');
  });

  it('docs.md contains every page of the navigation', () => {
    const text = files.get('docs.md') ?? '';
    const start = files.get('index.html') ?? '';
    const navigation = /<nav id="navigation"[^]*?<\/nav>/.exec(start)?.[0] ?? '';
    const listed = attributes(navigation, 'href').map((name) => name.replace(/html$/, 'md'));
    expect(listed.filter((name) => !text.includes(`<!-- {docs_url}/${name} -->`))).toEqual([]);
    const relative = withoutCode(text).matchAll(/\]\((?!https?:|mailto:|#|\{docs_url\})([^)\s]+)/g);
    expect([...relative].map(([link]) => link)).toEqual([]);
  });

  it('openapi.json and openapi.yaml are one contract, with the address of the service', () => {
    const contract = JSON.parse(files.get('openapi.json') ?? '') as { servers: object };
    expect(parse(files.get('openapi.yaml') ?? '')).toEqual(contract);
    expect(contract.servers).toEqual([{ url: '{base_url}', description: 'This service.' }]);
  });

  it('postman.json has a request for each operation, declares each variable that it uses, and contains the address once', () => {
    const text = files.get('postman.json') ?? '';
    const { item, variable } = JSON.parse(text) as {
      readonly item: readonly { readonly item: readonly { readonly request: { readonly method: string } }[] }[];
      readonly variable: readonly { readonly key: string; readonly value: string }[];
    };
    const methods = item.flatMap((folder) => folder.item.map(({ request }) => request.method.toLowerCase()));
    const operations = Object.values(readPublicContract().paths).flatMap((each) => Object.keys(each));
    expect(methods.toSorted()).toEqual(operations.toSorted());
    const used = new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name));
    expect(new Set(variable.map(({ key }) => key))).toEqual(used);
    expect(text.split('{base_url}')).toHaveLength(2);
  });
});

it('each workflow names contracts that are beside it in the site', () => {
  const workflows = [...files].filter(([name]) => name.startsWith('workflows/'));
  const missing = workflows.flatMap(([name, text]) => {
    const { sourceDescriptions } = parse(text) as { sourceDescriptions: readonly { readonly url: string }[] };
    return sourceDescriptions.map(({ url }) => normalize(join(dirname(name), url))).filter((file) => !files.has(file));
  });
  expect(missing).toEqual([]);
  expect(workflows.length).toBeGreaterThan(4);
  expect(files.get('admin.yaml')).toContain('url: "{admin_url}"');
});

it('prints the workflows and the verdicts of the gate', () => {
  const page = files.get('integrate/workflows.md') ?? '';
  expect(readWorkflows().filter(({ info }) => !page.includes(`\n## ${info.title}\n`))).toEqual([]);
  expect(page).toContain('1. **Search availability**, `POST /v1/availability/search`.');
  expect(files.get('build/change-a-contract.md')).toContain('| enum | widened | compatible | breaking |');
});

it(
  'docs:site writes the site for a host of static files, with its addresses',
  { tags: ['slow'], timeout: 240_000 },
  async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'docs-site-'));
    const addresses = ['--base-url', 'https://booking.example.test', '--docs-url', 'https://docs.example.test'];
    const program = fileURLToPath(new URL('./main.ts', import.meta.url));
    await promisify(execFile)(process.execPath, [
      '--conditions=@booking-service/source',
      program,
      '--to',
      folder.path,
      ...addresses,
    ]);
    const landing = await readFile(join(folder.path, 'index.html'), 'utf8');
    expect(landing).toContain('BOOKING_BASE_URL=https://booking.example.test');
    expect(await readFile(join(folder.path, 'llms.txt'), 'utf8')).toContain('(https://docs.example.test/docs.md)');
    const left = [];
    for (const name of files.keys()) {
      if (/\{(?:base|docs)_url\}/.test(await readFile(join(folder.path, name), 'utf8'))) left.push(name);
    }
    expect(left).toEqual([]);
  },
);

it('a page keeps the address of the service whole in highlighted code', () => {
  const { html } = markdownToHtml('```sh\nexport URL={base_url}\n```\n\n```json\n{ "a": "{docs_url}" }\n```\n');
  expect(html).toContain('{base_url}');
  expect(html).toContain('{docs_url}');
});

it('a link to a page that does not exist fails the build, and a link to other files becomes its text', () => {
  const targets = {
    paths: new Set(['integrate/errors']),
    shownBy: new Map([['docs/integrate/errors.md', 'integrate/errors']]),
  };
  const link = (markdown: string) =>
    linkPages({ path: 'integrate/a', source: 'docs/integrate/a.md', markdown }, targets, ({ path }) => path);
  expect(link('[a](errors.md#b) [c](../../README.md) [d](https://e.test) `[x](y)`')).toBe(
    '[a](integrate/errors#b) c [d](https://e.test) `[x](y)`',
  );
  expect(link('```sh\n[a](b)\n```')).toBe('```sh\n[a](b)\n```');
  expect(() => link('[a](site:nothing)')).toThrow('integrate/a links to site:nothing');
});

it('the digest of the inputs is stable', () => {
  expect(digestOfInputs(root)).toBe(digestOfInputs(root));
});

// The pages follow the contract: if a value changes in the contract, it changes on the pages.
describe('a page about a block', () => {
  const contract = readPublicContract();

  function textOf(changed: Partial<BundledContract>): string {
    return ownPages.map(({ write }) => write({ ...contract, ...changed })).join('\n');
  }

  it.each([
    {
      value: 'the window',
      changed: { 'x-limits': { ...contract['x-limits'], window_seconds: 77 } },
      text: '1 min 17 s',
    },
    {
      value: 'the time after which a run is given up',
      changed: { 'x-runs': { ...contract['x-runs'], give_up_after_seconds: 3601 } },
      text: '1 h 1 s',
    },
    {
      value: 'the code of the sandbox',
      changed: { 'x-sandbox': { ...contract['x-sandbox'], code: '191919' } },
      text: '`191919`',
    },
  ])('shows $value', ({ changed, text }) => {
    expect(textOf({})).not.toContain(text);
    expect(textOf(changed)).toContain(text);
  });
});

function attributes(html: string, names: string): string[] {
  return [...html.matchAll(new RegExp(`\\s(?:${names})="([^"]*)"`, 'g'))].map(([, value = '']) => value);
}

function sizeOf(name: string): number {
  return Buffer.byteLength(files.get(name) ?? '');
}

function withoutCode(markdown: string): string {
  return markdown.replaceAll(/^ *```[^]*?^ *```$|`[^`\n]+`/gm, '');
}
