/** The commands of the project in a clone without its packages, and on a Node that cannot run them; the lockfile that npm ci installs. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';

const program = 'scripts/programs/prepare.mjs';
const manifest = readFileSync(fileURLToPath(new URL('../../package.json', import.meta.url)), 'utf8');
const clone = mkdtempSync(join(tmpdir(), 'clone-'));
for (const folder of ['programs', 'generate']) mkdirSync(join(clone, 'scripts', folder), { recursive: true });
writeFileSync(join(clone, 'scripts/generate/if-changed.ts'), `console.log('generates' satisfies string);`);
cpSync(fileURLToPath(new URL('prepare.mjs', import.meta.url)), join(clone, program));
afterAll(() => rmSync(clone, { recursive: true }));

function run(...flags: string[]): { status: number | null; printed: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...flags, program], { cwd: clone, encoding: 'utf8' });
  return { status, printed: stdout + stderr };
}

const older = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '22.1.0' } })`;
const asOlderNode = `--import=data:text/javascript,${encodeURIComponent(older)}`;

const { scripts }: { readonly scripts: Readonly<Record<string, string>> } = JSON.parse(manifest);
/** Scripts that do not use the generated code, or write it themselves. */
const without = new Set('add check check:static build format generate lint:contract pack release:publish'.split(' '));

it.each(Object.keys(scripts).filter((name) => !name.startsWith('pre') && !without.has(name)))(
  'npm run %s begins with the check, and so does npm ci',
  (name) => {
    expect(scripts[`pre${name}`]).toBe(`node ${program}`);
    expect(scripts['prepare']).toBe(`node ${program}`);
  },
);

it('names npm ci, then the Node that is needed, in one line each, and generates what changed', () => {
  expect(run()).toEqual({
    status: 1,
    printed: 'The packages of the project are not installed. Run npm ci first.\n',
  });
  mkdirSync(join(clone, 'node_modules'));
  writeFileSync(join(clone, 'node_modules/.package-lock.json'), '{}');
  expect(run()).toEqual({ status: 0, printed: 'generates\n' });
  expect(run(asOlderNode)).toEqual({
    status: 1,
    printed: expect.stringMatching(/^This needs Node 24\.16 or newer, but this is Node 22\.1\.0\. .*\n$/),
  });
});

it('names the Node that is needed to who runs vitest without npm', () => {
  const config = fileURLToPath(new URL('../../vitest.config.ts', import.meta.url));
  const { status, stderr } = spawnSync(process.execPath, [asOlderNode, config], { encoding: 'utf8' });
  const line = 'The tests need Node 24.16 or newer, but this is Node 22.1.0. Run them with npm: npm test -- FILES\n';
  expect({ status, stderr }).toEqual({ status: 1, stderr: line });
});

it(
  'links the Node of this platform where npm 10 has removed its link, and goes on with it',
  { tags: ['needs-posix'] },
  () => {
    const own = join(clone, `node_modules/node-${process.platform}-${process.arch}/bin`);
    for (const folder of [own, join(clone, 'node_modules/.bin')]) mkdirSync(folder, { recursive: true });
    const linked = '#!/bin/sh\necho "$1" begins again\n';
    writeFileSync(join(own, 'node'), linked, { mode: 0o755 });
    expect(run()).toEqual({ status: 0, printed: expect.stringMatching(/prepare\.mjs begins again\n$/) });
    expect(readFileSync(join(clone, 'node_modules/.bin/node'), 'utf8')).toBe(linked);
    expect(run()).toEqual({ status: 0, printed: 'generates\n' });
  },
);

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
