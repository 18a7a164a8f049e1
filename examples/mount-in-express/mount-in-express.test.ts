/** Runs the example: the app beside the booking service, its sign-in in front, and a stop while a request is under way. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createSandboxIntegrations, systemClock, type Provider } from '@booking-service/server';
import { expect, it } from 'vitest';
import { startApp, type StartedApp } from './app.ts';

const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10).replaceAll('-', '');
const body = JSON.stringify({
  venue_id: 'ven_express_counter',
  slot_id: `slt_express_counter_${day}T1900`,
  party_size: 2,
  guest: { first_name: 'Ada', last_name: 'Byron', email: 'ada@diner.test' },
});

function headersOf({ token }: StartedApp) {
  return { 'X-User-Token': token, 'Content-Type': 'application/json' };
}

it('books for a user of the app, at a Location below the mount path', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'mount-in-express-'));
  const app = await startApp({ folder: folder.path, port: 0 });
  const created = await fetch(`${app.url}/booking/v1/bookings`, { method: 'POST', headers: headersOf(app), body });
  expect(created.status).toBe(201);
  const location = created.headers.get('location') ?? '';
  expect(location).toMatch(/^\/booking\/v1\/bookings\/bkg_/);
  const read = await fetch(app.url + location, { headers: headersOf(app) });
  expect(await read.json()).toMatchObject({ status: 'confirmed', party_size: 2 });
  await app.stop();
});

it('keeps strangers out, and keeps the routes of the app', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'mount-in-express-'));
  const app = await startApp({ folder: folder.path, port: 0 });
  const stranger = await fetch(`${app.url}/booking/v1/bookings`, { method: 'POST', body });
  expect({ status: stranger.status, body: await stranger.json() }).toEqual({
    status: 401,
    body: { message: 'Sign in first.' },
  });
  const review = { method: 'POST', headers: headersOf(app), body: '{"stars":5}' };
  expect(await (await fetch(`${app.url}/reviews`, review)).json()).toEqual({ stars: 5 });
  expect(await (await fetch(`${app.url}/booking/help`, { headers: headersOf(app) })).text()).toBe('Call us.');
  await app.stop();
});

it('finishes a request under way when it stops', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'mount-in-express-'));
  const arrived = Promise.withResolvers<void>();
  const allowed = Promise.withResolvers<void>();
  const sandbox = createSandboxIntegrations({ clock: systemClock });
  const [{ test: provider }] = sandbox.suppliers;
  const test: Provider = {
    ...provider,
    async checkRequest(request, context) {
      arrived.resolve();
      await allowed.promise;
      return provider.checkRequest(request, context);
    },
  };
  const app = await startApp({ folder: folder.path, port: 0, integrations: { ...sandbox, suppliers: [{ test }] } });
  const creating = fetch(`${app.url}/booking/v1/bookings`, { method: 'POST', headers: headersOf(app), body });
  await arrived.promise;
  const stopped = app.stop();
  await expect(fetch(app.url)).rejects.toThrow('fetch failed');
  allowed.resolve();
  expect((await creating).status).toBe(201);
  await stopped;
});

it('runs as a program, and stops at SIGTERM', { tags: ['needs-posix'] }, async () => {
  const main = fileURLToPath(new URL('main.ts', import.meta.url));
  const child = spawn(process.execPath, ['--conditions=@booking-service/source', main], {
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [printed] = (await once(child.stdout, 'data')) as [Buffer];
  const url = /^http:\S+/.exec(printed.toString())?.[0] ?? '';
  expect(await (await fetch(url)).text()).toBe('Harbour Table');
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
});
