/**
 * Any OpenAPI document is compiled as it is: its types and its client compile together under strict, and what cannot be compiled is refused with
 * its place and reason.
 *
 * @module-tag slow
 */
import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ToolkitConfig } from '../../src/config.ts';
import { testOperations } from '../../src/commands/test.ts';
import { bundle } from '../../src/document/bundle.ts';
import type { JsonObject } from '../../src/document/bundled-contract.ts';
import { startMock } from '../../src/mock.ts';
import { testedDocument } from '../../src/test-server/requests.ts';
import { generate } from '../../src/project/generate.ts';
import { kinds as schemaKinds, refused } from './documents.ts';
import type { Kind } from './kind.ts';
import { messageKinds } from './message-kinds.ts';

const kinds = [...schemaKinds, ...messageKinds];

const modules = fileURLToPath(new URL('../../../../node_modules', import.meta.url));
let root: string;
const messages = new Map<string, string>();

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'toolkit-basic-'));
  for (const [index, kind] of kinds.entries())
    messages.set(kind.name, await generated(kind, join(root, String(index))));
}, 300_000);

afterAll(() => rm(root, { recursive: true, force: true }));

it('compiles the types and the client of each kind of document under strict', async () => {
  const compilerOptions = {
    strict: true,
    noEmit: true,
    target: 'es2024',
    lib: ['es2024', 'dom', 'dom.iterable', 'dom.asynciterable'],
    module: 'nodenext',
    types: [],
    verbatimModuleSyntax: true,
    isolatedModules: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    allowImportingTsExtensions: true,
  };
  await writeFile(join(root, 'package.json'), '{ "type": "module" }');
  await writeFile(join(root, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['**/*.ts'] }));
  const tsc = join(modules, 'typescript/bin/tsc');
  const { stdout } = await promisify(execFile)(process.execPath, [tsc, '-p', root]).catch(
    (error: { stdout: string }) => error,
  );
  expect(stdout).toBe('');
}, 60_000);

/** Prism makes no right example of these schemas, does not read these bodies, and starts for no webhook alone. */
const beyondPrism = new Set([
  'no paths, only webhooks',
  'a choice beside the fields that it requires',
  'discriminators with a mapping, without one, and by allOf',
  'media types with parameters, suffixes and ranges',
  'binary, text and form bodies, and events',
]);
const mocked = kinds.flatMap(({ name, file }, index) => (beyondPrism.has(name) ? [] : [{ name, file, index }]));

it.each(mocked)('mocks $name, and the mock passes the test of each operation', async ({ file = 'api.json', index }) => {
  const document: JsonObject = JSON.parse(await bundle({ document: file }, join(root, String(index))));
  await using mock = await startMock({ document });
  const outcomes = await testOperations(testedDocument(document), { url: mock.url, key: 'user:password' });
  const failed = outcomes.filter(({ succeeded, wrong }) => !succeeded || wrong > 0);
  expect(failed.map(({ view, statuses }) => [view.route, statuses])).toEqual([]);
});

it('leaves no undefined in what it writes', async () => {
  const files = (await readdir(root, { recursive: true })).filter(
    (file) => file.endsWith('client.ts') || file.endsWith('-routes.ts'),
  );
  const texts = await Promise.all(files.map(async (file) => [file, await readFile(join(root, file), 'utf8')] as const));
  const wrong = texts.filter(([, written]) => /\bundefined\.|\[object|"undefined|operations\["undefined/.test(written));
  expect(wrong.map(([file]) => file)).toEqual([]);
});

it('states the ids that it derives', () => {
  expect(messages.get('no operationIds')).toContain('GET /a/{b-c} is getAByBC, DELETE /a/{b-c} is deleteAByBC.');
});

it('states the parts that nothing reads, with their first place and their effect', () => {
  const lines = messages.get('parts that nothing reads')?.split('\n').slice(0, -1) ?? [];
  const body = '#/paths/~1a/post/requestBody';
  expect(lines.map((line) => line.replace(/^api\.json: /, ''))).toEqual([
    'jsonSchemaDialect at #: schemas are read as JSON Schema 2020-12.',
    'a relative server at #/servers/0: the client needs baseUrl.',
    'externalDocs at #/paths/~1a/post: the docs do not link to it.',
    `multipart/mixed at ${body}: the client sends it as it is, and the router needs a parser.`,
    `headers of an encoding at ${body}/content/multipart~1form-data/encoding/f: the headers of parts are neither sent nor checked.`,
    'xml at #/components/schemas/A: bodies of XML are texts, which parsers of the router turn into values.',
    'contentEncoding at #/components/schemas/A/properties/image: the text is not decoded.',
    'another format (phone, fax) at #/components/schemas/A/properties/phone and 2 more: nothing checks it.',
  ]);
});

it('states what fetch does not send', () => {
  const message = messages.get('media types with parameters, suffixes and ranges');
  expect(message).toContain('api.json: TRACE /t: fetch does not send TRACE.');
  expect(message).toContain('api.json: GET /t has a body, which fetch does not send with GET.');
});

it.each(refused)('refuses %s', async (_name, document, reason) => {
  const folder = await mkdtemp(join(root, 'refused-'));
  await expect(generated({ name: '', document }, folder)).rejects.toThrow(reason);
});

it('says what the page about the parts of OpenAPI quotes', async () => {
  const repository = new URL('../../../../', import.meta.url);
  const page = await readFile(new URL('docs/build/parts-of-openapi.md', repository), 'utf8');
  const cells = [...page.matchAll(/(?:refused|refuses|printed|function): (.*?) *\|$/gm)].map(([, cell = '']) => cell);
  // Redocly says what lint refuses.
  const quotes = cells.filter((cell) => !cell.startsWith('``')).flatMap((cell) => cell.match(/`[^`]+`/g) ?? []);
  const parts = quotes.flatMap((each) => each.slice(1, -1).split('…')).map((each) => each.trim());
  const sources = globSync('packages/{toolkit,kernel}/src/**/*.ts', { cwd: fileURLToPath(repository) });
  const texts = await Promise.all(sources.map((path) => readFile(new URL(path, repository), 'utf8')));
  expect(parts.length).toBeGreaterThan(10);
  expect(parts.filter((part) => !texts.some((each) => each.includes(part)))).toEqual([]);
});

/** Writes the project of a document, and returns the message of generate. */
async function generated(
  { document, files = {}, file = 'api.json', int64, use }: Kind,
  folder: string,
): Promise<string> {
  for (const [path, value] of Object.entries({ ...files, [file]: document })) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), JSON.stringify(value));
  }
  const program = `import { createAnyClient } from './client/index.ts';\nexport const client = createAnyClient();\n${use}\n`;
  if (use !== undefined) await writeFile(join(folder, 'use.ts'), program);
  const contract = { document: file, outputs: { client: 'client' }, ...(int64 && { int64 }) };
  const config: ToolkitConfig = { contracts: { public: contract } };
  const { message } = await generate({ root: folder, config, isCheck: false });
  return message;
}
