/** The GitHub workflows: ci runs .ci/run, and the commands of README.md on each system; nightly takes every line of .ci/turns. */
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
  readonly strategy?: { readonly matrix: { readonly os: readonly string[]; readonly turn: readonly number[] } };
  readonly permissions?: unknown;
  readonly 'timeout-minutes'?: number;
  readonly steps: readonly { readonly uses?: string; readonly run?: string }[];
}

const ciRun = read('.ci/run');
const turns = read('.ci/turns').trim().split('\n');
const workflow: Workflow = parse(read('.github/workflows/ci.yml'));
const manifest: { scripts: Record<string, string>; packageManager: string } = JSON.parse(read('package.json'));
const nightly: Workflow = parse(read('.github/workflows/nightly.yml'));
const jobs = Object.values(workflow.jobs);
const steps = jobs.flatMap((job) => job.steps);

it('runs npm scripts that exist, the tests last', () => {
  const expected = npmScripts(ciRun);
  expect(expected).toEqual(['check:static', 'test:all']);
  expect(Object.keys(manifest.scripts)).toEqual(expect.arrayContaining([...expected, ...npmScripts(turns.join('\n'))]));
  expect(runsOf('check').split('\n').at(-1)).toBe('.ci/run');
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

it('runs every check of npm run verify on each push or in a turn, and every turn each night', () => {
  const { stdout } = spawnSync(process.execPath, [fileURLToPath(new URL('../verify.ts', import.meta.url)), '--list'], {
    encoding: 'utf8',
  });
  const names = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(' ')[0]);
  const found = [...`${turns.join('\n')}${JSON.stringify(manifest.scripts)}`.matchAll(/npm run verify -- ([\w-]+)/g)];
  // The closing line of every run of all tests has the verdict of `rules`.
  expect(new Set([...found.map(([, name]) => name), 'rules'])).toEqual(new Set(names));
  expect(nightly.jobs['check']?.strategy?.matrix.turn).toEqual(turns.map((_, index) => index + 1));
  expect(turns.join('\n')).toContain('npm run bench -- --smoke');
});

it('has every slow test in the shard of some turn', () => {
  const shards = turns.flatMap((turn) => /--tags-filter=slow --shard=(\d+\/\d+)/.exec(turn)?.[1] ?? []);
  expect(shards).toEqual(shards.map((_, index) => `${index + 1}/${shards.length}`));
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
    return [...line.matchAll(/(?:^|step |&& )npm (?:run ([\w:-]+)|(test|start))/g)].map(
      ([, run, name]) => run ?? name ?? '',
    );
  });
}

function runsOf(job: string): string {
  return (workflow.jobs[job]?.steps ?? []).map(({ run = '' }) => run).join('\n');
}

function read(path: string): string {
  return readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8');
}
