/**
 * Runs `npm run generate` in a copy of the folders that it reads and writes.
 *
 * @module-tag slow
 */
import { execFile } from 'node:child_process';
import { appendFile, cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, matchesGlob, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BundledContract } from '@booking-service/toolkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { generatedFiles, generateInputs } from './generated-files.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folders = [
  'packages/contract/src/generated',
  'packages/webhooks/src/generated',
  'packages/client/src/generated',
  'packages/octo-provider/src/generated',
  'packages/conformance/src/generated',
  'packages/client/test/generated',
  'packages/contract/fixtures',
  'packages/dashboard/src/generated',
  'packages/server/src/generated',
];
const examples = 'openapi/components/examples.yaml';
const handlers = 'packages/server/src/operations/index.ts';
const longest = { timeout: 240_000 };

let copy: string;
/** The files that the generator writes for the current contract, by path from the root. */
let upToDate: ReadonlyMap<string, string>;

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'generate-'));
  const parts = [
    'openapi',
    'scripts',
    'package.json',
    'toolkit.config.ts',
    'packages/contract/package.json',
    'packages/webhooks/package.json',
    'packages/client/package.json',
    'packages/client/src/lib/resources',
  ];
  await Promise.all(parts.map((part) => cp(join(root, part), join(copy, part), { recursive: true, filter: isSource })));
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction');
  for (const name of ['packages/toolkit', 'packages/kernel'])
    await symlink(join(root, name), join(copy, name), 'junction');
  await generate();
  upToDate = await generatedTexts();
});

beforeEach(async () => {
  for (const folder of folders) {
    await rm(join(copy, folder), { recursive: true, force: true });
    await mkdir(join(copy, folder));
  }
  await Promise.all([...upToDate].map(([path, text]) => writeFile(join(copy, path), text)));
});

afterAll(() => rm(copy, { recursive: true, force: true }));

describe('generate --check', () => {
  it(
    'exits with 0 after a run, and reads only files whose changes make a command generate again',
    longest,
    async () => {
      const list = join(copy, 'read.txt');
      const recorder = join(copy, 'recorder.mjs');
      await writeFile(
        recorder,
        `import fs from 'node:fs';
      import { registerHooks, syncBuiltinESMExports } from 'node:module';
      import { fileURLToPath } from 'node:url';
      const { appendFileSync, readFileSync } = fs;
      const note = (file) => appendFileSync(${JSON.stringify(list)}, fs.realpathSync(file) + '\\n');
      const noted = (read) => (file, ...rest) => {
        if (typeof file !== 'number' && fs.existsSync(file)) note(file);
        return read(file, ...rest);
      };
      fs.readFileSync = noted(readFileSync);
      fs.promises.readFile = noted(fs.promises.readFile);
      syncBuiltinESMExports();
      registerHooks({
        load(url, context, next) {
          if (url.startsWith('file:')) note(fileURLToPath(url));
          return next(url, context);
        },
      });`,
      );
      // Two runs make equal bytes.
      expect(await run([`--import=${recorder}`], '--check')).toEqual({
        code: 0,
        stdout: `${upToDate.size} generated files are up to date.\n`,
        stderr: '',
      });
      const base = await realpath(copy);
      const places = [...new Set((await readFile(list, 'utf8')).trim().split('\n'))]
        .filter((file) => [base, root].some((folder) => file.startsWith(join(folder, '/'))))
        .filter((file) => !file.includes('node_modules') && file !== join(base, 'recorder.mjs'))
        .map((file) => relative(file.startsWith(base) ? base : root, file).replaceAll('\\', '/'));
      const watched = [...generateInputs, ...generatedFiles];
      expect(places.filter((place) => !watched.some((glob) => matchesGlob(place, glob)))).toEqual([]);
      // Redocly, a process of its own, reads the parts of the documents, which are all in openapi/.
      expect(places).toContain('openapi/openapi.yaml');
      expect(places.length).toBeGreaterThan(100);
    },
  );

  it(
    'exits with 1 and names files that are changed, missing or not part of the contract, without changing them',
    longest,
    async () => {
      await appendFile(join(copy, `${folders[0]}/operations.ts`), '\n');
      await appendFile(join(copy, examples), '# Gone.\n');
      await rm(join(copy, `${folders[1]}/events.ts`));
      await writeFile(join(copy, `${folders[1]}/extra.ts`), '');
      const before = await generatedTexts();
      const { code, stdout, stderr } = await generate('--check');
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      const [, named = ''] = /^Out of date: (.+)\. Run: npm run generate\n$/.exec(stderr) ?? [];
      const wrong = [`${folders[0]}/operations.ts`, examples, `${folders[1]}/events.ts`, `${folders[1]}/extra.ts`];
      expect(named.split(', ').toSorted()).toEqual(wrong.toSorted());
      expect(await generatedTexts()).toEqual(before);
    },
  );

  it('names each file that is out of date after a change of the contract', longest, async () => {
    const file = join(copy, 'openapi/behavior/limits.yaml');
    const text = await readFile(file, 'utf8');
    try {
      await writeFile(file, text.replace('window_seconds: 300', 'window_seconds: 60'));
      const { code, stderr } = await generate('--check');
      expect(code).toBe(1);
      // A text of the admin contract names the window.
      const names = ['openapi.json', 'limits.ts', 'admin.json', 'admin.ts', 'admin-commands.ts'];
      const files = names.map((name) => `${folders[0]}/${name}`);
      expect(stderr).toContain(`: ${[...files, 'packages/server/src/generated/admin-contract.ts'].join(', ')}. `);
    } finally {
      await writeFile(file, text);
    }
  });
});

describe('generate', () => {
  it('writes changed and missing files, and removes extra files', longest, async () => {
    await appendFile(join(copy, `${folders[0]}/operations.ts`), '\n');
    await rm(join(copy, `${folders[0]}/openapi.json`));
    await writeFile(join(copy, `${folders[0]}/extra.ts`), '');
    const stdout = `${upToDate.size} generated files, 2 written, 1 removed.\n`;
    expect(await generate()).toEqual({ code: 0, stdout, stderr: '' });
    expect(await generatedTexts()).toEqual(upToDate);
  });

  it('writes no source of the contract with --keep-sources', longest, async () => {
    await appendFile(join(copy, examples), '# Gone.\n');
    await rm(join(copy, `${folders[0]}/openapi.json`));
    expect(await generate('--keep-sources')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(', 1 written, '),
    });
    expect((await generatedTexts()).get(examples)).toMatch(/# Gone\.\n$/);
  });

  it('lists a new path in the contract, with its handler, its client method and its samples', longest, async () => {
    const file = join(copy, 'openapi/paths/v1_bookings_{id}_status_{day}.yaml');
    const text = await readFile(join(copy, 'openapi/paths/v1_bookings_{id}.yaml'), 'utf8');
    const day = `    - { name: day, in: path, required: true, description: A day., schema: { type: string }, example: '2026-11-21' }
    - { name: part, in: query, required: true, description: A part., schema: { type: string }, example: a b }
    - { name: since, in: query, required: true, description: A time., schema: { type: string, format: date-time }, example: '2026-11-21T00:00:00Z' }
    - { name: ids, in: query, required: true, description: Ids., style: pipeDelimited, explode: false, schema: { type: array, items: { type: string } }, example: [a, b] }
    - { name: has, in: query, required: true, description: Fields., style: deepObject, schema: { type: object }, example: { a: '1' } }
    - { name: X-Part, in: header, required: true, description: A header., schema: { type: string }, example: a }
`;
    await writeFile(file, text.replace('getBooking', 'getBookingStatus').replace('  parameters:\n', `$&${day}`));
    try {
      expect(await generate()).toMatchObject({ code: 0 });
      const written = await generatedTexts();
      const entry = `  /v1/bookings/{id}/status/{day}: { $ref: 'paths/v1_bookings_{id}_status_{day}.yaml' }\n  /v1/sessions`;
      expect(written.get('openapi/openapi.yaml')).toContain(entry);
      expect(written.get(handlers)).toContain(`import { getBookingStatus } from './get-booking-status.ts';\n`);
      const methods = written.get('packages/client/src/generated/resources.ts');
      const own = `operations['getBookingStatus']['parameters']`;
      expect(methods).toContain(
        `  getStatus(id: string, day: string, query: QueryOf<${own}, 'since'>, options: CallOptions & { readonly headers: ${own}['header'] }): Call<Booking, `,
      );
      expect(methods).toContain(
        `getStatus: (id, day, query, options) => call('getBookingStatus', options, undefined, { id, day }, toQuery(query, { "ids": '|', "has": 'deepObject' })),`,
      );
      const { paths } = JSON.parse(written.get(`${folders[0]}/openapi.json`) ?? '') as BundledContract;
      const [curl, client] = paths['/v1/bookings/{id}/status/{day}']?.['get']?.['x-codeSamples'] ?? [];
      expect(curl?.source).toContain(
        '"$BOOKING_BASE_URL/v1/bookings/$BOOKING_ID/status/$DAY?part=a+b&since=2026-11-21T00%3A00%3A00Z&ids=a%7Cb&has%5Ba%5D=1"',
      );
      const query = `{ part: 'a b', since: '2026-11-21T00:00:00Z', ids: [ 'a', 'b' ], has: { a: '1' } }`;
      const inputs = `process.env['BOOKING_ID'] ?? '', process.env['DAY'] ?? '', ${query}`;
      expect(client?.source).toContain(`client.bookings.getStatus(${inputs}, { headers: { 'X-Part': 'a' } })`);
    } finally {
      await rm(file);
      for (const [path, before] of upToDate) await writeFile(join(copy, path), before);
    }
  });

  it('refuses an order of refusals that would refuse every body', longest, async () => {
    const file = join(copy, 'openapi/behavior/access.yaml');
    const text = await readFile(file, 'utf8');
    try {
      await writeFile(file, text.replace(/( +- payload_too_large\n)( +- invalid_request\n)/, '$2$1'));
      const { code, stderr } = await generate();
      expect(code).toBe(1);
      expect(stderr).toContain('invalid_request needs payload_too_large before it in refusal_order');
    } finally {
      await writeFile(file, text);
    }
    expect(await generatedTexts()).toEqual(upToDate);
  });

  it('reports why it cannot compile an invalid contract, and writes nothing', longest, async () => {
    const file = join(copy, 'openapi/openapi.yaml');
    const text = await readFile(file, 'utf8');
    try {
      await writeFile(file, `${text}\n  broken: [`);
      const { code, stderr } = await generate();
      expect(code).not.toBe(0);
      expect(stderr).toContain('openapi.yaml');
    } finally {
      await writeFile(file, text);
    }
    expect(await generatedTexts()).toEqual(upToDate);
  });
});

function isSource(path: string): boolean {
  return !path.endsWith('node_modules');
}

function generate(...flags: string[]): Promise<Ended> {
  return run([], ...flags);
}

interface Ended {
  readonly code: unknown;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the generator in the copy, with these flags of Node. */
function run(node: readonly string[], ...flags: string[]): Promise<Ended> {
  const program = ['--conditions=@booking-service/source', ...node, join(copy, 'scripts/generate/main.ts')];
  return new Promise((done) => {
    execFile(process.execPath, [...program, ...flags], (error, stdout, stderr) => {
      done({ code: error ? error.code : 0, stdout, stderr });
    });
  });
}

async function generatedTexts(): Promise<Map<string, string>> {
  const names = await Promise.all(folders.map((folder) => readdir(join(copy, folder))));
  const inFolders = folders.flatMap((folder, index) => (names[index] ?? []).map((name) => `${folder}/${name}`));
  const paths = [...inFolders, examples, handlers, 'openapi/openapi.yaml', 'openapi/admin.yaml'];
  return new Map(
    await Promise.all(paths.map(async (path) => [path, await readFile(join(copy, path), 'utf8')] as const)),
  );
}
