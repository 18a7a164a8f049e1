/**
 * The GitHub workflows: ci runs .ci/run, and the commands of README.md on each system; nightly takes every line of .ci/turns.
 * The workflow of a release publishes only rehearsed tarballs, with the fewest rights.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
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

interface ReleaseJob {
  readonly needs?: string;
  readonly if?: string;
  readonly environment?: string;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly 'timeout-minutes'?: number;
  readonly steps: readonly { readonly uses?: string; readonly run?: string; readonly env?: object }[];
}

const ciRun = read('.ci/run');
const turns = read('.ci/turns').trim().split('\n');
const workflow: Workflow = parse(read('.github/workflows/ci.yml'));
const manifest: { scripts: Record<string, string>; packageManager: string } = JSON.parse(read('package.json'));
const nightly: Workflow = parse(read('.github/workflows/nightly.yml'));
const jobs = Object.values(workflow.jobs);
const steps = jobs.flatMap((job) => job.steps);

describe('ci and nightly', () => {
  it('runs npm scripts that exist, the tests last', () => {
    const expected = npmScripts(ciRun);
    expect(expected).toEqual(['check:static', 'test:all']);
    expect(Object.keys(manifest.scripts)).toEqual(
      expect.arrayContaining([...expected, ...npmScripts(turns.join('\n'))]),
    );
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
    const verify = fileURLToPath(new URL('../verify.ts', import.meta.url));
    const { stdout } = spawnSync(process.execPath, [verify, '--list'], { encoding: 'utf8' });
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
    expect(shards.length).toBeGreaterThan(1);
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
});

describe('release', () => {
  const release: { on: object; permissions: object; jobs: Readonly<Record<string, ReleaseJob>> } = parse(
    read('.github/workflows/release.yml'),
  );
  const { rehearse, packages, images } = release.jobs;
  const runs = (job: ReleaseJob | undefined) => job?.steps.flatMap(({ run }) => (run === undefined ? [] : [run])) ?? [];

  it('is started by hand, rehearses first, and publishes only on request', () => {
    expect(Object.keys(release.on)).toEqual(['workflow_dispatch']);
    expect(runs(rehearse)).toEqual(
      expect.arrayContaining(['npm run verify -- release', 'npm run release:publish -- --dry-run']),
    );
    expect(runs(rehearse).some((run) => run.startsWith('docker build'))).toBe(true);
    expect(packages).toMatchObject({ needs: 'rehearse', if: 'inputs.publish', environment: 'npm' });
    expect(images?.needs).toBe('packages');
  });

  it('reads the advisories about the installed packages before it builds', () => {
    const commands = runs(rehearse);
    expect(commands[commands.indexOf('npm ci') + 1]).toBe('npm audit --omit=dev --audit-level=high');
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

  it('builds both images on the digest of their base, and records it', { tags: ['needs-bash', 'needs-posix'] }, () => {
    const folder = mkdtempSync(join(tmpdir(), 'images-'));
    const base = `sha256:${'b'.repeat(64)}`;
    try {
      // Docker, as far as the step uses it: it prints the digest of the base, and writes that of the image.
      writeFileSync(
        join(folder, 'docker'),
        `#!/bin/bash
echo "$*" >>docker.log
[[ $2 == imagetools ]] && echo '{"digest":"${base}"}'
[[ $* =~ --metadata-file\\ ([a-z.]+) ]] && echo '{"containerimage.digest":"sha256:made"}' >"\${BASH_REMATCH[1]}"
exit 0
`,
        { mode: 0o755 },
      );
      mkdirSync(join(folder, 'packages/server'), { recursive: true });
      writeFileSync(join(folder, 'packages/server/package.json'), '{ "version": "1.2.3" }');
      writeFileSync(join(folder, 'Dockerfile'), read('Dockerfile'));
      const { status, stderr } = spawnSync('bash', ['--norc', '-e', '-c', runs(images).join('\n')], {
        cwd: folder,
        encoding: 'utf8',
        env: {
          PATH: [folder, dirname(process.execPath), process.env['PATH']].join(delimiter),
          GITHUB_REPOSITORY: 'Bookings/Service',
          GITHUB_STEP_SUMMARY: join(folder, 'summary'),
        },
      });
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      const builds = readFileSync(join(folder, 'docker.log'), 'utf8')
        .split('\n')
        .filter((line) => line.startsWith('buildx build '));
      const [, tag = ''] = /^ARG NODE=(.*)$/m.exec(read('Dockerfile')) ?? [];
      for (const [index, target] of ['service', 'sandbox'].entries()) {
        expect(builds[index]).toContain(`--target ${target} --build-arg NODE=${tag}@${base} `);
        expect(builds[index]).toContain(`--label org.opencontainers.image.base.digest=${base} `);
        expect(builds[index]).toContain(`--provenance=mode=max --sbom=true `);
        expect(builds[index]).toContain(` --push --tag ghcr.io/bookings/service/${target}:1.2.3 .`);
      }
      expect(builds).toHaveLength(2);
      expect(readFileSync(join(folder, 'summary'), 'utf8')).toBe(
        'ghcr.io/bookings/service/service:1.2.3@sha256:made\nghcr.io/bookings/service/sandbox:1.2.3@sha256:made\n',
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('has the rights of each job only, and the npm and the pinned actions of the project', () => {
    expect(release.permissions).toEqual({ contents: 'read' });
    expect(rehearse?.permissions).toBeUndefined();
    expect(packages?.permissions).toEqual({ contents: 'write', 'id-token': 'write' });
    expect(images?.permissions).toEqual({ contents: 'read', packages: 'write' });
    for (const job of Object.values(release.jobs)) {
      expect(job['timeout-minutes']).toBeLessThanOrEqual(30);
      for (const { uses } of job.steps.filter((step) => step.uses !== undefined))
        expect(uses).toMatch(/^[\w/-]+@[0-9a-f]{40}$/);
    }
    for (const job of [rehearse, packages])
      expect(runs(job)).toContain(`npm install --global ${manifest.packageManager}`);
  });

  it('runs scripts that exist', () => {
    const scripts = Object.values(release.jobs)
      .flatMap(runs)
      .flatMap((run) => /^npm run ([\w:-]+)/.exec(run)?.[1] ?? []);
    expect(scripts.length).toBeGreaterThan(3);
    expect(Object.keys(manifest.scripts)).toEqual(expect.arrayContaining(scripts));
  });
});

/** The commands behind `npm run X`, `npm test` and `npm start`, in order. */
function npmScripts(text: string): string[] {
  const commands = text.split('\n').filter((line) => !line.trimStart().startsWith('#'));
  const found = commands.flatMap((line) => [
    ...line.matchAll(/(?:^|step |nice |&& )npm (?:run ([\w:-]+)|(test|start))/g),
  ]);
  return found.map(([, run, name]) => run ?? name ?? '');
}

function runsOf(job: string): string {
  return (workflow.jobs[job]?.steps ?? []).map(({ run = '' }) => run).join('\n');
}

function read(path: string): string {
  return readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8');
}
