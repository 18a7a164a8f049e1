/**
 * docs/guides/your-own-contract.md as a reader follows it: an empty folder gets the contract of the example, the toolkit comes from the
 * tarballs of the packages, and the blocks of the guide run in their order. Everything else comes from the registry of npm. The samples
 * of the toolkit's README compile in the finished project.
 * Lint leaves the folder of the example out, because its generated files are not stored; the guide compiles it strictly.
 *
 * @module-tag needs-bash
 * @module-tag slow
 * @module-tag nightly
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
// @boundaries-ignore the tests of the kernel know how to make an empty database
import { emptyDatabase } from '../../packages/kernel/test/support/empty-database.ts';
import { findTarballs } from '../packages/find-tarballs.ts';
import { pageBlocks, patternOf } from '../pages/page-blocks.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const example = join(root, 'examples/toolkit-library');
const blocks = pageBlocks(readFileSync(join(root, 'docs/guides/your-own-contract.md'), 'utf8'));
const readme = pageBlocks(readFileSync(join(root, 'packages/toolkit/README.md'), 'utf8'));
const longest = { timeout: 600_000 };

const files = blocks.flatMap(({ file, body }) => (file !== undefined && file !== 'states.ts' ? [{ file, body }] : []));

it.each(files)('shows $file of the example', ({ file, body }) => {
  const firstLine = `${file.endsWith('.sql') ? '--' : '//'} ${file}\n`;
  expect(body).toBe(firstLine + readFileSync(join(example, file), 'utf8'));
});

it('shows every file of the example, except its contract', () => {
  const all = globSync('**/*.{ts,sql}', { cwd: example, exclude: ['generated/**', 'client/**', 'node_modules/**'] });
  expect(files.map(({ file }) => file).toSorted()).toEqual(all.map((file) => file.replaceAll('\\', '/')).toSorted());
});

it('is a contract and fewer than 300 lines, its tests included', () => {
  const lines = files.map(({ body }) => body.trim().split('\n').length - 1);
  expect(lines.reduce((sum, each) => sum + each, 0)).toBeLessThan(300);
});

it('works in an empty folder, with the packages as they are published, on both engines', longest, async () => {
  await using postgres = await emptyDatabase('postgres');
  using tarballs = mkdtempDisposableSync(join(tmpdir(), 'tarballs-'));
  using project = mkdtempDisposableSync(join(tmpdir(), 'library-'));
  execFileSync(process.execPath, [join(root, 'scripts/packages/pack.ts'), '--to', tarballs.path], { stdio: 'pipe' });
  cpSync(join(example, 'library.yaml'), join(project.path, 'library.yaml'));
  const ran = runBlocks({ project: project.path, tarballs: tarballs.path, database: postgres.database });
  expect(ran.filter(({ status }) => status !== 0)).toEqual([]);
  const shown = ran.flatMap(({ printed, texts }) => texts.map((text) => ({ printed, text })));
  expect(shown.filter(({ printed, text }) => !patternOf(text).test(printed))).toEqual([]);
  expect(shown.length).toBeGreaterThan(9);
  expect(existsSync(join(project.path, 'generated/operations.ts'))).toBe(true);
  expect(readFileSync(join(project.path, 'client/index.ts'), 'utf8')).toContain('createLibraryClient');
  const samples = readme.filter(({ language }) => language === 'ts').map(({ body }) => compile(body, project.path));
  expect(samples).toEqual(['', '']);
});

interface Place {
  readonly project: string;
  readonly tarballs: string;
  /** The URL of an empty PostgreSQL database. */
  readonly database: string;
}

interface RanBlock {
  readonly command: string;
  readonly status: number | null;
  readonly printed: string;
  /** The text blocks that follow it. */
  readonly texts: string[];
}

/** Writes the files of the guide and runs its commands, in their order. */
function runBlocks(place: Place): RanBlock[] {
  const ran: RanBlock[] = [];
  for (const { language, body, file } of blocks) {
    if (file !== undefined) writeFileSync(join(place.project, file), body);
    else if (language === 'text') ran.at(-1)?.texts.push(body);
    else if (language === 'sh') ran.push(runCommand(body, place));
  }
  return ran;
}

/** Compiles a sample of the README in the finished project. Returns the errors. */
function compile(sample: string, project: string): string {
  writeFileSync(join(project, 'sample.ts'), sample);
  const flags = ['--noEmit', '--strict', '--target', 'esnext', '--module', 'nodenext', '--allowImportingTsExtensions'];
  const { stdout } = spawnSync('node_modules/.bin/tsc', [...flags, 'sample.ts'], { cwd: project, encoding: 'utf8' });
  return stdout;
}

function runCommand(body: string, { project, tarballs, database }: Place): RanBlock {
  const command = body.replaceAll(/@booking-service\/(\w+)/g, (_, name: string) =>
    findTarballs(name, tarballs).join(' '),
  );
  const { status, stdout, stderr } = spawnSync('bash', ['-euo', 'pipefail', '-c', command], {
    cwd: project,
    // The condition of the sources, with which tests run, must not reach the installed packages.
    env: { ...process.env, NODE_OPTIONS: '', DATABASE_URL: database, LIBRARY_PORT: '0' },
    encoding: 'utf8',
  });
  return { command, status, printed: stdout + stderr, texts: [] };
}
