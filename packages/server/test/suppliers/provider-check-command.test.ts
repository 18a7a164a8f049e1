/** booking-service provider check, as a process. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openFolder, runCommand, type Ended } from '../support/processes/server-process.ts';
import { refusal, secret, startHttpProvider, type Replaced } from './test-http-provider.ts';

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
