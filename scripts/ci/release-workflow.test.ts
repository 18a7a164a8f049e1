/** The workflow of a release publishes only what was rehearsed, with the fewest rights that this takes. */
import { readFileSync } from 'node:fs';
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
    expect.arrayContaining(['npm run test:release', 'npm run release:publish -- --dry-run']),
  );
  expect(runs(rehearse).some((run) => run.startsWith('docker build'))).toBe(true);
  expect(packages).toMatchObject({ needs: 'rehearse', if: 'inputs.publish', environment: 'npm' });
  expect(image?.needs).toBe('packages');
});

it('proves where the packages come from, and stores no token', () => {
  const step = packages?.steps.find(({ run }) => run === 'npm run release:publish');
  expect(step?.env).toEqual({ NPM_CONFIG_PROVENANCE: 'true' });
  expect(read('.github/workflows/release.yml')).not.toMatch(/secrets\.(?!GITHUB_TOKEN)/);
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
