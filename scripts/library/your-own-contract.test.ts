/**
 * docs/build/your-own-contract.md as a reader follows it: the blocks of the guide run in their order in an empty folder. They copy the
 * files of the example. The packages come from their tarballs. Everything else comes from the registry of npm. The samples
 * of the toolkit's README compile in the finished project.
 * Lint leaves the folder of the example out, because its generated files are not stored; the guide compiles it strictly.
 *
 * @module-tag needs-bash
 * @module-tag slow
 * @module-tag nightly
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
// @boundaries-ignore the tests of the kernel know how to make an empty database
import { emptyDatabase } from '../../packages/kernel/test/support/empty-database.ts';
// @boundaries-ignore the ports of the tests of every package come from one place
import { freePorts } from '../../packages/server/test/support/processes/free-ports.ts';
import { findTarballs } from '../packages/list-packages.ts';
import { pageBlocks, patternOf } from '../pages/page-blocks.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const example = join(root, 'examples/toolkit-library');
const blocks = pageBlocks(readFileSync(join(root, 'docs/build/your-own-contract.md'), 'utf8'));
const readme = pageBlocks(readFileSync(join(root, 'packages/toolkit/README.md'), 'utf8'));
const longest = { timeout: 600_000 };

const ofExample = globSync('**/*.{ts,sql}', {
  cwd: example,
  exclude: ['generated/**', 'client/**', 'node_modules/**'],
});
const readExample = (file: string) => readFileSync(join(example, file), 'utf8');

it('is a contract and fewer than 300 lines, its tests included', () => {
  const lines = ofExample.map((file) => readExample(file).trim().split('\n').length);
  expect(lines.reduce((sum, each) => sum + each, 0)).toBeLessThan(300);
});

it('shows a handler of the example', () => {
  const shown = blocks.filter(({ language, file }) => language === 'ts' && file === undefined);
  expect(shown).toHaveLength(1);
  for (const { body } of shown) expect(readExample('loans.ts')).toContain(body);
});

it('works in an empty folder, with the packages as they are published, on both engines', longest, async () => {
  await using postgres = await emptyDatabase('postgres');
  using tarballs = mkdtempDisposableSync(join(tmpdir(), 'tarballs-'));
  using project = mkdtempDisposableSync(join(tmpdir(), 'library-'));
  execFileSync(process.execPath, [join(root, 'scripts/packages/pack.ts'), '--to', tarballs.path], { stdio: 'pipe' });
  const [port] = await freePorts();
  const ran = runBlocks({ project: project.path, tarballs: tarballs.path, database: postgres.database, port });
  expect(ran.filter(({ status }) => status !== 0)).toEqual([]);
  const shown = ran.flatMap(({ printed, texts }) => texts.map((text) => ({ printed, text })));
  expect(shown.filter(({ printed, text }) => !patternOf(text).test(printed))).toEqual([]);
  expect(shown.length).toBeGreaterThan(8);
  const copied = globSync('{*.ts,migrations/**/*.sql}', { cwd: project.path });
  expect(copied.filter((file) => file !== 'states.ts').toSorted()).toEqual(ofExample.toSorted());
  expect(existsSync(join(project.path, 'generated/operations.ts'))).toBe(true);
  expect(readFileSync(join(project.path, 'client/index.ts'), 'utf8')).toContain('createLibraryClient');
  const samples = readme.filter(({ language }) => language === 'ts').map(({ body }) => compile(body, project.path));
  expect(samples).toEqual(['']);
});

interface Place {
  readonly project: string;
  readonly tarballs: string;
  /** The URL of an empty PostgreSQL database. */
  readonly database: string;
  readonly port: string;
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

function runCommand(body: string, { project, tarballs, database, port }: Place): RanBlock {
  const command = body.replaceAll(/@booking-service\/(\w+)/g, (_, name: string) =>
    findTarballs(name, tarballs).join(' '),
  );
  const { status, stdout, stderr } = spawnSync('bash', ['-euo', 'pipefail', '-c', command], {
    cwd: project,
    // The condition of the sources, with which tests run, must not reach the installed packages.
    env: { ...process.env, NODE_OPTIONS: '', EXAMPLE: example, PORT: port, DATABASE_URL: database, LIBRARY_PORT: '0' },
    encoding: 'utf8',
  });
  return { command, status, printed: stdout + stderr, texts: [] };
}
