/** booking-service provider check, as a process. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openFolder, runCommand, type Ended } from '../support/processes/server-process.ts';
import { refusal, secret, startHttpProvider, type Replaced } from './test-http-provider.ts';

async function check(name: string, replaced: Replaced = {}): Promise<Ended> {
  await using folder = await openFolder();
  await using server = await startHttpProvider(replaced);
  const file = join(folder.path, 'providers.yaml');
  await writeFile(
    file,
    `providers:\n  - name: corner\n    type: http\n    url: ${server.url}\n    secret: { env: CORNER_SECRET }\n`,
  );
  return await runCommand(['provider', 'check', name, '--providers', file], { environment: { CORNER_SECRET: secret } });
}

it('prints what passed, and exits with 0', async () => {
  const { code, stdout, stderr } = await check('corner');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/^SCENARIO +VERDICT  DETAIL\nsearch +passed +3 venues on 1 page\n/);
  expect(stdout).toMatch(/\n\ncorner: 27 passed, 0 failed, 0 skipped\.\n$/);
});

it('prints what failed, and exits with 1', async () => {
  const { code, stdout, stderr } = await check('corner', {
    operations: { '/bookings/release': () => refusal(500, 'internal_error') },
  });
  expect(code).toBe(1);
  expect(stdout).toMatch(/\ncancel +failed +The provider corner failed at release: status 500\.\n/);
  expect(stdout + stderr).not.toContain(secret);
});

it('names the suppliers of the file if it has none with the name', async () => {
  const { code, stderr } = await check('corners');
  expect(code).toBe(2);
  expect(stderr).toMatch(/ has no provider named corners\. It has corner\.\n$/);
});

it('checks the provider of a module', async () => {
  await using folder = await openFolder();
  const index = JSON.stringify(import.meta.resolve('../../src/index.ts'));
  const file = join(folder.path, 'providers.mjs');
  await writeFile(
    file,
    `import { createSandboxProvider } from ${index};
    export default ({ clock }) => ({ providers: [{ ...createSandboxProvider({ clock }), name: 'mine',
      book: async () => { throw new Error('no licence'); } }] });`,
  );
  const { code, stdout } = await runCommand(['provider', 'check', 'mine', '--providers', file]);
  expect(code).toBe(1);
  expect(stdout).toMatch(/\nhold +failed +no licence\n/);
});
