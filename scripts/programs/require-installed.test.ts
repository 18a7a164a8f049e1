/** npm start and npm test in a clone without its packages, and on a Node that cannot run them; the lockfile that npm ci installs. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';

const program = 'scripts/programs/require-installed.mjs';
const manifest = readFileSync(fileURLToPath(new URL('../../package.json', import.meta.url)), 'utf8');
const clone = mkdtempSync(join(tmpdir(), 'clone-'));
mkdirSync(join(clone, 'scripts/programs'), { recursive: true });
cpSync(fileURLToPath(new URL('require-installed.mjs', import.meta.url)), join(clone, program));
afterAll(() => rmSync(clone, { recursive: true }));

function run(...flags: string[]): { status: number | null; printed: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...flags, program], { cwd: clone, encoding: 'utf8' });
  return { status, printed: stdout + stderr };
}

it.each(['prestart', 'pretest'])('%s begins with the check', (name) => {
  const { scripts } = JSON.parse(manifest) as { readonly scripts: Readonly<Record<string, string>> };
  expect(scripts[name]?.split(' && ')[0]).toBe(`node ${program}`);
});

it('names npm ci, then the Node that is needed, in one line each', () => {
  expect(run()).toEqual({
    status: 1,
    printed: 'The packages of the project are not installed. Run npm ci first.\n',
  });
  mkdirSync(join(clone, 'node_modules'));
  writeFileSync(join(clone, 'node_modules/.package-lock.json'), '{}');
  expect(run()).toEqual({ status: 0, printed: '' });
  const older = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '22.1.0' } })`;
  expect(run(`--import=data:text/javascript,${encodeURIComponent(older)}`)).toEqual({
    status: 1,
    printed: expect.stringMatching(/^This needs Node 24\.16 or newer, but this is Node 22\.1\.0\. .*\n$/),
  });
});

it('links the Node of this platform where npm 10 has removed its link', { tags: ['needs-posix'] }, () => {
  const own = join(clone, `node_modules/node-${process.platform}-${process.arch}/bin`);
  for (const folder of [own, join(clone, 'node_modules/.bin')]) mkdirSync(folder, { recursive: true });
  writeFileSync(join(own, 'node'), 'a program');
  expect(run()).toEqual({ status: 0, printed: '' });
  expect(readFileSync(join(clone, 'node_modules/.bin/node'), 'utf8')).toBe('a program');
  expect(run()).toEqual({ status: 0, printed: '' });
});

it('locks every package by its digest, for every platform, from no fixed registry', () => {
  interface Locked {
    readonly link?: boolean;
    readonly resolved?: string;
    readonly integrity?: string;
    readonly optionalDependencies?: Readonly<Record<string, string>>;
  }
  const lockfile = readFileSync(fileURLToPath(new URL('../../package-lock.json', import.meta.url)), 'utf8');
  const { packages } = JSON.parse(lockfile) as { readonly packages: Readonly<Record<string, Locked>> };
  const installed = Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && !link);
  expect(installed.length).toBeGreaterThan(500);
  expect(installed.find(([, { integrity = '' }]) => !integrity.startsWith('sha512-'))).toBeUndefined();
  expect(installed.find(([, { resolved }]) => resolved !== undefined)).toBeUndefined();
  const names = new Set(installed.map(([path]) => path.split('node_modules/').at(-1)));
  const optional = Object.values(packages).flatMap(({ optionalDependencies = {} }) =>
    Object.keys(optionalDependencies),
  );
  expect(optional.filter((name) => !names.has(name))).toEqual([]);
});
