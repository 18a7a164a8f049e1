/**
 * Releases a contract in a copy of the files that the command reads and writes.
 *
 * @module-tag slow
 */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { readContractText, type BundledContract } from '@booking-service/toolkit';
import { diff } from '@booking-service/toolkit/gate';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { contracts, readPublicContract } from '../contract-files.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const generated = 'packages/contract/src/generated/openapi.json';
const released = 'openapi/released/openapi.json.gz';
const declared = 'openapi/breaking-changes.yaml';
const others = ['admin', 'provider', 'card-service'];
const contract = readPublicContract();
const reason = { contract: 'public', pointer: '#/x-limits/default_limit', reason: 'The provider allows no more.' };

let copy: string;

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'release-contract-'));
  const parts = ['openapi', 'scripts', 'package.json', 'toolkit.config.ts'];
  await Promise.all(parts.map((part) => cp(join(root, part), join(copy, part), { recursive: true, filter: isSource })));
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction');
});

beforeEach(async () => {
  await cp(join(root, generated), join(copy, generated));
  await writeFile(join(copy, released), gzipSync(await readFile(join(root, generated))));
  for (const name of others) {
    const file = `packages/contract/src/generated/${name}.json`;
    await cp(join(root, file), join(copy, file));
    await writeFile(join(copy, `openapi/released/${name}.json.gz`), gzipSync(await readFile(join(root, file))));
  }
  await write(declared, []);
});

afterAll(() => rm(copy, { recursive: true, force: true }));

it('VER-2: no contract has an undeclared breaking change since the released one', () => {
  const { output, errors } = diff(contracts, { declared: join(root, declared) });
  expect(errors).toBe('');
  for (const name of ['public', ...others]) {
    expect(output).toMatch(new RegExp(`^No undeclared breaking changes since the released ${name} contract `, 'm'));
  }
});

describe('release:contract', () => {
  it('VER-2: accepts any contract before the first release and empties the declarations', async () => {
    await write(generated, changed({ limit: 200 }));
    await writeFile(
      join(copy, declared),
      `# Why.\n- contract: public\n  pointer: '#/x-limits/default_limit'\n  reason: It must be.\n`,
    );
    const output = ['public', ...others].map((name) => `The released ${name} contract is now 1.0.0.\n`).join('');
    expect(await release('--first')).toEqual({ code: 0, stdout: output, stderr: '' });
    expect(read(released)).toBe(read(generated));
    expect(read(declared)).toBe('# Why.\n[]\n');
  });

  it.each([
    { change: 'the version of the released contract', version: '1.0.0', limit: 400, message: 'Raise its info.version' },
    { change: 'a lower version', version: '0.9.0', limit: 400, message: 'Raise its info.version' },
    {
      change: 'an undeclared breaking change',
      version: '1.10.0',
      limit: 200,
      message: 'Undeclared breaking changes of the public contract since 1.0.0: 1.',
    },
  ])('VER-2: refuses a contract with $change and writes nothing', async ({ version, limit, message }) => {
    await write(generated, changed({ version, limit }));
    const before = read(released);
    const { code, stderr } = await release();
    expect(code).toBe(1);
    expect(stderr).toContain(message);
    expect(read(released)).toBe(before);
  });

  it('VER-2: accepts a higher version with declared breaking changes', async () => {
    await write(released, changed({ version: '1.9.0' }));
    await write(generated, changed({ version: '1.10.0', limit: 200 }));
    await write(declared, [reason]);
    const { code, stdout } = await release();
    expect({ code, line: stdout.split('\n')[0] }).toEqual({
      code: 0,
      line: 'The released public contract is now 1.10.0.',
    });
    expect(read(released)).toBe(read(generated));
  });
});

function isSource(path: string): boolean {
  return !path.endsWith('node_modules');
}

/** The contract with another version or limit. */
function changed({
  version = contract.info.version,
  limit = 300,
}: {
  version?: string;
  limit?: number;
}): BundledContract {
  const info = { ...contract.info, version };
  return { ...contract, info, 'x-limits': { ...contract['x-limits'], default_limit: limit } };
}

function release(...flags: string[]): Promise<{ code: unknown; stdout: string; stderr: string }> {
  const args = ['--conditions=@booking-service/source', join(copy, 'scripts/release/contract.ts'), ...flags];
  return new Promise((done) => {
    execFile(process.execPath, args, (error, stdout, stderr) => {
      done({ code: error ? error.code : 0, stdout, stderr });
    });
  });
}

function read(file: string): string {
  return readContractText(join(copy, file));
}

/** Writes JSON, which is YAML as well. */
function write(file: string, value: unknown): Promise<void> {
  const text = JSON.stringify(value, null, 2);
  return writeFile(join(copy, file), file.endsWith('.gz') ? gzipSync(text) : text);
}
