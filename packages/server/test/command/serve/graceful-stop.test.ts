/**
 * Processes that stop with work in progress, and restart: one, and two on one port under load.
 *
 * @module-tag slow
 */
import { once } from 'node:events';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Booking, KeyMode } from '@booking-service/contract';
import { describe, expect, it } from 'vitest';
import { openWebhookEndpoint } from '../../../src/testing.ts';
import { openRaw, toRequest } from '../../support/raw/raw-http.ts';
import {
  book,
  call,
  type Command,
  type Ended,
  eventually,
  openFolder,
  startCommand,
  startProgram,
  startService,
} from '../../support/processes/server-process.ts';
import { newBooking } from '../../support/new-booking.ts';
import { runCommandLine } from '../../../src/command/run-command-line.ts';
import { makePostgresDatabase } from '../../support/engines.ts';
import { freePorts } from '../../support/processes/free-ports.ts';
import { environment, goodModule } from '../../support/processes/served.ts';

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

describe('one process', () => {
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
        toRequest('POST /v1/venues/search', {
          headers: [key, 'Content-Length: 100', 'Content-Type: application/json'],
        }),
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
      const sendRequest = toRequest('GET /v1/bookings', { headers: [`Authorization: Bearer ${service.keys.test}`] });
      const connections = 80;
      const open = () => {
        const socket = openRaw(service.url);
        const errors: Error[] = [];
        let received = '';
        socket.setEncoding('latin1').on('data', (bodyText: string) => (received += bodyText));
        socket.on('error', (error) => errors.push(error));
        const closed = once(socket, 'close').catch(() => undefined);
        return { socket, closed, errors, received: () => received };
      };
      const kept = Array.from({ length: connections }, open);
      for (const { socket } of kept) socket.write(sendRequest);
      for (const { received } of kept) await expect.poll(received).toMatch(/^HTTP\/1\.1 200 [^]*\n$/);

      // A suspended process is like one that is saturated: the system accepts its connections and keeps what they send.
      service.signal('SIGSTOP');
      const waiting = Array.from({ length: connections }, open);
      await Promise.all(waiting.map(({ socket }) => once(socket, 'connect')));
      const sent = [...kept, ...waiting].map(
        ({ socket }) => new Promise((done) => void socket.write(sendRequest, done)),
      );
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
});

/** A response, and how often its request was sent. */
interface Called {
  readonly status: number | undefined;
  readonly booking: Booking;
  readonly sent: number;
}

const callers = 8;

describe('two processes', () => {
  it('STA-12 IDM-1: no call fails, and no booking is made twice', { timeout: 240_000 }, async () => {
    await using opened = new AsyncDisposableStack();
    const database = opened.use(await makePostgresDatabase({ tables: true }));
    const folder = opened.use(await openFolder());
    const variables = { ...environment, BOOKING_SERVICE_DATABASE: database.url };
    const run = async (line: string) => JSON.parse((await runCommandLine(line.split(' '), variables)).text);
    const { organization } = await run('org create --name Harbour --rate-limit 1000000 --json');
    const { key } = await run(`key create --org ${organization.id} --mode live --json`);
    const providers = join(folder.path, 'providers.mjs');
    await writeFile(providers, goodModule);

    const [port, admin_port, other_admin_port] = await freePorts();
    const adminPorts = [admin_port, other_admin_port];
    const startBoth = async (adminPort: string): Promise<Command> => {
      const args = ['serve', '--providers', providers, '--port', port, '--admin-port', adminPort, '--reuse-port'];
      const command = opened.use(startCommand(args, { environment: variables }));
      await command.printed('Stop: Ctrl-C');
      return command;
    };
    const running = await Promise.all(adminPorts.map(startBoth));

    const agent = new Agent({ keepAlive: true, maxSockets: callers });
    opened.defer(() => agent.destroy());
    const over = new AbortController();
    const called: Called[] = [];
    async function createUntilOver(caller: number): Promise<void> {
      for (let number = 0; !over.signal.aborted; number += 1) {
        called.push(await create({ agent, port, key, idempotencyKey: `${caller}-${number}` }));
      }
    }
    const calling = Array.from({ length: callers }, (_, caller) => createUntilOver(caller));

    for (const [index, adminPort] of adminPorts.entries()) {
      const before = called.length;
      await expect.poll(() => called.length).toBeGreaterThan(before + 50);
      expect((await running[index]?.end('SIGTERM'))?.code).toBe(0);
      await startBoth(adminPort);
    }
    const after = called.length;
    await expect.poll(() => called.length).toBeGreaterThan(after + 50);
    over.abort();
    await Promise.all(calling);

    expect(called.filter(({ status }) => status !== 201)).toEqual([]);
    const rows = await database.query('SELECT id FROM bookings');
    expect(new Set(rows.map(({ id }) => id))).toEqual(new Set(called.map(({ booking }) => booking.id)));
    expect(rows).toHaveLength(called.length);
  });
});

/** Creates a booking. Sends the request again if its connection was closed before the response, like an HTTP client does. */
async function create({
  agent,
  port,
  key,
  idempotencyKey,
}: {
  agent: Agent;
  port: string;
  key: string;
  idempotencyKey: string;
}): Promise<Called> {
  const date = new Date(Date.now() + 24 * 3600 * 1000).toISOString().slice(0, 10);
  const body = JSON.stringify(newBooking({ date }));
  const headers = {
    Authorization: `Bearer ${key}`,
    'Content-Type': 'application/json',
    'Idempotency-Key': idempotencyKey,
  };
  for (let sent = 1; ; sent += 1) {
    try {
      const [status, answer] = await new Promise<[number | undefined, string]>((done, failed) => {
        const url = `http://127.0.0.1:${port}/v1/bookings`;
        const callOne = request(url, { method: 'POST', agent, headers }, (response) => {
          text(response).then((printed) => done([response.statusCode, printed]), failed);
        });
        callOne.once('error', failed);
        callOne.end(body);
      });
      return { status, booking: JSON.parse(answer), sent };
    } catch (error) {
      // A request is sent again once for each process that stops.
      if (sent > 3) throw error;
    }
  }
}
