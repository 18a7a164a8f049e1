/**
 * Runs every code sample of the admin reference unchanged, against an admin server of a world that is prepared as the isolation matrix
 * prepares it.
 *
 * @module-tag slow
 */
import { execFile } from 'node:child_process';
import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { AdminOperationId } from '@booking-service/contract/admin';
import { adminSamples, adminVariableOf, adminVariables, type AdminContract } from '@booking-service/toolkit/docs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
// @boundaries-ignore the rows of the isolation matrix have a valid request for each operation
import { rows } from '../../../packages/server/test/admin/isolation/rows.ts';
// @boundaries-ignore the world of these rows
import { openAdminWorld, type AdminWorld } from '../../../packages/server/test/support/worlds/admin-world.ts';
import { node, root, run } from './sample-programs.ts';

const runFile = promisify(execFile);
const longest = { timeout: 240_000 };
const file = join(root, 'packages/contract/src/generated/admin.json');
// The generator writes the bundled admin contract.
const contract = JSON.parse(await readFile(file, 'utf8')) as AdminContract;
// The samples are by operationId.
const samples = [...adminSamples(contract, 'BOOKING')].map(([name, own]) => [name as AdminOperationId, own] as const);
const names = adminVariables('BOOKING');
let world: AdminWorld;
beforeAll(async () => {
  world = await openAdminWorld('sqlite', { access: 'token' });
  // Stores a booking, which the rows of other operations name.
  await rows.retryBooking.request?.(world);
});
afterAll(() => world[Symbol.asyncDispose]());

/** Prepares the operation, and returns the variables of its sample. */
async function prepare(operationId: AdminOperationId): Promise<Record<string, string>> {
  const { organization_id, adminUrl, tokens } = world;
  const { path = {} } = (await rows[operationId].request?.(world)) ?? {};
  const given = Object.entries({ organization_id, ...path }).map(([name, value]) => [adminVariableOf(name), value]);
  return { ...Object.fromEntries(given), [names.url]: adminUrl, [names.key]: tokens.operator };
}

/** The source of a sample. The names of the examples, which no world has, are replaced. */
function sourceOf(operationId: AdminOperationId, label: string): string {
  const own = samples.find(([name]) => name === operationId)?.[1] ?? [];
  return (own.find((each) => each.label === label)?.source ?? '')
    .replaceAll('org_5f0c1f2e3d4b4a5968778695a4b3c2d1', world.organization_id)
    .replaceAll('https://harbour.test/', 'https://8.8.8.8/');
}

it('every operation of the admin port has a sample in four languages', () => {
  expect(samples.length).toBeGreaterThan(60);
  for (const [, own] of samples) expect(own.map(({ label }) => label)).toEqual(['curl', 'TypeScript', 'Python', 'Go']);
});

describe.each(samples.map(([operationId]) => operationId))('%s', (operationId) => {
  const { admitted = 200 } = rows[operationId];
  const isRefused = admitted >= 400;

  it(`the curl sample of ${operationId}`, { ...longest, tags: ['needs-bash', 'needs-curl'] }, async () => {
    const args = ['-euo', 'pipefail', '-c', sourceOf(operationId, 'curl')];
    const { code, stdout, stderr } = await run('bash', args, await prepare(operationId));
    expect({ code, stderr, isRefused: stdout.startsWith('{"error":') }).toEqual({ code: 0, stderr: '', isRefused });
  });

  it(`the sample of ${operationId} for fetch`, longest, async () => {
    const program = node(sourceOf(operationId, 'TypeScript'));
    const { code, stdout, stderr } = await run(process.execPath, program, await prepare(operationId));
    expect({ code, stderr, status: stdout.split(' ')[0] }).toEqual({ code: 0, stderr: '', status: String(admitted) });
  });

  it(`the Python sample of ${operationId}`, { ...longest, tags: ['needs-python3'] }, async () => {
    const { stdout, stderr } = await run(
      'python3',
      ['-c', sourceOf(operationId, 'Python')],
      await prepare(operationId),
    );
    // urllib throws a refusal.
    expect(stdout.split(' ')[0] || stderr).toMatch(isRefused ? `HTTP Error ${admitted}` : String(admitted));
  });
});

it('a sample without its header runs at a sandbox', { tags: ['needs-bash', 'needs-curl'] }, async () => {
  await using sandbox = await openAdminWorld('sqlite');
  const sample = sourceOf('getSandboxClock', 'curl').replace(/ \\\n  -H "Authorization.*"/, '');
  expect(sample).not.toContain(names.key);
  const { stdout } = await run('bash', ['-euc', sample], { [names.url]: sandbox.adminUrl });
  expect(stdout).toMatch(/"offset_ms":\d+/);
});

describe('the Go samples', { tags: ['needs-go'] }, () => {
  let folder: Awaited<ReturnType<typeof mkdtempDisposable>>;
  let program: string;
  // One program contains them all, because a program takes long to link.
  beforeAll(async () => {
    folder = await mkdtempDisposable(join(tmpdir(), 'go-admin-samples-'));
    const write = (name: string, content: string) => writeFile(join(folder.path, name), content);
    await write('go.mod', 'module samples\n\ngo 1.21\n');
    for (const [name] of samples)
      await write(`${name}.go`, sourceOf(name, 'Go').replace('func main()', `func ${name}()`));
    const cases = samples.map(([name]) => `\tcase "${name}":\n\t\t${name}()\n`);
    await write(
      'main.go',
      `package main\n\nimport "os"\n\nfunc main() {\n\tswitch os.Args[1] {\n${cases.join('')}\t}\n}\n`,
    );
    program = join(folder.path, 'samples');
    await runFile('go', ['build', '-o', program, '.'], { cwd: folder.path });
  }, 400_000);
  afterAll(() => folder[Symbol.asyncDispose]());

  it('have the format of gofmt', async () => {
    const { stdout } = await runFile('gofmt', ['-l', '.'], { cwd: folder.path });
    expect(stdout).toBe('');
  });

  it.each(samples.map(([operationId]) => operationId))('%s', longest, async (operationId) => {
    const { code, stdout, stderr } = await run(program, [operationId], await prepare(operationId));
    const status = String(rows[operationId].admitted ?? 200);
    expect({ code, stderr, status: stdout.split(' ')[0] }).toEqual({ code: 0, stderr: '', status });
  });
});
