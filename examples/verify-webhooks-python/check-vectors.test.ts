/**
 * Checks the Python verifier, which shares no code with the package, against every golden vector.
 *
 * @module-tag needs-python3
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const program = fileURLToPath(new URL('check_vectors.py', import.meta.url));
const vectors = fileURLToPath(new URL('../../packages/webhooks/vectors/signatures.json', import.meta.url));

function run(file: string): { status: number | null; stdout: string } {
  const { status, stdout, error } = spawnSync('python3', ['-B', program, file], { encoding: 'utf8' });
  if (error) throw error;
  return { status, stdout };
}

it('SIG-1 SIG-2 SIG-3 SIG-5: every golden vector has the same verdict in Python', () => {
  const { length } = (JSON.parse(readFileSync(vectors, 'utf8')) as { vectors: unknown[] }).vectors;
  expect(run(vectors)).toEqual({ status: 0, stdout: `${length} of ${length} vectors pass\n` });
});

it('SIG-2: reports a vector with another verdict', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vectors-'));
  try {
    const file = join(folder, 'signatures.json');
    writeFileSync(file, readFileSync(vectors, 'utf8').replace('"secret_index": 0', '"secret_index": 1'));
    const { status, stdout } = run(file);
    expect(status).toBe(1);
    expect(stdout).toMatch(/^valid: expected /);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
