/**
 * Runs the two commands of the gate in a copy of the files that they read and write.
 *
 * @module-tag slow
 */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readBundledContract, readContractText } from '../../contract/bundled-contract.ts';
import { planted, remove, set } from './seed.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const generated = 'packages/contract/src/generated/openapi.json';
const released = 'openapi/released/openapi.json.gz';
const declared = 'openapi/breaking-changes.yaml';
const others = ['admin', 'provider'];
const contractPackage = 'packages/contract/package.json';

const contract = readBundledContract(join(root, generated));
const lowered = planted(
  { change: 'fewer requests are allowed', edits: [set(['x-limits', 'default_limit'], 200)], finds: [] },
  contract,
);
const finding = `limits/lowered  #/x-limits/default_limit
  300 -> 200
  Keep it at 300 or more.
`;
const head = 'The public contract:\n';
/** The last lines if nothing breaks in the contracts that did not change. */
const unchanged = others
  .map((name) => `No undeclared breaking changes since the released ${name} contract 1.0.0, 0 declared.\n`)
  .join('');
const row = 'breaking    #/x-limits/default_limit\n            300 -> 200\n';
const reason = { contract: 'public', pointer: '#/x-limits/default_limit', reason: 'The provider allows no more.' };

let copy: string;

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'contract-diff-'));
  const parts = ['openapi', 'scripts', 'package.json'];
  await Promise.all(parts.map((part) => cp(join(root, part), join(copy, part), { recursive: true, filter: isSource })));
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));
  await symlink(join(root, 'scripts/node_modules'), join(copy, 'scripts/node_modules'));
});

beforeEach(async () => {
  await cp(join(root, generated), join(copy, generated));
  await writeFile(join(copy, released), gzipSync(await readFile(join(root, generated))));
  for (const name of others) {
    const file = `packages/contract/src/generated/${name}.json`;
    await cp(join(root, file), join(copy, file));
    await writeFile(join(copy, `openapi/released/${name}.json.gz`), gzipSync(await readFile(join(root, file))));
  }
  await cp(join(root, declared), join(copy, declared));
  await write(contractPackage, { version: '1.0.0' });
  await write(declared, []);
});

afterAll(() => rm(copy, { recursive: true, force: true }));

it('VER-2: no contract has an undeclared breaking change since the released one', async () => {
  const { code, stdout, stderr } = await run('breaking/main.ts', root);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  for (const name of ['public', ...others]) {
    expect(stdout).toMatch(new RegExp(`^No undeclared breaking changes since the released ${name} contract `, 'm'));
  }
});

describe('contract:diff', () => {
  it('VER-2: exits with 1 if something breaks and prints the change and the advice', async () => {
    await write(generated, lowered);
    expect(await run('breaking/main.ts')).toEqual({
      code: 1,
      stdout: `${head}${row}${unchanged}`,
      stderr:
        `${finding}Undeclared breaking changes since the released public contract 1.0.0 (VER-2): 1. Undo them, ` +
        'or declare each in openapi/breaking-changes.yaml with its contract, its pointer and the reason.\n',
    });
  });

  it('VER-2: exits with 0 after the opposite change', async () => {
    await write(released, lowered);
    expect(await run('breaking/main.ts')).toEqual({
      code: 0,
      stdout:
        `${head}compatible  #/x-limits/default_limit\n            200 -> 300\n` +
        `No undeclared breaking changes since the released public contract 1.0.0, 0 declared.\n${unchanged}`,
      stderr: '',
    });
  });

  it('VER-2: exits with 0 if the breaking change is declared and prints its reason', async () => {
    await write(generated, lowered);
    await write(declared, [reason]);
    expect(await run('breaking/main.ts')).toEqual({
      code: 0,
      stdout:
        `${head}${row}${finding}  Declared: The provider allows no more.\n` +
        `No undeclared breaking changes since the released public contract 1.0.0, 1 declared.\n${unchanged}`,
      stderr: '',
    });
  });

  it('VER-2: exits with 1 if a declaration matches nothing', async () => {
    await write(declared, [reason]);
    expect(await run('breaking/main.ts')).toEqual({
      code: 1,
      stdout: unchanged,
      stderr: 'Nothing breaks at #/x-limits/default_limit of public. Remove it from openapi/breaking-changes.yaml.\n',
    });
  });

  it('VER-2: exits with 1 if something undeclared breaks', async () => {
    const both = { change: 'a shorter key', edits: [set(['x-idempotency', 'max_length'], 64)], finds: [] };
    await write(generated, planted(both, lowered));
    await write(declared, [reason]);
    const { code, stdout, stderr } = await run('breaking/main.ts');
    expect(code).toBe(1);
    expect(stdout).toContain(`${finding}  Declared: The provider allows no more.\n`);
    expect(stderr).toContain('idempotency/lowered  #/x-idempotency/max_length\n  255 -> 64\n');
    expect(stderr).not.toContain('default_limit');
  });

  it('lists every change once: breaking, compatible and words', async () => {
    const edits = [
      set(['info', 'description'], 'Books.'),
      set(['x-limits', 'max_body_bytes'], 131_072),
      set(['components', 'schemas', 'CreateBooking', 'properties', 'description'], { type: 'string', maxLength: 9 }),
      remove(['components', 'schemas', 'Booking', 'properties', 'confirmation_code']),
      remove(['x-booking-states', 'transitions', { trigger: 'time' }]),
    ];
    await write(generated, planted({ change: 'something of everything', edits, finds: [] }, contract));
    const { stdout } = await run('breaking/main.ts');
    expect(stdout.split('\n').filter((line) => line.includes('#/'))).toEqual([
      'breaking    #/components/schemas/Booking/properties/confirmation_code',
      'breaking    #/x-booking-states/transitions/time:requires_action-expired',
      'compatible  #/components/schemas/CreateBooking/properties/description',
      'compatible  #/x-limits/max_body_bytes',
      'words       #/info/description',
    ]);
  });

  it('VER-2: compares the files of its flags', async () => {
    await write('other.json', lowered);
    const { code } = await run('breaking/main.ts', copy, ['--revision', join(copy, 'other.json')]);
    expect(code).toBe(1);
  });

  it.each([
    { name: 'admin', keys: ['paths', '/organizations', 'post', 'x-role'], value: 'viewer', rule: 'operation/changed' },
    {
      name: 'provider',
      keys: ['components', 'parameters', 'ProviderSignature', 'name'],
      value: 'Signature',
      rule: 'sent/parameter-removed',
    },
  ])('VER-2: exits with 1 if the $name contract breaks', async ({ name, keys, value, rule }) => {
    const file = `packages/contract/src/generated/${name}.json`;
    const document = readBundledContract(join(copy, file));
    await write(file, planted({ change: name, edits: [set(keys, value)], finds: [] }, document));
    const { code, stdout, stderr } = await run('breaking/main.ts');
    expect(code).toBe(1);
    expect(stdout).toContain(`The ${name} contract:\nbreaking `);
    expect(stderr).toContain(`${rule}  #/`);
    expect(stderr).toContain(`the released ${name} contract 1.0.0 (VER-2): 1.`);
  });
});

describe('release:contract', () => {
  it('VER-2: accepts any contract before the first publication and empties the declarations', async () => {
    await write(contractPackage, { version: '0.0.0' });
    await write(generated, lowered);
    await writeFile(
      join(copy, declared),
      `# Why.\n- contract: public\n  pointer: '#/x-limits/default_limit'\n  reason: It must be.\n`,
    );
    const output = ['public', ...others].map((name) => `The released ${name} contract is now 1.0.0.\n`).join('');
    expect(await run('breaking/release.ts')).toEqual({ code: 0, stdout: output, stderr: '' });
    expect(read(released)).toBe(read(generated));
    expect(read(declared)).toBe('# Why.\n[]\n');
    expect((await run('breaking/main.ts')).code).toBe(0);
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
    const edits = [set(['info', 'version'], version), set(['x-limits', 'default_limit'], limit)];
    await write(generated, planted({ change: 'a release', edits, finds: [] }, contract));
    const before = read(released);
    const { code, stderr } = await run('breaking/release.ts');
    expect(code).toBe(1);
    expect(stderr).toContain(message);
    expect(read(released)).toBe(before);
  });

  it('VER-2: accepts a higher version with declared breaking changes', async () => {
    const versioned = (version: string) => ({ change: version, edits: [set(['info', 'version'], version)], finds: [] });
    await write(released, planted(versioned('1.9.0'), contract));
    await write(generated, planted(versioned('1.10.0'), lowered));
    await write(declared, [reason]);
    const { code, stdout } = await run('breaking/release.ts');
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

function run(
  script: string,
  folder = copy,
  flags: readonly string[] = [],
): Promise<{ code: unknown; stdout: string; stderr: string }> {
  return new Promise((done) => {
    execFile(process.execPath, [join(folder, 'scripts', script), ...flags], (error, stdout, stderr) => {
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
