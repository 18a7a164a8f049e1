/**
 * The start command that `npm start` runs.
 *
 * @module-tag slow needs-posix
 */
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { once } from 'node:events';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Booking } from '@booking-service/contract';
import type { Session } from '@booking-service/contract/admin';
import { expect, it } from 'vitest';
import { callAdmin } from '../../support/worlds/admin-world.ts';
import {
  book,
  call,
  openFolder,
  portFlags,
  runCommand,
  startService,
  webhooksOf,
  type Service,
} from '../../support/processes/server-process.ts';

const bin = fileURLToPath(new URL('../../../bin/booking-service.js', import.meta.url));
// npm reads the same file.
const { scripts } = JSON.parse(readFileSync(new URL('../../../../../package.json', import.meta.url), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
};
const startScript = scripts['start'] ?? '';
const longest = { timeout: 240_000 };

it('AUT-1 ORG-3: prints the keys, the addresses and commands to paste for a fresh folder', longest, async () => {
  await using folder = await openFolder();
  await using service = await startService(folder.path);
  const { welcome, url, receiverUrl, keys } = service;

  expect(keys.test).toMatch(/^sk_test_[\w-]{32}$/);
  expect(keys.live).toMatch(/^sk_live_[\w-]{32}$/);
  expect(welcome).toContain(`Its data is in ${folder.path}/.`);
  expect(welcome).toContain(`URL=${url} AUTH="Authorization: Bearer ${keys.test}"`);
  for (const line of [
    'curl -s $URL/v1/venues/search ',
    'curl -s $URL/v1/availability/search ',
    'curl -s $URL/v1/bookings ',
    'curl -s $URL/v1/bookings/$BOOKING ',
    `curl -s ${receiverUrl}/events`,
  ]) {
    expect(welcome).toContain(line);
  }
  expect(await statusesOf(service)).toEqual({ test: 404, live: 404, unknown: 401 });

  const [, dashboardUrl = '', link_token] = /Dashboard +(http:\S+)\/sign-in#(bsl_\S+)/.exec(welcome) ?? [];
  const headers = { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' };
  const signedIn = await fetch(`${dashboardUrl}/session`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ link_token }),
  });
  const Cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
  const session = (await (await fetch(`${dashboardUrl}/session`, { headers: { Cookie } })).json()) as Session;
  expect(session).toMatchObject({ role: 'operator', sandbox: true, service_url: url, receiver_url: receiverUrl });
  const path = `/api/organizations/${session.sandbox_organization_id}/received-webhooks`;
  expect(await (await fetch(dashboardUrl + path, { headers: { Cookie } })).json()).toMatchObject({ object: 'list' });
});

it('AUT-7: stores the keys in clear only in a file that only its owner can read', longest, async () => {
  await using folder = await openFolder();
  await using service = await startService(folder.path);
  const { keys } = service;
  await book(service);

  expect(await filesWith(folder.path, keys)).toEqual(['sandbox-credentials.json']);
  const { mode } = await stat(join(folder.path, 'sandbox-credentials.json'));
  expect((mode & 0o777).toString(8)).toBe('600');

  await service.end('SIGTERM');
  expect(await filesWith(folder.path, keys)).toEqual(['sandbox-credentials.json']);
});

it('creates a data folder that only its owner can read', longest, async () => {
  await using folder = await openFolder();
  const made = join(folder.path, 'a', 'b');
  await using service = await startService(made);
  expect(service.welcome).toContain(`Its data is in ${made}/.`);
  const { mode } = await stat(made);
  expect((mode & 0o777).toString(8)).toBe('700');
});

it('has the same keys and bookings after a restart', longest, async () => {
  await using folder = await openFolder();
  await using first = await startService(folder.path);
  const { id } = await book(first);
  expect(await first.end('SIGTERM')).toMatchObject({ code: 0, signal: null, stderr: '' });

  await using second = await startService(folder.path);
  expect(second.keys).toEqual(first.keys);
  const { status, body } = await call<Booking>(second, `GET /v1/bookings/${id}`);
  expect({ status, id: body.id, object: body.object }).toEqual({ status: 200, id, object: 'booking' });
});

it.each(['SIGINT', 'SIGTERM'] as const)('stops cleanly on %s right after its welcome', longest, async (signal) => {
  await using folder = await openFolder();
  await using service = await startService(folder.path);
  expect(await service.end(signal)).toMatchObject({ code: 0, signal: null, stderr: '' });
});

it.each([
  { connection: 'has sent nothing', sent: () => '' },
  { connection: 'stopped in the middle of its head', sent: () => 'GET /v1/bookings/bkg_1 HTTP/1.1\r\nHost: ' },
  { connection: 'stopped in the middle of its body', sent: ({ keys }: Service) => `${postHead(keys.test)}{"city":` },
])('stops cleanly while a connection is open that $connection', longest, async ({ sent }) => {
  await using folder = await openFolder();
  await using service = await startService(folder.path);
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname).on('error', () => undefined);
  try {
    await once(socket, 'connect');
    socket.write(sent(service));
    // These requests come after the bytes above, so the server has the connection by now.
    await statusesOf(service);
    expect(await service.end('SIGTERM')).toMatchObject({ code: 0, signal: null });
  } finally {
    socket.destroy();
  }
});

it('prints the help of npm start at once, without building the pages', longest, () => {
  const root = fileURLToPath(new URL('../../../../../', import.meta.url));
  const env = { ...process.env, npm_lifecycle_event: 'start' };
  const { stdout } = spawnSync('/bin/sh', ['-c', `${startScript} --help`], { cwd: root, env, encoding: 'utf8' });
  // The build prints a line for each of its parts first.
  expect(stdout).toMatch(/^Usage: npm start -- \[options\]\n/);
});

it('stops when npm start receives a signal, which reaches the shell of npm only', longest, async () => {
  await using folder = await openFolder();
  const flags = ['--data', folder.path, ...(await portFlags())];
  // The first command keeps the shell: it cannot become the last one.
  const script = `true; "${process.execPath}" --conditions=@booking-service/source "${bin}" serve --sandbox ${flags.join(' ')}`;
  const shell = spawn('/bin/sh', ['-c', script], { env: { ...process.env, npm_lifecycle_event: 'start' } });
  let printed = '';
  shell.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
  await expect.poll(() => printed).toContain('Stop: Ctrl-C');
  const [, url = ''] = /Service +(http:\S+)/.exec(printed) ?? [];
  expect((await fetch(url)).status).toBe(200);
  shell.kill('SIGTERM');
  const isServed = () =>
    fetch(url).then(
      () => true,
      () => false,
    );
  await expect.poll(isServed).toBe(false);
});

it.each([
  { ended: 'the shell of npm start', script: startScript, command: (line: string) => line },
  { ended: 'the shell of npx', script: `'booking-service'`, command: (line: string) => line },
  { ended: 'npm', script: 'booking-service serve', command: (line: string) => `/bin/sh -c '${line}; true'` },
])('stops if $ended has ended before the service starts', longest, async ({ script, command }) => {
  await using folder = await openFolder();
  const flags = ['--data', folder.path, ...(await portFlags())];
  const line = `"${process.execPath}" --conditions=@booking-service/source "${bin}" serve --sandbox ${flags.join(' ')}`;
  const env = { ...process.env, npm_lifecycle_event: 'x', npm_lifecycle_script: script };
  // The first shell does not wait. It has a process group of its own, as npm has in a terminal.
  const first = spawn('/bin/sh', ['-c', `${command(line)} &`], { env, detached: true });
  let printed = '';
  first.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
  try {
    // The service has the output of the shell, too: it closes when all have ended.
    await expect.poll(() => first.stdout.closed).toBe(true);
    expect(printed).toBe('');
  } finally {
    if (first.pid !== undefined && !first.stdout.closed) process.kill(-first.pid, 'SIGKILL');
  }
});

it('runs on behind a detached shell, if another program of npx starts it', longest, async () => {
  await using folder = await openFolder();
  const env = { ...process.env, npm_lifecycle_event: 'npx', npm_lifecycle_script: 'playwright test' };
  const flags = ['--data', folder.path, ...(await portFlags())];
  const line = `"${process.execPath}" --conditions=@booking-service/source "${bin}" serve --sandbox ${flags.join(' ')}`;
  const shell = spawn('/bin/sh', ['-c', `${line}; true`], { env, detached: true });
  let printed = '';
  shell.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
  try {
    await expect.poll(() => printed).toContain('Stop: Ctrl-C');
  } finally {
    if (shell.pid !== undefined && !shell.stdout.closed) process.kill(-shell.pid, 'SIGKILL');
  }
});

it('keeps running in a process group of its own, where a program that npx runs has put it', longest, async () => {
  await using folder = await openFolder();
  const flags = ['--data', folder.path, ...(await portFlags())];
  const service = spawn(
    process.execPath,
    ['--conditions=@booking-service/source', bin, 'serve', '--sandbox', ...flags],
    {
      env: { ...process.env, npm_lifecycle_event: 'npx', npm_lifecycle_script: `'booking-service'` },
      detached: true,
    },
  );
  let printed = '';
  service.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
  const ended = once(service, 'close');
  try {
    await expect.poll(() => printed).toContain('curl');
  } finally {
    service.kill('SIGTERM');
    await ended;
  }
});

it('STA-4: confirms a booking when its clock is advanced by two seconds', longest, async () => {
  await using folder = await openFolder();
  await using service = await startService(folder.path);
  const { id } = await book(service);
  const moved = await callAdmin(service.adminUrl, 'POST /sandbox/clock/advance', { body: { ms: 2000 } });
  expect(moved.status).toBe(200);
  expect(await call<Booking>(service, `GET /v1/bookings/${id}`)).toMatchObject({ body: { status: 'confirmed' } });
});

it('SIG-5: has a receiver that uses the clock of the sandbox', longest, async () => {
  await using folder = await openFolder();
  await using service = await startService(folder.path);
  await callAdmin(service.adminUrl, 'POST /sandbox/clock/advance', { body: { ms: 3_600_000 } });
  const { id } = await book(service);
  await callAdmin(service.adminUrl, 'POST /sandbox/clock/advance', { body: { ms: 60_000 } });
  expect(await webhooksOf(service, id)).toEqual(['booking.confirmed verified', 'booking.created verified']);
});

it('serves /livez, /readyz and /metrics on its admin port', longest, async () => {
  await using folder = await openFolder();
  await using service = await startService(folder.path);
  for (const target of ['GET /livez', 'GET /readyz', 'GET /metrics'] as const) {
    expect(await callAdmin(service.adminUrl, target)).toMatchObject({ status: 200 });
  }
});

it('prints its help and exits with 0', longest, async () => {
  const { code, stdout, stderr } = await runCommand(['serve', '--help']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  for (const flag of [
    '--port <N>',
    '--receiver-port <N>',
    '--data <FOLDER>',
    '--tick <SECONDS>',
    '--log-level <LEVEL>',
    '-h, --help',
  ]) {
    expect(stdout).toContain(`\n  ${flag} `);
  }
});

/** The head of a search that announces a body of 100 bytes. */
function postHead(key: string): string {
  const headers = [
    'Host: here',
    `Authorization: Bearer ${key}`,
    'Content-Type: application/json',
    'Content-Length: 100',
  ];
  return `POST /v1/venues/search HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`;
}

/** Reads a booking that does not exist with each key. The status is 404 for a valid key. */
async function statusesOf(service: Service): Promise<Record<string, number>> {
  const keys = { ...service.keys, unknown: 'sk_test_unknown' };
  const target = `GET /v1/bookings/bkg_${'0'.repeat(32)}` as const;
  const statuses = Object.entries(keys).map(async ([name, key]) => [
    name,
    (await call(service, target, { key })).status,
  ]);
  return Object.fromEntries(await Promise.all(statuses)) as Record<string, number>;
}

/** The files of the folder that contain one of the keys. */
async function filesWith(folder: string, keys: Service['keys']): Promise<string[]> {
  const names = await readdir(folder);
  const found = await Promise.all(
    names.map(async (name) => {
      const bytes = await readFile(join(folder, name));
      return Object.values(keys).some((key) => bytes.includes(key)) ? [name] : [];
    }),
  );
  return found.flat();
}
