/**
 * An upgrade and its rollback without a stop: this program and the next one on one PostgreSQL database, under load. The next one is a copy
 * with one more migration and another name of a function, so a database must have the functions of both.
 *
 * @module-tag slow
 * @module-tag needs-posix
 */
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Booking } from '@booking-service/contract';
import type { CreatedOrganization } from '@booking-service/contract/admin';
import { expect, it } from 'vitest';
import { openContractCopy } from '../../contract-copy/open-contract-copy.ts';
import { makePostgresDatabase } from '../../support/engines.ts';
import { newBooking } from '../../support/new-booking.ts';
import { freePorts } from '../../support/processes/free-ports.ts';
import { call, eventually, openFolder, startProgram, type Command } from '../../support/processes/server-process.ts';

const thisProgram = fileURLToPath(new URL('../../../bin/booking-service.js', import.meta.url));

/** Makes a copy the next program, and returns the path of its command. */
async function toNext(folder: string): Promise<string> {
  const server = join(folder, 'packages/server');
  await writeFile(join(server, 'migrations/postgres/0002_later.sql'), 'ALTER TABLE bookings ADD COLUMN later text;');
  const bookings = join(server, 'src/store/bookings');
  await rename(join(bookings, 'create_bookings.sql'), join(bookings, 'insert_bookings.sql'));
  for (const name of ['insert_bookings.sql', 'postgres.ts']) {
    const text = await readFile(join(bookings, name), 'utf8');
    await writeFile(join(bookings, name), text.replaceAll('create_bookings', 'insert_bookings'));
  }
  return join(server, 'bin/booking-service.js');
}

/** An instance, and the requests that it has not answered yet. */
interface Instance {
  readonly command: Command;
  readonly url: string;
  readonly waiting: Set<Promise<unknown>>;
}

it('answers every request during an upgrade and its rollback', { timeout: 300_000 }, async () => {
  await using opened = new AsyncDisposableStack();
  const [database, copy, folder] = await Promise.all([makePostgresDatabase(), openContractCopy(), openFolder()]);
  for (const each of [database, copy, folder]) opened.use(each);
  const nextProgram = await toNext(copy.folder);
  const environment = {
    BOOKING_SERVICE_DATABASE: database.url,
    BOOKING_SERVICE_SEALING_KEY: Buffer.alloc(32, 7).toString('base64'),
  };
  async function run(program: string, line: string): Promise<string> {
    const { code, stdout, stderr } = await startProgram(program, line.split(' '), { environment }).ended;
    if (code !== 0) throw new Error(`${line}: ${stderr}`);
    return stdout;
  }
  const providers = join(folder.path, 'providers.mjs');
  const sandboxProvider = `import { createSandboxProvider } from ${JSON.stringify(import.meta.resolve('../../../src/index.ts'))};
    export default ({ clock }) => ({ suppliers: [{ live: createSandboxProvider({ clock }), test: createSandboxProvider({ clock }) }] });`;
  await writeFile(providers, sandboxProvider);

  const instances: Instance[] = [];
  async function start(program: string): Promise<void> {
    const [port, adminPort, dashboardPort] = await freePorts();
    const ports = ['--port', port, '--admin-port', adminPort, '--dashboard-port', dashboardPort];
    const command = opened.use(startProgram(program, ['serve', '--providers', providers, ...ports], { environment }));
    await command.printed('Stop: Ctrl-C');
    instances.push({ command, url: `http://127.0.0.1:${port}`, waiting: new Set() });
  }
  /** As a load balancer: sends nothing more to the oldest instance, and ends it when it has answered. */
  async function stopOldest(): Promise<void> {
    const oldest = instances.shift();
    if (!oldest) throw new Error('No instance runs.');
    await Promise.all(oldest.waiting);
    expect(await oldest.command.end('SIGTERM')).toMatchObject({ code: 0 });
  }

  await run(thisProgram, 'migrate');
  const { organization } = JSON.parse(
    await run(thisProgram, 'org create --name Harbour --json'),
  ) as CreatedOrganization;
  const { key } = JSON.parse(await run(thisProgram, `key create --org ${organization.id} --mode test --json`)) as {
    key: string;
  };
  await database.execute('UPDATE organizations SET rate_limit = 1000000, test_allowance = 1000000');
  await start(thisProgram);
  await start(thisProgram);

  const statuses: number[] = [];
  const created: string[] = [];
  const over = new AbortController();
  async function request<Body>(target: `${'GET' | 'POST'} /${string}`, body?: unknown): Promise<Body | undefined> {
    const instance = instances[statuses.length % instances.length];
    if (!instance) throw new Error('No instance runs.');
    const sent = call<Body>({ url: instance.url, keys: { test: key, live: key } }, target, { body });
    instance.waiting.add(sent);
    const response = await sent.finally(() => instance.waiting.delete(sent));
    statuses.push(response.status);
    return response.status < 300 ? response.body : undefined;
  }
  async function load(): Promise<void> {
    const date = new Date(Date.now() + 24 * 3600 * 1000).toISOString().slice(0, 10);
    while (!over.signal.aborted) {
      const booking = await request<Booking>('POST /v1/bookings', newBooking({ date }));
      if (!booking) continue;
      created.push(booking.id);
      await request('GET /v1/bookings');
      await request(`GET /v1/bookings/${booking.id}`);
    }
  }
  /** Waits for requests that were sent after this call. */
  const untilServed = (count = statuses.length + 40) =>
    eventually(
      async () => statuses.length,
      (now) => now >= count,
    );
  /** A load balancer sends nothing to an instance that is not ready. */
  const readiness = () =>
    Promise.all(instances.map(async ({ url }) => `${(await fetch(`${url}/readyz`)).status} ${url}`));
  const allReady = () => instances.map(({ url }) => `200 ${url}`);
  const callers = [load(), load(), load()];

  await untilServed();
  await run(nextProgram, 'migrate');
  await untilServed();
  expect(await readiness()).toEqual(allReady());
  for (const program of [nextProgram, nextProgram, thisProgram, thisProgram]) {
    await start(program);
    await untilServed();
    expect(await readiness()).toEqual(allReady());
    await stopOldest();
    await untilServed();
  }
  over.abort();
  await Promise.all(callers);
  expect(new Set(statuses)).toEqual(new Set([200, 201]));
  for (const id of created.slice(-20))
    await eventually(
      () => request<Booking>(`GET /v1/bookings/${id}`),
      (booking) => booking?.status === 'confirmed',
    );
  expect(await database.query(`SELECT count(*)::int AS missing FROM bookings WHERE status != 'confirmed'`)).toEqual([
    { missing: 0 },
  ]);
  expect(await database.query('SELECT count(*)::int AS stored FROM bookings')).toEqual([{ stored: created.length }]);
});
