/** The GitHub workflows: ci runs what .ci/run runs, and the commands of README.md on each system; nightly runs all other checks. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { parse } from 'yaml';

interface Workflow {
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

interface Job {
  readonly strategy?: { readonly matrix: { readonly os: readonly string[]; readonly command: readonly string[] } };
  readonly permissions?: unknown;
  readonly 'timeout-minutes'?: number;
  readonly steps: readonly { readonly uses?: string; readonly run?: string }[];
}

const ciRun = read('.ci/run');
const workflow: Workflow = parse(read('.github/workflows/ci.yml'));
const manifest: { scripts: Record<string, string>; packageManager: string } = JSON.parse(read('package.json'));
const nightly: Workflow = parse(read('.github/workflows/nightly.yml'));
const jobs = Object.values(workflow.jobs);
const steps = jobs.flatMap((job) => job.steps);

it('runs the npm scripts of .ci/run, in its order', () => {
  const expected = npmScripts(ciRun);
  expect(expected.at(-1)).toBe('test:all');
  expect(Object.keys(manifest.scripts)).toEqual(expect.arrayContaining(expected));
  expect(npmScripts(runsOf('check').replace('.ci/run', ciRun))).toEqual(expected);
});

it('runs the commands of README.md on Linux, macOS and Windows', () => {
  const systems = workflow.jobs['commands']?.strategy?.matrix.os.map((os) => os.split('-')[0]);
  expect(systems).toEqual(['ubuntu', 'macos', 'windows']);
  const blocks = read('README.md').match(/(?<=```sh\n)npm ci .*(?=\n```)/g) ?? [];
  const commands = new Set(blocks.flatMap((block) => block.split(' && ')));
  expect(commands).toEqual(new Set(['npm ci', 'npm start', 'npm test']));
  const runs = runsOf('commands').split('\n');
  for (const command of commands) expect(runs.some((run) => run.startsWith(command))).toBe(true);
});

it('runs every check of npm run verify, on each push or each night', () => {
  const { stdout } = spawnSync(process.execPath, [fileURLToPath(new URL('../verify.ts', import.meta.url)), '--list'], {
    encoding: 'utf8',
  });
  const names = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(' ')[0]);
  const found = [...`${ciRun}${JSON.stringify(manifest.scripts)}`.matchAll(/npm run verify -- ([\w-]+)/g)];
  const onPush = found.map(([, name]) => name);
  const commands = nightly.jobs['check']?.strategy?.matrix.command ?? [];
  expect(commands).toContain('bench -- --smoke');
  const atNight = commands.flatMap((command) => command.split('verify -- ')[1] ?? []);
  expect(new Set([...onPush, ...atNight])).toEqual(new Set(names));
  expect(atNight.filter((name) => onPush.includes(name))).toEqual([]);
});

it("uses the project's npm, and actions pinned to a commit", () => {
  expect(steps.map(({ run }) => run)).toContain(`npm install --global ${manifest.packageManager}`);
  for (const { uses } of steps.filter((step) => step.uses !== undefined))
    expect(uses).toMatch(/^[\w/-]+@[0-9a-f]{40}$/);
});

it('has read access only, and a time limit of at most 60 minutes', () => {
  for (const { permissions } of [workflow, nightly]) expect(permissions).toEqual({ contents: 'read' });
  for (const job of jobs) {
    expect(job.permissions).toBeUndefined();
    expect(job['timeout-minutes']).toBeLessThanOrEqual(60);
  }
});

/** The commands behind `npm run X`, `npm test` and `npm start`, in order. */
function npmScripts(text: string): string[] {
  const commands = text.split('\n').filter((line) => !line.trimStart().startsWith('#'));
  return commands.flatMap((line) => {
    const found = /^\s*(?:step )?(?:timeout \d+ )?npm (?:run ([\w:-]+)|(test|start))/.exec(line);
    return found ? [found[1] ?? found[2] ?? ''] : [];
  });
}

function runsOf(job: string): string {
  return (workflow.jobs[job]?.steps ?? []).map(({ run = '' }) => run).join('\n');
}

function read(path: string): string {
  return readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8');
}
