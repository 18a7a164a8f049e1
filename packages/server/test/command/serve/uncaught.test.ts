/**
 * Tests the process: errors of receivers and providers must not end it; its own uncaught errors do (DLV-13).
 *
 * @module-tag slow
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Booking } from '@booking-service/contract';
import { expect, it } from 'vitest';
import { createOrganization, openSqliteStore } from '../../../src/index.ts';
import { testSealing } from '../../../src/testing.ts';
import { freePorts } from '../../support/processes/free-ports.ts';
import {
  book,
  call,
  eventually,
  openFolder,
  runCommand,
  startCommand,
  startService,
  webhooksOf,
  type Service,
} from '../../support/processes/server-process.ts';
import { newBooking } from '../../support/new-booking.ts';

const longest = { timeout: 240_000 };
const preloaded = { nodeOptions: ['--import', new URL('../../webhooks/unroutable-host.mjs', import.meta.url).href] };
const confirmed = ['booking.confirmed verified', 'booking.created verified'];

/** The log lines. */
function linesOf(stderr: string): Record<string, unknown>[] {
  const lines = stderr.split('\n').filter((line) => line.startsWith('{'));
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

/** Creates an organization and a test key with the commands while the service runs. */
async function addOrganization(data: string, { webhook_url }: { webhook_url: string }) {
  const run = async (line: string, found: RegExp): Promise<string> => {
    const { stdout } = await runCommand([...line.split(' '), '--data', data], preloaded);
    return found.exec(stdout)?.[0] ?? '';
  };
  const org = await run(`org create --name Unroutable --webhook-url ${webhook_url}`, /org_\S+/);
  return { org, key: await run(`key create --org ${org} --mode test`, /sk_test_\S+/) };
}

it(
  'DLV-13: a webhook URL without a route does not end the process, also after a restart, and others get their webhooks',
  longest,
  async () => {
    await using folder = await openFolder();
    const deliversToOthers = async (service: Service, key: string): Promise<void> => {
      // In each tick, the deliveries without a route come first.
      await book(service, { key });
      const { id } = await book(service);
      await eventually(
        () => webhooksOf(service, id),
        ({ length }) => length === 2,
      );
      expect(await webhooksOf(service, id)).toEqual(confirmed);
    };

    await using service = await startService(folder.path, preloaded);
    const { key } = await addOrganization(folder.path, { webhook_url: 'http://unroutable.test/' });
    await deliversToOthers(service, key);
    const ended = await service.end('SIGTERM');
    expect(ended.code).toBe(0);
    const failed = linesOf(ended.stderr).filter(({ msg }) => msg === 'a webhook attempt failed');
    expect(new Set(failed.map(({ error }) => error))).toEqual(new Set(['connection']));

    await using restarted = await startService(folder.path, preloaded);
    await deliversToOthers(restarted, key);
    expect((await restarted.end('SIGTERM')).code).toBe(0);
  },
);

it.each([
  { fault: 'an error that nothing catches', signal: 'SIGUSR2', code: 'uncaught_exception' },
  { fault: 'a rejection that nothing handles', signal: 'SIGWINCH', code: 'unhandled_rejection' },
] as const)(
  'DLV-13: $fault is logged as $code, masked, before the process exits with 1',
  longest,
  async ({ signal, code }) => {
    await using folder = await openFolder();
    await using service = await startService(folder.path, preloaded);
    const ended = await service.end(signal);
    expect(ended.code).toBe(1);
    expect(linesOf(ended.stderr).at(-1)).toMatchObject({
      level: 'fatal',
      code,
      err: { message: 'The key [masked] was refused.' },
      msg: 'uncaught error: the process exits',
    });
    expect(ended.stderr).not.toContain('sk_live_0123456789');
  },
);

it(
  'DLV-13: logs errors that escape from an attempt with their delivery, and others get their webhooks',
  longest,
  async () => {
    await using folder = await openFolder();
    await using service = await startService(folder.path, preloaded);
    const { org, key } = await addOrganization(folder.path, { webhook_url: 'http://leaking.test/' });
    await book(service, { key });
    const { id } = await book(service);
    await eventually(
      () => webhooksOf(service, id),
      ({ length }) => length === 2,
    );
    expect(await webhooksOf(service, id)).toEqual(confirmed);
    const { code, stderr } = await service.end('SIGTERM');
    expect(code).toBe(0);
    const escaped = linesOf(stderr).filter((line) => line['code'] === 'contained_error');
    expect(new Set(escaped.map(({ err }) => (err as { message: string }).message))).toEqual(
      new Set(['A late callback failed.', 'A promise was forgotten.', 'A socket failed.']),
    );
    for (const line of escaped) {
      expect(line).toMatchObject({ work: 'delivery', organization_id: org, event_id: expect.stringMatching(/^evt_/) });
    }
  },
);

/** A provider that confirms each booking, and throws uncaught errors when it is loaded and after each call. */
const leakingModule = `
  import { EventEmitter } from 'node:events';
  import { createSandboxProvider } from ${JSON.stringify(import.meta.resolve('../../../src/index.ts'))};
  const pool = setTimeout(() => new EventEmitter().emit('error', new Error('The pool is gone.')), 1);
  export default ({ clock }) => ({ suppliers: [{ test: {
    ...createSandboxProvider({ clock }),
    async checkRequest() { return { at_once: true }; },
    async book() {
      setImmediate(() => { throw new Error('A late callback failed.'); });
      setImmediate(() => new EventEmitter().emit('error', new Error('A socket failed.')));
      void Promise.reject(new Error('A promise was forgotten.'));
      return { outcome: 'confirmed', confirmation_code: 'OWN-1' };
    },
  } }] });`;

it('DLV-13: logs errors that escape from a provider, and continues', longest, async () => {
  await using folder = await openFolder();
  const [data, providers] = [join(folder.path, 'data'), join(folder.path, 'providers.mjs')];
  await writeFile(providers, leakingModule);
  const organization = await (async () => {
    await using store = openSqliteStore(data, { sealing: testSealing });
    return await createOrganization(store, { name: 'Diner', webhook_url: null }, new Date());
  })();
  const [port, admin_port] = await freePorts();
  await using command = startCommand(
    ['serve', '--data', data, '--providers', providers, '--port', port, '--admin-port', admin_port],
    { environment: { BOOKING_SERVICE_SEALING_KEY: Buffer.alloc(32, 7).toString('base64') } },
  );
  await command.printed('Stop: Ctrl-C');
  const caller = { url: `http://127.0.0.1:${port}`, ...organization };
  const body = newBooking();
  for (let count = 0; count < 2; count += 1) {
    expect(await call<Booking>(caller, 'POST /v1/bookings', { body })).toMatchObject({
      status: 201,
      body: { status: 'confirmed' },
    });
  }
  const { code, stderr } = await command.end('SIGTERM');
  expect(code).toBe(0);
  const escaped = linesOf(stderr).filter((line) => line['code'] === 'contained_error');
  const messages = escaped.map(({ integration, err }) =>
    [integration, (err as { message: string }).message].join(': '),
  );
  expect(messages.toSorted()).toEqual([
    'module: The pool is gone.',
    ...['A late callback failed.', 'A promise was forgotten.', 'A socket failed.'].flatMap((message) => [
      `sandbox: ${message}`,
      `sandbox: ${message}`,
    ]),
  ]);
});
