/** The workflow of a release publishes only rehearsed tarballs, with the fewest rights. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { parse } from 'yaml';

interface Job {
  readonly needs?: string;
  readonly if?: string;
  readonly environment?: string;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly 'timeout-minutes'?: number;
  readonly steps: readonly { readonly uses?: string; readonly run?: string; readonly env?: object }[];
}

const read = (path: string) => readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8');
const workflow: { on: object; permissions: object; jobs: Readonly<Record<string, Job>> } = parse(
  read('.github/workflows/release.yml'),
);
const manifest: { scripts: Record<string, string>; packageManager: string } = JSON.parse(read('package.json'));
const { rehearse, packages, image } = workflow.jobs;
const runs = (job: Job | undefined) => job?.steps.flatMap(({ run }) => (run === undefined ? [] : [run])) ?? [];

it('is started by hand, rehearses first, and publishes only on request', () => {
  expect(Object.keys(workflow.on)).toEqual(['workflow_dispatch']);
  expect(runs(rehearse)).toEqual(
    expect.arrayContaining(['npm run verify -- release', 'npm run release:publish -- --dry-run']),
  );
  expect(runs(rehearse).some((run) => run.startsWith('docker build'))).toBe(true);
  expect(packages).toMatchObject({ needs: 'rehearse', if: 'inputs.publish', environment: 'npm' });
  expect(image?.needs).toBe('packages');
});

it('proves where the packages come from, and stores no token', () => {
  const step = packages?.steps.find(({ run }) => run === 'npm run release:publish');
  expect(step?.env).toMatchObject({ NPM_CONFIG_PROVENANCE: 'true' });
  expect(read('.github/workflows/release.yml')).not.toMatch(/secrets\.(?!GITHUB_TOKEN)/);
});

it('can tag the commit: git refuses an annotated tag without the name of its author', () => {
  const step = packages?.steps.find(({ run }) => run === 'npm run release:publish');
  const folder = mkdtempSync(join(tmpdir(), 'tags-'));
  const git = (environment: object, ...args: string[]) =>
    spawnSync('git', args, {
      cwd: folder,
      // As on the computer of a workflow, which has no settings of git.
      env: { PATH: process.env['PATH'], HOME: folder, GIT_CONFIG_NOSYSTEM: '1', ...environment },
    }).status;
  const author = {
    GIT_AUTHOR_NAME: 'a',
    GIT_AUTHOR_EMAIL: 'a@git.test',
    GIT_COMMITTER_NAME: 'a',
    GIT_COMMITTER_EMAIL: 'a@git.test',
  };
  try {
    expect(git({}, 'init', '--quiet')).toBe(0);
    expect(git({}, 'config', 'user.useConfigOnly', 'true')).toBe(0);
    expect(git(author, 'commit', '--quiet', '--allow-empty', '--message', 'x')).toBe(0);
    expect(git({}, 'tag', 'v1', '--message', 'v1')).toBe(128);
    expect(git(step?.env ?? {}, 'tag', 'v1', '--message', 'v1')).toBe(0);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it('has the rights of each job only, and the npm and the pinned actions of the project', () => {
  expect(workflow.permissions).toEqual({ contents: 'read' });
  expect(rehearse?.permissions).toBeUndefined();
  expect(packages?.permissions).toEqual({ contents: 'write', 'id-token': 'write' });
  expect(image?.permissions).toEqual({ contents: 'read', packages: 'write' });
  for (const job of Object.values(workflow.jobs)) {
    expect(job['timeout-minutes']).toBeLessThanOrEqual(30);
    for (const { uses } of job.steps.filter((step) => step.uses !== undefined))
      expect(uses).toMatch(/^[\w/-]+@[0-9a-f]{40}$/);
  }
  for (const job of [rehearse, packages])
    expect(runs(job)).toContain(`npm install --global ${manifest.packageManager}`);
});

it('runs scripts that exist', () => {
  const scripts = Object.values(workflow.jobs)
    .flatMap(runs)
    .flatMap((run) => /^npm run ([\w:-]+)/.exec(run)?.[1] ?? []);
  expect(scripts.length).toBeGreaterThan(3);
  expect(Object.keys(manifest.scripts)).toEqual(expect.arrayContaining(scripts));
});
