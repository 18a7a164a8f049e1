/**
 * Runs the command of the gate on the contracts of the repository, in a folder with a configuration of its own.
 *
 * @module-tag slow
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readBundledContract } from '../../src/document/bundled-contract.ts';
import { contractOf } from '../../src/gate/contracts.ts';
import { contracts, publicContract as contract } from '../support/contracts.ts';
import { planted, remove, set } from './seed.ts';

const program = fileURLToPath(new URL('../../bin/contract.js', import.meta.url));
const generated = 'public.json';
const released = 'public.json.gz';
const declared = 'declared.yaml';
const others = ['admin', 'provider', 'card-service'];

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

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'contract-diff-'));
  const entries = contracts.map(({ name, implementedBy }) => [
    name,
    { document: `${name}.yaml`, outputs: { contract: '.' }, released: `${name}.json.gz`, implementedBy },
  ]);
  const config = { declared, contracts: Object.fromEntries(entries) };
  await writeFile(join(folder, 'toolkit.config.ts'), `export default ${JSON.stringify(config)};`);
});

beforeEach(async () => {
  for (const { name, bundle } of contracts) {
    await write(`${name}.json`, readBundledContract(bundle));
    await write(`${name}.json.gz`, readBundledContract(bundle));
  }
  await write(declared, []);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe('contract diff', () => {
  it('VER-2: exits with 1 if something breaks and prints the change and the advice', async () => {
    await write(generated, lowered);
    expect(await diff()).toEqual({
      code: 1,
      stdout: `${head}${row}${unchanged}`,
      stderr:
        `${finding}Undeclared breaking changes since the released public contract 1.0.0: 1. Undo them, or ` +
        'declare each with its contract, its pointer and the reason.\n',
    });
  });

  it('VER-2: exits with 0 after the opposite change', async () => {
    await write(released, lowered);
    expect(await diff()).toEqual({
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
    expect(await diff()).toEqual({
      code: 0,
      stdout:
        `${head}${row}${finding}  Declared: The provider allows no more.\n` +
        `No undeclared breaking changes since the released public contract 1.0.0, 1 declared.\n${unchanged}`,
      stderr: '',
    });
  });

  it('VER-2: exits with 1 if a declaration matches nothing', async () => {
    await write(declared, [reason]);
    expect(await diff()).toEqual({
      code: 1,
      stdout: unchanged,
      stderr: 'Nothing breaks at #/x-limits/default_limit of public. Remove its declaration.\n',
    });
  });

  it('VER-2: exits with 1 if something undeclared breaks', async () => {
    const both = { change: 'a shorter key', edits: [set(['x-idempotency', 'max_length'], 64)], finds: [] };
    await write(generated, planted(both, lowered));
    await write(declared, [reason]);
    const { code, stdout, stderr } = await diff();
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
      remove(['x-states', 'booking', 'transitions', { trigger: 'time' }]),
    ];
    await write(generated, planted({ change: 'something of everything', edits, finds: [] }, contract));
    const { stdout } = await diff();
    expect(stdout.split('\n').filter((line) => line.includes('#/'))).toEqual([
      'breaking    #/components/schemas/Booking/properties/confirmation_code',
      'breaking    #/x-states/booking/transitions/time:requires_action-expired',
      'compatible  #/components/schemas/CreateBooking/properties/description',
      'compatible  #/x-limits/max_body_bytes',
      'words       #/info/description',
    ]);
    const { code, stdout: changelog } = await diff('--markdown');
    expect(code).toBe(1);
    expect(changelog.split('\n').filter((line) => /^[-#]/.test(line))).toEqual([
      `## Booking Service ${contract.info.version}, since ${contract.info.version}`,
      '### Breaking',
      expect.stringMatching(/^- `Booking\.confirmation_code`\. Keep/),
      expect.stringMatching(/^- `x-states\.booking\.transitions\.time:requires_action-expired`\. Keep/),
      '### New',
      '- `CreateBooking.description`',
      '### Changed',
      '- `x-limits.max_body_bytes`: `65536` is now `131072`',
    ]);
  });

  it('VER-2: prints a warning, and refuses it with --fail-on warning', async () => {
    const rename = set(['paths', '/v1/bookings', 'post', 'operationId'], 'makeBooking');
    await write(generated, planted({ change: 'another name', edits: [rename], finds: [] }, contract));
    const pointer = '#/paths/~1v1~1bookings/post/operationId';
    const text = `generated/operation-id-changed  ${pointer}\n  "createBooking" -> "makeBooking"\n`;
    const { code, stdout, stderr } = await diff('--contract', 'public');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain(`warning     ${pointer}\n`);
    expect(stdout).toContain(text);
    const strict = await diff('--contract', 'public', '--fail-on', 'warning');
    expect(strict).toMatchObject({ code: 1, stderr: expect.stringContaining(text) });
    expect(strict.stderr).toContain('Undeclared breaking changes and warnings since the released public contract');
    const { stdout: changelog } = await diff('--contract', 'public', '--markdown');
    expect(changelog).toMatch(/### Warnings\n\n- \*\*POST \/v1\/bookings\*\*, `operationId`: .* Keep it/);
    expect(await diff('--fail-on', 'words')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--fail-on is breaking or warning'),
    });
  });

  it('VER-2: compares the files of its flags', async () => {
    await write('other.json', lowered);
    const { code } = await diff('--revision', 'other.json');
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
    const document = readBundledContract(contractOf(contracts, name).bundle);
    await write(`${name}.json`, planted({ change: name, edits: [set(keys, value)], finds: [] }, document));
    const { code, stdout, stderr } = await diff();
    expect(code).toBe(1);
    expect(stdout).toContain(`The ${name} contract:\nbreaking `);
    expect(stderr).toContain(`${rule}  #/`);
    expect(stderr).toContain(`the released ${name} contract 1.0.0: 1.`);
  });
});

it('exits with 2 outside a project, for an unknown contract and without a command', async () => {
  expect(await diff('--contract', 'none')).toMatchObject({
    code: 2,
    stderr: 'There is no contract none. Use one of these: public, admin, provider, card-service.\n',
  });
  expect(await run(['diff'], tmpdir())).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('toolkit.config.ts'),
  });
  expect(await run([], folder)).toMatchObject({ code: 2, stderr: expect.stringContaining('Usage: contract ') });
});

function diff(...flags: readonly string[]): Promise<Ended> {
  return run(['diff', ...flags], folder);
}

interface Ended {
  readonly code: unknown;
  readonly stdout: string;
  readonly stderr: string;
}

function run(args: readonly string[], cwd: string): Promise<Ended> {
  return new Promise((done) => {
    const all = ['--conditions=@booking-service/source', program, ...args];
    execFile(process.execPath, all, { cwd }, (error, stdout, stderr) => {
      done({ code: error ? error.code : 0, stdout, stderr });
    });
  });
}

/** Writes JSON, which is YAML as well. */
function write(file: string, value: unknown): Promise<void> {
  const text = JSON.stringify(value, null, 2);
  return writeFile(join(folder, file), file.endsWith('.gz') ? gzipSync(text) : text);
}
