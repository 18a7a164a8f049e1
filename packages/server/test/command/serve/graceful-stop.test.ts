/**
 * Sends SIGTERM to a process with work in progress, and restarts it.
 *
 * @module-tag slow
 */
import { once } from 'node:events';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import type { Booking, KeyMode } from '@booking-service/contract';
import { expect, it } from 'vitest';
import { openWebhookEndpoint } from '../../../src/testing.ts';
import { openRaw, toRequest } from '../../support/raw/raw-http.ts';
import {
  book,
  call,
  eventually,
  openFolder,
  startProgram,
  startService,
  type Command,
  type Ended,
} from '../../support/processes/server-process.ts';
import { newBooking } from '../../support/new-booking.ts';

const program = fileURLToPath(new URL('../../support/processes/stuck-service.ts', import.meta.url));
const longest = { timeout: 240_000 };

interface Stuck extends Command {
  readonly url: string;
  readonly keys: Readonly<Record<KeyMode, string>>;
}

async function start(...args: string[]): Promise<Stuck> {
  const command = startProgram(program, args);
  const line = await command.printed('\n');
  // The program prints this form.
  return { ...command, ...(JSON.parse(line) as Pick<Stuck, 'url' | 'keys'>) };
}

/** Creates a booking whose run has begun: the provider was called and never responds. */
async function bookAndGetStuck(service: Stuck, folder: string): Promise<string> {
  const date = new Date(Date.now() + 24 * 3600 * 1000).toISOString().slice(0, 10);
  const body = newBooking({ date });
  const { body: booking } = await call<Booking>(service, 'POST /v1/bookings', { body });
  await eventually(
    async () => read(folder, 'SELECT attempt FROM runs WHERE lease_token IS NOT NULL'),
    ([run]) => run !== undefined,
  );
  return booking.id;
}

function read(folder: string, sql: string): Record<string, unknown>[] {
  using db = new DatabaseSync(join(folder, 'booking-service.db'), { readOnly: true });
  // Rows have no prototype; copies compare as plain objects.
  return db
    .prepare(sql)
    .all()
    .map((row) => ({ ...row }));
}

it(
  'STA-12 DLV-6: exits with 0 while provider, endpoint and callers hang, and continues after a restart',
  longest,
  async () => {
    await using folder = await openFolder();
    await using endpoint = await openWebhookEndpoint();
    endpoint.responses.push('hang');
    await using stuck = await start(folder.path, endpoint.url);
    const id = await bookAndGetStuck(stuck, folder.path);
    await eventually(
      async () => endpoint.received,
      ({ length }) => length === 1,
    );
    const key = `Authorization: Bearer ${stuck.keys.test}`;
    const idle = openRaw(stuck.url);
    idle.write(toRequest('GET /v1/nothing'));
    await once(idle, 'data');
    const half = openRaw(stuck.url);
    half.write(
      toRequest('POST /v1/venues/search', { headers: [key, 'Content-Length: 100', 'Content-Type: application/json'] }),
    );
    const withoutResponse = call(stuck, 'POST /v1/venues/search', { body: {} }).catch(() => 'cut');
    // This response came after the requests above were sent, so the server has received them.
    await call(stuck, `GET /v1/bookings/${id}`);

    const { code, stderr } = await stuck.end('SIGTERM');
    expect({ code, cut: await withoutResponse }).toEqual({ code: 0, cut: 'cut' });
    expect(stderr).toContain('a run is given back');
    expect(read(folder.path, 'SELECT attempt, lease_token FROM runs')).toEqual([{ attempt: 1, lease_token: null }]);
    expect(read(folder.path, 'SELECT attempts, state, lease_token FROM deliveries')).toEqual([
      { attempts: 1, state: 'pending', lease_token: null },
    ]);
    expect(read(folder.path, 'SELECT attempt, error FROM recorded_attempts')).toEqual([
      { attempt: 1, error: 'timeout' },
    ]);

    await using restarted = await start(folder.path, endpoint.url, 'responds');
    await eventually(
      async () => endpoint.received.map(({ event }) => `${event.type} ${event.data.object.id}`),
      (types) => types.includes(`booking.confirmed ${id}`),
    );
    expect(await restarted.end('SIGTERM')).toMatchObject({ code: 0 });
  },
);

it(
  'answers every request that was sent before the end of its connection, also unread and not yet accepted ones',
  longest,
  async () => {
    await using folder = await openFolder();
    await using service = await start(folder.path, 'http://127.0.0.1:9/', 'responds');
    const request = toRequest('GET /v1/bookings', { headers: [`Authorization: Bearer ${service.keys.test}`] });
    const connections = 80;
    const open = () => {
      const socket = openRaw(service.url);
      const errors: Error[] = [];
      let received = '';
      socket.setEncoding('latin1').on('data', (text: string) => (received += text));
      socket.on('error', (error) => errors.push(error));
      const closed = once(socket, 'close').catch(() => undefined);
      return { socket, closed, errors, received: () => received };
    };
    const kept = Array.from({ length: connections }, open);
    for (const { socket } of kept) socket.write(request);
    for (const { received } of kept) await expect.poll(received).toMatch(/^HTTP\/1\.1 200 [^]*\n$/);

    // A suspended process is like one that is saturated: the system accepts its connections and keeps what they send.
    service.signal('SIGSTOP');
    const waiting = Array.from({ length: connections }, open);
    await Promise.all(waiting.map(({ socket }) => once(socket, 'connect')));
    const sent = [...kept, ...waiting].map(({ socket }) => new Promise((done) => void socket.write(request, done)));
    await Promise.all(sent);
    service.signal('SIGTERM');
    service.signal('SIGCONT');
    expect(await service.ended).toMatchObject({ code: 0 });
    await Promise.all([...kept, ...waiting].map(({ closed }) => closed));
    const outcomes = (of: typeof kept) =>
      Map.groupBy(
        of,
        ({ received, errors }) => `${received().match(/^HTTP\/1\.1 200 /gm)?.length ?? 0} ${errors.join()}`,
      );
    expect([...outcomes(kept).keys()]).toEqual(['2 ']);
    expect([...outcomes(waiting).keys()]).toEqual(['1 ']);
  },
);

it('exits immediately with 1 on a second signal, half a second after the first or later', longest, async () => {
  await using folder = await openFolder();
  await using stuck = await start(folder.path, 'http://127.0.0.1:9/');
  await bookAndGetStuck(stuck, folder.path);
  const key = `Authorization: Bearer ${stuck.keys.test}`;
  const open = openRaw(stuck.url);
  open.write(toRequest('GET /v1/nothing', { headers: [key] }));
  await once(open, 'data');
  stuck.signal('SIGTERM');
  // A stop first closes idle connections.
  await once(open, 'close');
  let ended: Ended | undefined;
  void stuck.ended.then((result) => (ended = result));
  const signalAgain = () => {
    stuck.signal('SIGINT');
    return ended;
  };
  await expect.poll(signalAgain).toMatchObject({ code: 1, signal: null });
});

it('takes a signal that arrives twice at once, from the terminal and from npm, as one', longest, async () => {
  await using folder = await openFolder();
  await using service = await startService(folder.path);
  service.signal('SIGINT');
  expect(await service.end('SIGINT')).toMatchObject({ code: 0, signal: null, stderr: '' });
});

it('STA-12: a sandbox that stops during a booking confirms it after the next start', longest, async () => {
  await using folder = await openFolder();
  await using first = await startService(folder.path);
  const { id } = await book(first);
  expect(await first.end('SIGTERM')).toMatchObject({ code: 0, signal: null, stderr: '' });
  await using second = await startService(folder.path);
  const { body } = await eventually(
    () => call<Booking>(second, `GET /v1/bookings/${id}`),
    (response) => response.body.status !== 'processing',
  );
  expect(body.status).toBe('confirmed');
});
