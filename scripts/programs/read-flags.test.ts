/** Runs commands of the README with wrong arguments. */
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const { scripts } = JSON.parse(read('package.json')) as { readonly scripts: Readonly<Record<string, string>> };

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
