/** Runs `npm run mock` in its own process and pastes the lines that it prints. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createBookingClient } from '@booking-service/client';
import { expect, it } from 'vitest';
import { contract } from '../documents.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../..', import.meta.url));
const command = ['--conditions=@booking-service/source', 'packages/toolkit/bin/contract.js', 'mock'];

it('prints requests that get the responses it describes', { tags: ['needs-bash', 'needs-curl'] }, async () => {
  await using mock = await startMock();
  const lines = linesToPaste(mock.printed);
  expect(lines).toHaveLength(5);
  const [variables = '', ...requests] = lines;
  const paste = async (line: string) => (await run('bash', ['-c', `${variables}\n${line}`])).stdout;

  const [venues = '', refusal = '', named = '', refused = ''] = await Promise.all(requests.map(paste));
  expect(JSON.parse(venues)).toMatchObject({ object: 'list', data: [{ object: 'venue' }] });
  expect(JSON.parse(refusal)).toMatchObject({ error_code: 'invalid_request' });
  const [, name = ''] = /example=(\w+)"/.exec(requests[2] ?? '') ?? [];
  expect(exampleValues(contract, name)).toContainEqual(JSON.parse(named));
  const [head = '', body = ''] = refused.split('\r\n\r\n');
  expect(head).toMatch(/^HTTP\/1\.1 400 /);
  expect(head).toMatch(/^sl-violations: .*must be object/m);
  expect(JSON.parse(body)).toMatchObject({ error_code: 'invalid_request' });

  const limited = await paste((requests[1] ?? '').replace(/code=\d+/, 'code=429'));
  expect(JSON.parse(limited)).toMatchObject({ error: 'rate_limited' });
});

it('returns an example that Prefer names, and the reason of a refusal', async () => {
  await using mock = await startMock();
  const [url] = /http:\S+/.exec(mock.printed) ?? [];
  const create = (body: object, headers: Readonly<Record<string, string>> = {}) =>
    fetch(`${url}/v1/bookings`, {
      method: 'POST',
      headers: { Authorization: 'Bearer any', 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const booking = {
    venue_id: 'ven_harbour_table',
    slot_id: 'slt_harbour_table_20261121T1900',
    party_size: 2,
    guest: { first_name: 'Ada', email: 'ada@diner.test' },
  };
  const authorized = await create(booking, { Prefer: 'code=201, example=authorize_payment' });
  expect(await authorized.json()).toMatchObject({ object: 'booking', next_action: { type: 'authorize_payment' } });
  const refused = await create({ party_size: 0 });
  expect({ status: refused.status, body: await refused.json() }).toMatchObject({
    status: 400,
    body: { error_code: 'invalid_request' },
  });
  expect(refused.headers.get('sl-violations')).toContain('party_size');
});

it('creates a booking for the client with the address and the key that it prints', async () => {
  await using mock = await startMock();
  const [, baseUrl = '', apiKey = ''] = /BASE_URL=(\S+) \S+_API_KEY=(\S+)/.exec(mock.printed) ?? [];
  const client = createBookingClient({ baseUrl, apiKey });
  const request = { venue_id: 'ven_harbour_table', slot_id: 'slt_harbour_table_20261121T1900', party_size: 2 };
  const booking = await client.bookings.create({ ...request, guest: { first_name: 'Ada', email: 'ada@diner.test' } });
  expect(booking).toMatchObject({ object: 'booking', status: 'processing' });
});

it('refuses a body that is not JSON', async () => {
  await using mock = await startMock();
  const [url] = /http:\S+/.exec(mock.printed) ?? [];
  const headers = { Authorization: 'Bearer any', 'Content-Type': 'application/json' };
  const refused = await fetch(`${url}/v1/bookings`, { method: 'POST', headers, body: '{"venue_id":' });
  expect({ status: refused.status, body: await refused.json() }).toMatchObject({
    status: 400,
    body: { error_code: 'invalid_request' },
  });
});

/** The values of all examples with a name. */
function exampleValues(node: unknown, name: string): unknown[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, each]) => [
    ...(key === name && typeof each === 'object' && 'value' in each ? [each.value] : []),
    ...exampleValues(each, name),
  ]);
}

async function startMock(): Promise<AsyncDisposable & { printed: string }> {
  const child = spawn(process.execPath, [...command, '--port', '0'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const closed = once(child, 'close');
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
  while (!printed.includes('Stop: Ctrl-C')) {
    const ended = await Promise.race([closed, once(child.stdout, 'data').then(() => undefined)]);
    if (ended) throw new Error(`The mock ended before it was ready: ${printed}`);
  }
  return {
    printed,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await closed;
    },
  };
}

/** The indented commands. */
function linesToPaste(printed: string): string[] {
  return printed.split('\n').flatMap((line) => (line.startsWith('  ') ? [line.trim()] : []));
}
