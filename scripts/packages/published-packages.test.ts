/** Every published package is complete: a tarball contains only the package's folder, and packing builds it. */
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { listPublishedPackages, listWorkspaces } from './list-packages.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (...path: string[]) => readFileSync(join(root, ...path), 'utf8');
const packages = listPublishedPackages();
const names = packages.map(({ manifest }) => manifest.name);

/** Entries of a package with CommonJS that a runner loads as ES modules. */
const modulesOnly = new Set(
  ['jest/setup', 'jest/teardown', 'msw', 'vitest', 'vitest/setup'].map((entry) => `@booking-service/testing/${entry}`),
);

it('finds the packages', () => {
  const some = ['contract', 'webhooks', 'client', 'server'].map((name) => `@booking-service/${name}`);
  expect(names).toEqual(expect.arrayContaining(some));
});

describe.each(packages)('$manifest.name', ({ folder, manifest }) => {
  it('has the licence, and a README that begins with its name', () => {
    expect(read(folder, 'LICENSE')).toBe(read('LICENSE'));
    expect(read(folder, 'README.md').split('\n')[0]).toBe(`# ${manifest.name}`);
  });

  it('has READMEs whose links do not lead out of the package', () => {
    const readmes = globSync('{,vectors/}README.md', { cwd: join(root, folder) });
    expect(readmes).toContain('README.md');
    const outside = readmes.flatMap((readme) =>
      [...read(folder, readme).matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].filter(([, path = '']) =>
        relative('.', join(dirname(readme), path)).startsWith('..'),
      ),
    );
    expect(outside.map(([link]) => link)).toEqual([]);
  });

  it('ships no tests with its sources', () => {
    const tests = globSync('src/**/*.{test,test-d}.ts', { cwd: join(root, folder) });
    const left = new Set(tests.map((path) => /\.test(?:-d)?\.ts$/.exec(path)?.[0]));
    expect(manifest.files).toEqual(expect.arrayContaining([...left].map((end) => `!src/**/*${end}`)));
  });

  it('ships a changelog', () => {
    expect(read(folder, 'CHANGELOG.md').split('\n')[0]).toBe(`# Changelog of ${manifest.name}`);
    expect(manifest.files).toContain('CHANGELOG.md');
  });

  it('has keywords, is built when it is packed, and is public', () => {
    expect(manifest.keywords?.length).toBeGreaterThan(2);
    expect(manifest.scripts?.['prepack']).toMatch(/ run build\b/);
    expect(manifest).toMatchObject({ publishConfig: { access: 'public' } });
  });

  it('has CommonJS for all of its entries, or for none', () => {
    const entries = Object.entries(manifest.exports ?? {}).filter(
      ([entry]) => !entry.endsWith('.json') && !modulesOnly.has(manifest.name + entry.slice(1)),
    );
    const required = entries.filter(([, conditions]) => Object.hasOwn(Object(conditions), 'require'));
    expect([0, entries.length]).toContain(required.length);
  });

  it('needs exactly the common version of the other packages', () => {
    const { dependencies = {}, devDependencies = {} } = manifest;
    const versions = Object.entries({ ...devDependencies, ...dependencies }).filter(([name]) => names.includes(name));
    expect(new Set(versions.map(([, version]) => version))).toEqual(
      versions.length === 0 ? new Set() : new Set([packages[0]?.manifest.version]),
    );
    expect(manifest.version).toBe(packages[0]?.manifest.version);
  });
});

const programs = packages.flatMap(({ folder, manifest }) =>
  Object.entries(manifest.bin ?? {}).map(([name, file]) => ({ name, file: join(root, folder, file), manifest })),
);

/** Runs a program as it is installed: without the condition that leads to the sources. */
function run(file: string, { flags = [], args }: { flags?: readonly string[]; args: readonly string[] }) {
  return spawnSync(process.execPath, [...flags, file, ...args], { encoding: 'utf8' });
}

it.each(programs)('$name prints its version, also in an unbuilt clone', ({ file, manifest }) => {
  const ended = run(file, { args: ['--version'] });
  expect(ended).toMatchObject({ status: 0, stdout: `${manifest.version}\n`, stderr: '' });
});

it.each(programs)('$name names the Node that it needs, in one line', ({ file, manifest }) => {
  const older = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.9.0' } })`;
  const flags = [`--import=data:text/javascript,${encodeURIComponent(older)}`];
  const { status, stdout, stderr } = run(file, { flags, args: ['--help'] });
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  const needed = manifest.engines?.node?.replace('>=', '');
  expect(stderr.slice(stderr.indexOf('needs'))).toBe(
    `needs Node ${needed} or newer, but this is Node 18.9.0. Install Node ${needed} and start again.\n`,
  );
});

it('private workspaces accept any version of the packages, so a release does not touch them', () => {
  const wrong = listWorkspaces()
    .filter(({ manifest }) => manifest.private === true)
    .flatMap(({ folder, manifest: { dependencies = {}, devDependencies = {} } }) =>
      Object.entries({ ...dependencies, ...devDependencies })
        .filter(([name, version]) => names.includes(name) && version !== '*')
        .map(([name]) => `${folder} names a version of ${name}. Write "*".`),
    );
  expect(wrong).toEqual([]);
});
