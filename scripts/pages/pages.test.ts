/** Checks the hand-written pages, and not the built site, which has its own tests: links resolve, walks name existing functions, and listed attacks select existing tests. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, matchesGlob } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { withProseValues } from '@booking-service/toolkit';
import { readPublicContract } from '../contract-files.ts';
import { listFiles } from '../working-copy/working-copy.ts';
import { pageBlocks } from './page-blocks.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');
// Without built files, such as the script of the dashboard.
const written = listFiles(root);
const find = (pattern: string) => written.filter((path) => matchesGlob(path, pattern));

describe('a page', () => {
  it.each(['README.md', 'CONTRIBUTING.md', ...find('{docs,packages,examples,bench}/**/*.md')])(
    '%s has links that lead to a file and a heading',
    (page) => {
      const broken = [...read(page).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].filter(
        ([, path, anchor]) => {
          const target = path ? join(dirname(page), path) : page;
          // A reader without an installation follows it, too: a folder or a file that git has.
          const place = target.replace(/\/$/, '');
          if (place !== '.' && !written.some((file) => file === place || file.startsWith(`${place}/`))) return true;
          return anchor !== undefined && !headingsOf(target).includes(anchor);
        },
      );
      expect(broken.map(([link]) => link)).toEqual([]);
    },
  );
});

it('all pages have at most 50,000 words, each at most 1,500, and the README at most 700', () => {
  const words = new Map(find('**/*.md').map((page) => [page, read(page).trim().split(/\s+/).length]));
  expect([...words].filter(([, count]) => count > 1_500)).toEqual([]);
  expect(words.get('README.md')).toBeLessThanOrEqual(700);
  expect([...words.values()].reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(50_000);
});

describe('a command that readers paste', () => {
  const files = find(
    '{*.md,Dockerfile,{docs,packages,examples,bench,deploy,openapi,scripts}/**/*.{md,ts,tsx,js,mjs,sh,yaml,service}}',
  );
  /** A command at the start of a line or of a quotation, or `"command": "npx", "args": […]`. Prose about npx is neither. */
  const command =
    /(?:^|[`'"$(&|;] ?)(?:npx|bunx|npm exec|(?:pnpm|yarn) dlx)(?:",\s*"args": \[)?(?:[ ,]*"?-[\w-]+"?)*[ ,]+"?(?<name>[\w@][^\s`'",]*)/gm;
  /** Programs of the project's own node_modules: vitest in this repository, contract where the toolkit is installed. */
  const installed = new Set(['vitest', 'contract']);

  it('names the scope of a package that npx runs, because anyone can register a name without one', () => {
    const named = files.flatMap((file) =>
      [...read(file).matchAll(command)].map(({ groups }) => ({ file, name: groups?.['name'] ?? '' })),
    );
    expect(new Set(named.map(({ name }) => name))).toContain('@booking-service/mcp');
    expect(named.filter(({ name }) => !name.startsWith('@') && !installed.has(name))).toEqual([]);
  });
});

// A key never expires: a sample with the key of another one gets the booking of that one.
it('no two samples have the same idempotency key', () => {
  const { paths } = readPublicContract();
  const texts = [
    ...find('{*.md,{docs,packages,examples,scripts}/**/*.md}').flatMap((page) =>
      pageBlocks(read(page)).map(({ body }) => ({ place: page, body })),
    ),
    ...Object.values(paths).flatMap((methods) =>
      Object.values(methods).flatMap(({ operationId, 'x-codeSamples': samples }) =>
        samples.map(({ label, source }) => ({ place: `${operationId} in ${label}`, body: source })),
      ),
    ),
    // Programs that show a sample.
    ...find('packages/*/src/**/*.{ts,tsx}')
      .map((place) => ({ place, body: read(place) }))
      .filter(({ body }) => body.includes('-H "Idempotency-Key: ')),
  ];
  const places = new Map<string, string[]>();
  for (const { place, body } of texts) {
    for (const [, key = ''] of body.matchAll(/(?:Idempotency-Key["']?[:,] |idempotencyKey: )(?:f(?="))?(.+)/g)) {
      // Without the variables, which have a name of their own in each language.
      const [literal = ''] = /[\w.-]+/.exec(key.replaceAll(/\$?\{[^}]*\}|\$\([^)]*\)|\$\w+|\w+\+/g, '')) ?? [];
      places.set(literal, [...(places.get(literal) ?? []), place]);
    }
  }
  expect(places.size).toBeGreaterThan(6);
  expect([...places].filter(([, shared]) => shared.length > 1)).toEqual([]);
});

// Node 22 cannot parse `using`, and packages that integrators install allow it.
it('no program of a page and no sample has `using`', () => {
  const programs = [
    ...find('{*.md,{docs,packages,examples,scripts}/**/*.md}').flatMap((page) =>
      pageBlocks(read(page)).map((block) => ({ place: page, ...block })),
    ),
    ...find('{examples,openapi/code-samples}/**/*.ts')
      .filter((place) => !place.endsWith('.test.ts'))
      .map((place) => ({ place, language: 'ts', body: read(place) })),
  ].filter(({ language }) => /^(?:[cm]?[jt]s|tsx)$/.test(language));
  expect(programs.length).toBeGreaterThan(20);
  const newer = programs.filter(({ body }) => /^\s*(?:await )?using \w+ =|\((?:await )?using /m.test(body));
  expect(newer.map(({ place }) => place)).toEqual([]);
});

describe('docs/contribute/architecture.md', () => {
  const steps = [
    ...read('docs/contribute/architecture.md').matchAll(
      /`([\w.]+)`\s\(?(?:in\s)?\[[^\]]+\]\(\.\.\/\.\.\/([^)]+\.ts)\)/g,
    ),
  ];

  it('follows a request, a key and an event', () => {
    expect(steps.length).toBeGreaterThan(25);
  });

  it.each(steps.map(([, name = '', file = '']) => [name, file]))('finds %s in %s', (name, file) => {
    const declared = name.split('.').at(-1);
    expect(read(file)).toMatch(
      new RegExp(String.raw`(?:function|const|class) ${declared}\b|^ +(?:async )?${declared}\(`, 'm'),
    );
  });
});

describe('scripts/attack/attacks-in-tests.yaml', () => {
  const rows = parse(read('scripts/attack/attacks-in-tests.yaml')) as readonly { readonly run: string }[];
  const files = find('{packages,scripts}/**/*.test.ts');
  const tests = files.map((path) => ({ path, source: read(path) }));

  it.each(rows)('$run selects a test', ({ run }) => {
    const [, paths = '', title] = /^--project \w+ ([^']*?)(?:-t '?([^']+)'?)?$/.exec(run) ?? [];
    const filters = paths.split(' ').filter(Boolean);
    expect(filters.filter((path) => !files.some((file) => file.includes(path)))).toEqual([]);
    const selected = tests.filter(({ path }) => filters.length === 0 || filters.some((part) => path.includes(part)));
    expect(selected.some(({ source }) => title === undefined || source.includes(title))).toBe(true);
  });
});

describe('docs/decisions', () => {
  const pages = readdirSync(join(root, 'docs/decisions'));

  it('have one number each', () => {
    expect(new Set(pages.map((name) => name.slice(0, 3))).size).toBe(pages.length);
  });

  it.each(pages)('%s begins with its number and ends with when to revisit it', (name) => {
    const page = read(`docs/decisions/${name}`);
    expect(page).toMatch(new RegExp(`^# ${name.slice(0, 3)} · `));
    expect(page.trim().split('\n\n').at(-1)).toMatch(/^\*\*When to revisit\.\*\*/);
  });

  it('are the only ones that a text names', () => {
    const numbers = new Set(pages.map((name) => name.slice(0, 3)));
    const named = find(
      '{*.md,{docs,packages,examples,bench,deploy,openapi,scripts}/**/*.{md,ts,tsx,sql,py,yaml}}',
    ).flatMap((file) =>
      [...read(file).matchAll(/\bdecisions?[\s/]+(0\d\d)\b/gi)].map(([, number = '']) => ({ file, number })),
    );
    expect(named.length).toBeGreaterThan(30);
    expect(named.filter(({ number }) => !numbers.has(number))).toEqual([]);
  });
});

// Editors show these descriptions beside each field. The toolkit describes the fields of its own blocks.
describe('openapi/behavior', () => {
  const schemas = find('openapi/behavior/*.schema.json');
  const unit =
    /second|minute|hour|byte|day|attempt|request|entries|\bfault|number|times|year|booking|call|session|allowance|minor unit|percent/i;

  it.each(schemas)('%s describes each field, with the default of an optional one and the unit of a number', (file) => {
    const schema = JSON.parse(read(file)) as Schema;
    const fields = fieldsOf(schema, file);
    expect(fields.length).toBeGreaterThan(5);
    const wrong = fields.filter(({ schema: { description = '', type }, isOptional }) => {
      const hasDefault = !isOptional || /Default:|Required with/.test(description);
      return !/^[A-Z].+\.$/.test(description) || !hasDefault || (type === 'integer' && !unit.test(description));
    });
    expect(wrong.map(({ path, schema: { description } }) => `${path}: ${description}`)).toEqual([]);
  });
});

// Each sentence is filled from the contract, and must be on its page.
describe('a text outside the contracts', () => {
  const expiry = '{x-states.booking.states.requires_action.expires_after_seconds|duration}';
  const link = '{x-limits.dashboard.link_seconds|duration}';
  const delay = (retry: number) => `{x-delivery.retry_delays_seconds.${retry}|duration}`;
  const delays = `${delay(0)}, ${delay(1)} and ${delay(2)}`;
  const sentences = {
    openapi: [
      ['packages/webhooks/README.md', 'The service waits {x-delivery.timeout_seconds|duration} for a response'],
      ['docs/integrate/webhooks.md', 'The service waits {x-delivery.timeout_seconds|duration}'],
      ['docs/integrate/webhooks.md', `it reads as expired after ${expiry}`],
      ['docs/integrate/webhooks.md', 'up to {x-delivery.max_attempts} times'],
      ['docs/integrate/sandbox.md', 'all {x-delivery.max_attempts} attempts of a webhook'],
      ['docs/integrate/test-your-integration.md', `again after ${delays}`],
      ['openapi/rules.yaml', `Retries after ${delays}; after {x-delivery.max_attempts} failed attempts`],
      ['docs/integrate/go-live.md', 'respond within {x-delivery.timeout_seconds|duration}'],
      ['docs/integrate/go-live.md', 'at least {x-deprecation-policy.notice_days} days'],
      ['docs/decisions/001-contract.md', 'last {x-deprecation-policy.notice_days} days'],
      ['docs/integrate/go-live.md', `expires after ${expiry}`],
      ['docs/operate/install.md', '{x-limits.default_limit} requests in {x-limits.window_seconds|duration}'],
      ['docs/operate/sending-webhooks.md', 'by default {x-delivery.cadence_seconds|duration}'],
      ['docs/operate/old-events.md', 'by default {x-delivery.retention_days} days'],
      ['docs/integrate/bookings.md', `expires after ${expiry}`],
      ['docs/connect/provider-requirements.md', 'waits {x-limits.search_timeout_seconds|duration} for each'],
      ['openapi/workflows/answer.arazzo.yaml', `waits in requires_action for ${expiry}`],
      ['openapi/workflows/answer.arazzo.yaml', 'requires the code {x-sandbox.code}'],
      ['docs/contribute/architecture.md', `| ${expiry} pass`],
    ],
    admin: [
      ['docs/operate/access.md', '{x-limits.dashboard.idle_seconds|duration} without a request'],
      ['docs/operate/access.md', '{x-limits.dashboard.session_seconds|duration} after the sign-in'],
      ['docs/operate/access.md', `${link}:`],
      ['packages/dashboard/src/screens/operator/sessions.tsx', `It works once, for ${link}`],
      ['packages/server/src/command/sandbox/start-sandbox.ts', `open this link within ${link}`],
    ],
  } as const;

  it.each(
    Object.entries(sentences).flatMap(([name, rows]) => rows.map(([page, sentence]) => ({ name, page, sentence }))),
  )('$page repeats the value of the contract $name: $sentence', ({ name, page, sentence }) => {
    const contract: object = JSON.parse(read(`packages/contract/src/generated/${name}.json`));
    const { filled } = withProseValues({ ...contract, filled: sentence });
    expect(read(page).replaceAll(/\s+/g, ' ')).toContain(filled);
  });
});

interface Schema {
  readonly description?: string;
  readonly type?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly $defs?: Readonly<Record<string, Schema>>;
}

interface Field {
  readonly path: string;
  readonly schema: Schema;
  readonly isOptional: boolean;
}

function fieldsOf({ properties = {}, required = [], items, $defs = {} }: Schema, parent: string): Field[] {
  const own = Object.entries(properties).flatMap(([name, schema]) => {
    const path = `${parent}.${name}`;
    return [{ path, schema, isOptional: !required.includes(name) }, ...fieldsOf(schema, path)];
  });
  const shared = Object.entries($defs).flatMap(([name, schema]) => fieldsOf(schema, `${parent}#${name}`));
  return [...own, ...(items ? fieldsOf(items, `${parent}[]`) : []), ...shared];
}

function headingsOf(page: string): string[] {
  return [...read(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );
}
