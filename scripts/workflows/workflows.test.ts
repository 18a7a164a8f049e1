/** @module-tag slow */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { countSteps, readWorkflows } from './read-workflows.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const documents = readWorkflows();
const [book] = documents;

describe('countSteps', () => {
  const steps = book?.workflows[0].steps ?? [];
  const reportOf = (executedSteps: { stepId: string; status: string }[]) => ({
    files: { 'book.arazzo.yaml': { executedWorkflows: [{ executedSteps }] } },
  });
  const passed = steps.map(({ stepId }) => ({ stepId, status: 'success' }));

  it('takes the last try of each step', () => {
    const retried = passed.flatMap((step) => [{ ...step, status: 'error' }, step]);
    expect(book && countSteps(reportOf(retried), book)).toEqual({ passed: 4, all: 4 });
  });

  it('counts a step that failed, and one that was not reached, as not passed', () => {
    const [first, second] = passed;
    const stopped = [first, second && { ...second, status: 'error' }].flatMap((each) => each ?? []);
    expect(book && countSteps(reportOf(stopped), book)).toEqual({ passed: 1, all: 4 });
    expect(book && countSteps({ files: {} }, book)).toEqual({ passed: 0, all: 4 });
  });
});

/** An unbuilt clone has no built packages. */
const source = '--conditions=@booking-service/source';

it('npm run verify -- workflows exits with 1 if a step fails', { timeout: 240_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'workflows-'));
  try {
    const sound = await readFile(join(root, 'openapi/workflows/modify.arazzo.yaml'), 'utf8');
    const wrong = sound.replace('party_size == 4', 'party_size == 5').replace('../', join(root, 'openapi/'));
    expect(wrong).toContain('party_size == 5');
    const file = join(folder, 'modify.arazzo.yaml');
    await writeFile(file, wrong);
    const run = promisify(execFile)(process.execPath, [source, join(root, 'scripts/workflows/main.ts'), file], {
      cwd: root,
    });
    const error = await run.then(
      () => undefined,
      (failure: unknown) => failure,
    );
    expect(error).toMatchObject({ code: 1, stdout: expect.stringContaining('3 of 4 steps passed, 0 of 1 workflows') });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
