/**
 * The conformance check of a provider by the command, and of a provider that reports its own changes.
 *
 * @module-tag slow
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Ended, openFolder, runCommand } from '../support/processes/server-process.ts';
import { refusal, type Replaced, secret, startHttpProvider } from './test-http-provider.ts';
import { createHttpProvider, type Integrations, systemClock } from '../../src/index.ts';
import { http, load } from './load-text.ts';
import { checkProvider } from '../../src/command/checks/check-provider.ts';
import type { CheckResult } from '../../src/command/checks/run-scenario.ts';

/** The sides of the supplier in the file. Default: a test side. */
interface Sides {
  readonly replaced?: Replaced;
  readonly live?: boolean;
  readonly test?: 'own' | 'simulate' | 'none';
  readonly action?: 'check' | 'certify';
}

async function check(
  [name, ...flags]: readonly string[],
  { replaced = {}, live = false, test = 'own', action = 'check' }: Sides = {},
): Promise<Ended> {
  await using folder = await openFolder();
  await using testServer = await startHttpProvider({ isProbed: true, ...replaced });
  await using liveServer = await startHttpProvider({ isProbed: true, servesMode: (livemode) => livemode === true });
  const file = join(folder.path, 'providers.yaml');
  const settings = ({ url }: { url: string }) => `url: '${url}', secret: { env: CORNER_SECRET }`;
  const sides = [
    ...(live ? [settings(liveServer)] : []),
    ...(test === 'own' ? [`test: { ${settings(testServer)} }`] : []),
    ...(test === 'simulate' ? ['test: simulate'] : []),
  ];
  await writeFile(file, `providers: [{ name: corner, type: http, ${sides.join(', ')} }]`);
  const args = ['provider', action, String(name), ...flags, '--providers', file];
  return await runCommand(args, { environment: { CORNER_SECRET: secret } });
}

it('prints what passed, and exits with 0', async () => {
  const { code, stdout, stderr } = await check(['corner']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/^SCENARIO +VERDICT  DETAIL\nsearch +passed +3 venues on 1 page\n/);
  expect(stdout).toMatch(/\n\ncorner: 31 passed, 0 failed, 1 skipped\.\n$/);
});

it('MOD-1: checks the test side, and with --both that its bookings leave the live availability as it was', async () => {
  const { code, stdout } = await check(['corner', '--both'], { live: true });
  expect(stdout).toMatch(/\nlive availability +passed +4 live slots, the same before and after a test booking\n/);
  expect(stdout).toMatch(/\n\ncorner: 32 passed, 0 failed, 0 skipped\.\n$/);
  expect(code).toBe(0);
});

it('checks the live side with --live', async () => {
  const { code, stdout } = await check(['corner', '--live'], { live: true, test: 'none' });
  expect(stdout).toMatch(/\n\ncorner: 31 passed, 0 failed, 1 skipped\.\n$/);
  expect(code).toBe(0);
});

it.each([
  { flags: [], sides: { live: true, test: 'none' }, says: 'corner has no test side, so test keys do not see it.' },
  { flags: [], sides: { live: true, test: 'simulate' }, says: 'corner simulates the bookings of test keys' },
  { flags: ['--live'], sides: {}, says: 'corner has no live side.' },
  { flags: ['--both'], sides: {}, says: 'corner has no live side.' },
  { flags: ['--both', '--live'], sides: { live: true }, says: "'--both' cannot be used with" },
] as const)('refuses to check with $flags because $says', async ({ flags, sides, says }) => {
  const { code, stderr } = await check(['corner', ...flags], sides);
  expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining(says) as unknown });
});

it('prints what failed, and exits with 1', async () => {
  const { code, stdout, stderr } = await check(['corner'], {
    replaced: { operations: { '/bookings/release': () => refusal(500, 'internal_error') } },
  });
  expect(code).toBe(1);
  expect(stdout).toMatch(/\ncancel +failed +The provider corner failed at release: status 500\.\n/);
  expect(stdout + stderr).not.toContain(secret);
});

it.each(['check', 'certify'] as const)(
  '%s names the suppliers of the file if it has none with the name',
  async (action) => {
    const { code, stderr } = await check(['corners'], { action });
    expect(code).toBe(2);
    expect(stderr).toMatch(/ has no supplier named corners\. It has corner\.\n$/);
  },
);

it('certifies no supplier of a type without a standard', async () => {
  const { code, stderr } = await check(['corner'], { action: 'certify' });
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: 'corner speaks no standard with a certification. type: octo has one.\n',
  });
});

it('checks the provider of a module', async () => {
  await using folder = await openFolder();
  const index = JSON.stringify(import.meta.resolve('../../src/index.ts'));
  const file = join(folder.path, 'providers.mjs');
  await writeFile(
    file,
    `import { createSandboxProvider } from ${index};
    export default ({ clock }) => ({ suppliers: [{ test: { ...createSandboxProvider({ clock }), name: 'mine',
      book: async () => { throw new Error('no licence'); } } }] });`,
  );
  const { code, stdout } = await runCommand(['provider', 'check', 'mine', '--providers', file]);
  expect(code).toBe(1);
  expect(stdout).toMatch(/\nhold +failed +no licence\n/);
});

// The key `test` of an entry of providers.yaml.

describe('the test side of a supplier', () => {
  const live = 'url: https://corner.test, secret: { env: LIVE }';
  const test = 'test: { url: https://sandbox.corner.test, secret: { env: TEST } }';
  it.each([
    { what: 'is absent by default', entry: live, sides: ['live'] },
    { what: 'has settings of its own', entry: `${live}, ${test}`, sides: ['live', 'test'] },
    { what: 'stands alone', entry: test, sides: ['test'] },
    { what: 'is simulated', entry: `${live}, test: simulate`, sides: ['live', 'test'] },
  ])('MOD-2: $what', async ({ entry, sides }) => {
    const loaded = await load(`providers: [{ name: corner, type: http, ${entry} }]`, { LIVE: 'live', TEST: 'test' });
    const [supplier = {}] = (loaded as Integrations).suppliers;
    expect(Object.keys(supplier)).toEqual(sides);
    expect(supplier.test === 'simulate').toBe(entry.includes('simulate'));
  });

  it('MOD-1: takes nothing over from the live side, not even an optional field', async () => {
    const entry = 'module: corner.mjs, options: { token: { env: LIVE } }, test: { module: corner.mjs }';
    const loaded = await load(`providers: [{ name: corner, type: module, ${entry} }]`, { LIVE: 'swordfish' });
    expect(loaded).toMatchObject({ suppliers: [{ live: { options: { token: 'swordfish' } }, test: { options: {} } }] });
  });

  it('creates the only side of a supplier without fields', async () => {
    const loaded = await load('providers: [{ name: sandbox, type: sandbox, test: {} }]');
    expect(loaded).toMatchObject({ suppliers: [{ test: { name: 'sandbox' } }] });
    expect((loaded as Integrations).suppliers[0]).not.toHaveProperty('live');
  });

  it.each([
    {
      what: 'a misspelt value',
      test: '    test: simulated',
      says: '6: test must be simulate, or an object with the fields url, secret, venue_prefix, timeout_seconds',
    },
    {
      what: 'an unknown field',
      test: '    test:\n      url: https://a.test\n      secret: { env: SET }\n      uri: https://a.test\n',
      says: '9: uri is not a field here; the fields are url, secret, venue_prefix, timeout_seconds',
    },
    {
      what: 'a missing field',
      test: '    test:\n      url: https://sandbox.corner.test\n',
      says: '6: secret is missing',
    },
    {
      what: 'a value of another type',
      test: '    test:\n      secret: { env: SET }\n      url: corner\n',
      says: '8: url must be an http or https URL',
    },
    {
      what: 'a variable that is not set',
      test: '    test:\n      url: https://sandbox.corner.test\n      secret: { env: UNSET }\n',
      says: '8: the environment variable UNSET is not set',
    },
    {
      what: 'the address of the live side',
      test: '    test:\n      url: https://corner.test\n      secret: { env: SET }\n',
      says: '6: the test side of corner is its live side, so test keys would book for real: set another url of',
    },
    { what: 'a list', test: '    test: [simulate]', says: '6: test must be simulate, or an object' },
  ])('is refused for $what', async ({ test: more, says }) => {
    const text = `providers:\n${http('corner', more).replace('{ env: PATH }', '{ env: SET }')}`;
    expect(await load(text, { SET: 'shared secret' })).toContain(says);
  });

  it('is refused if its venues overlap those of another test side', async () => {
    const entries = ['corner', 'corner_cafe'].map(
      (name, number) =>
        `  - name: ${name}\n    type: http\n    url: https://a.test\n    secret: { env: SET }\n    venue_prefix: ven_${number}\n    test:\n      url: https://b.test\n      secret: { env: SET }\n`,
    );
    expect(await load(`providers:\n${entries.join('')}`, { SET: 'shared secret' })).toContain(
      '15: corner_cafe and corner would handle the same venues: ven_corner_cafe_ and ven_corner_ overlap.',
    );
  });
});

/** Checks a provider over HTTP with these operations replaced. */
async function checkReads(
  operations: NonNullable<Replaced['operations']>,
  options: object = { sends_events: true },
): Promise<CheckResult[]> {
  await using server = await startHttpProvider({ operations });
  const provider = createHttpProvider({ name: 'corner', url: server.url, secret, clock: systemClock, ...options });
  return await checkProvider({ provider, clock: systemClock, pause: async () => undefined });
}

const failed = (results: readonly CheckResult[]) =>
  results.filter(({ verdict }) => verdict === 'failed').map(({ scenario, detail }) => `${scenario}: ${detail}`);

describe('a provider that reports its own changes', () => {
  it.each([{ sends_events: true }, { read_after_seconds: 3600 }])(
    'PRV-4: also reads bookings with %o',
    async (options) => {
      const results = await checkReads({}, options);
      expect(failed(results)).toEqual([]);
      expect(results.map(({ scenario }) => scenario)).toEqual(expect.arrayContaining(['read', 'read of nothing']));
    },
  );

  it.each<{ fault: string; operations: Replaced['operations']; finds: string }>([
    {
      fault: 'never states a cancellation',
      operations: reading({ state: 'confirmed' }),
      finds: 'read: a released booking is confirmed, so a cancellation would not be seen',
    },
    {
      fault: 'confirms a booking that was never made',
      operations: reading({ state: 'confirmed' }),
      finds: 'read of nothing: a booking that was never made is confirmed',
    },
    {
      fault: 'states a cancellation at once',
      operations: reading({ state: 'cancelled' }),
      finds: 'read: a confirmed booking is cancelled',
    },
    {
      fault: 'states the slot of another booking',
      operations: reading({ state: 'confirmed', slot_id: 'slt_another' }),
      finds: 'read: a confirmed booking has another slot or number of people',
    },
    {
      fault: 'states the number of people before the modification',
      operations: reading({ state: 'confirmed', party_size: 2 }),
      finds: 'read: a modified booking has another slot or number of people',
    },
    {
      fault: 'returns another state',
      operations: reading({ state: 'gone' }),
      finds: 'read: The provider corner failed at readBooking',
    },
    {
      fault: 'has no such operation',
      operations: { '/bookings/read': () => refusal(404, 'not_found') },
      finds: 'read: The provider corner failed at readBooking: status 404.',
    },
  ])('PRV-4: finds a provider that $fault', async ({ operations, finds }) => {
    const faults = failed(await checkReads(operations ?? {}));
    expect(faults.filter((fault) => fault.startsWith(finds))).toHaveLength(1);
  });

  it('PRV-4: reads no booking of a provider that reports nothing', async () => {
    const results = await checkReads({}, {});
    expect(results.filter(({ scenario }) => scenario.startsWith('read'))).toEqual([]);
  });
});

const reading = (body: object) => ({ '/bookings/read': () => ({ status: 200, body }) });
