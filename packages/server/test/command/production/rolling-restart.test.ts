/**
 * Two processes on one port are restarted one after the other, while callers create and read bookings.
 *
 * @module-tag slow
 */
import { writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Booking } from '@booking-service/contract';
import { expect, it } from 'vitest';
import { runCommandLine } from '../../../src/command/run-command-line.ts';
import { makePostgresDatabase } from '../../support/engines.ts';
import { newBooking } from '../../support/new-booking.ts';
import { freePorts } from '../../support/processes/free-ports.ts';
import { openFolder, startCommand, type Command } from '../../support/processes/server-process.ts';
import { environment, goodModule } from '../../support/processes/served.ts';

/** A response, and how often its request was sent. */
interface Called {
  readonly status: number | undefined;
  readonly booking: Booking;
  readonly sent: number;
}

const callers = 8;

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
  const start = async (adminPort: string): Promise<Command> => {
    const args = ['serve', '--providers', providers, '--port', port, '--admin-port', adminPort, '--reuse-port'];
    const command = opened.use(startCommand(args, { environment: variables }));
    await command.printed('Stop: Ctrl-C');
    return command;
  };
  const running = await Promise.all(adminPorts.map(start));

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
    await start(adminPort);
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
        const call = request(url, { method: 'POST', agent, headers }, (response) => {
          text(response).then((printed) => done([response.statusCode, printed]), failed);
        });
        call.once('error', failed);
        call.end(body);
      });
      return { status, booking: JSON.parse(answer), sent };
    } catch (error) {
      // A request is sent again once for each process that stops.
      if (sent > 3) throw error;
    }
  }
}
