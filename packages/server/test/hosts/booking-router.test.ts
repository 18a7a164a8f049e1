/** The hosts of Express, in front of a store whose booking violates the contract. */
import type { Booking, JsonText } from '@booking-service/contract';
import express from 'express';
import { expect, it } from 'vitest';
import { createBookingRouter, createCheckedServer, type BookingRouterOptions } from '../../src/express.ts';
import { startSandbox } from '../../src/command/sandbox/start-sandbox.ts';
import { readSettings } from '../../src/command/settings/read-settings.ts';
import { createLog, createSandboxIntegrations } from '../../src/index.ts';
import { openWorld } from '../../src/testing.ts';
import { freePorts } from '../support/processes/free-ports.ts';
import { openFolder } from '../support/processes/server-process.ts';
import { listenApp } from '../support/worlds/hosted-service.ts';

const id = 'bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1';

/** The text of a booking whose party has no number. */
const text = `{"id":"${id}","party_size":"two"}` as JsonText<Booking>;

type ValidateWith = BookingRouterOptions['validateWith'];
type Host = ValidateWith | 'sandbox' | 'sandbox --validate-with';

/** Reads the booking, and returns the response and the log. */
async function read(host: Host) {
  await using world = await openWorld();
  const lines: string[] = [];
  const options = {
    store: { ...world.store, findBookingText: async () => ({ text, livemode: false, expires_at: null }) },
    clock: world.clock,
    ...createSandboxIntegrations({ clock: world.clock }),
    log: createLog({ destination: { write: (line) => void lines.push(line) } }),
  };
  const headers = { Authorization: `Bearer ${world.organization.keys.test}` };
  await using served = await listen(host, options);
  const response = await fetch(`${served.url}/v1/bookings/${id}`, { headers });
  const body: unknown = await response.json();
  const found = await fetch(`${served.url}/v1/venues/search`, { method: 'POST', headers });
  return { status: response.status, body, other: found.status, log: lines.join('') };
}

function listen(host: Host, options: BookingRouterOptions) {
  if (host === 'sandbox') return listenChecked(options);
  if (host === 'sandbox --validate-with') {
    return listenChecked({ ...options, validateWith: 'express-openapi-validator' });
  }
  return listenMounted(options, host);
}

async function listenMounted(options: BookingRouterOptions, validateWith: ValidateWith) {
  const bookings = createBookingRouter({ ...options, validateWith });
  const app = await listenApp(express().use('/booking', bookings.router));
  const close = async () => {
    await app[Symbol.asyncDispose]();
    await bookings.close();
  };
  return { url: `${app.url}/booking`, [Symbol.asyncDispose]: close };
}

async function listenChecked(options: BookingRouterOptions) {
  const server = createCheckedServer(options);
  const { url } = await server.listen({ host: '127.0.0.1', port: 0 });
  return { url, [Symbol.asyncDispose]: () => server.close() };
}

it.each(['express-openapi-validator', 'sandbox', 'sandbox --validate-with'] as const)(
  'ERR-7: responds 500 if express-openapi-validator refuses the response, with the reason in the log: %s',
  async (host) => {
    const { status, body, other, log } = await read(host);
    expect({ status, body }).toMatchObject({ status: 500, body: { error_code: 'internal_error' } });
    expect(log).toContain('/response must have required property');
    // A refusal that the contract documents passes the check.
    expect(other).toBe(400);
  },
);

it('does not check the responses of the service with the compiled checks', async () => {
  expect(await read('compiled')).toMatchObject({ status: 200, body: { party_size: 'two' } });
});

it.each([
  { flags: {}, faults: ['/code', '/other'] },
  // The package reports only the first fault of a body with a discriminator.
  { flags: { validate_with: 'express-openapi-validator' }, faults: ['/other'] },
])('ERR-4: checks the requests of a sandbox as its settings say: $flags', async ({ flags, faults }) => {
  await using folder = await openFolder();
  const [port, receiver_port, admin_port, dashboard_port] = await freePorts();
  const ports = { port, receiver_port, admin_port, dashboard_port };
  const settings = readSettings({
    flags: { data: folder.path, ...ports, ...flags },
    config: undefined,
    environment: {},
    start: 'sandbox',
  });
  const log = createLog({ level: 'silent' });
  const sandbox = await startSandbox(settings, { log, line: 'booking-service serve --sandbox', tracing: undefined });
  await using closing = new AsyncDisposableStack();
  closing.defer(() => sandbox.close());
  const [, key = ''] = /Test key +(\S+)/.exec(sandbox.welcome) ?? [];
  const response = await fetch(`http://127.0.0.1:${port}/v1/bookings/${id}/continue`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: '{"type":"enter_code","code":5,"other":true}',
  });
  const { details } = (await response.json()) as { readonly details: readonly { readonly path: string }[] };
  expect([response.status, details.map(({ path }) => path).toSorted()]).toEqual([400, faults]);
});
