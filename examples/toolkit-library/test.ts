/** The library as its members see it. LIBRARY_DATABASE is the URL of an empty PostgreSQL database. Default: a temporary folder. */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { createLog } from '@booking-service/kernel';
import { createManualClock, openWebhookEndpoint } from '@booking-service/kernel/testing';
import { createLibraryClient } from './client/index.ts';
import { delivery } from './generated/delivery.ts';
import { limits } from './generated/limits.ts';
import { loanStates } from './generated/loan-states.ts';
import { createLibrary } from './library.ts';

const hour = 3_600_000;
const folder = mkdtempSync(join(tmpdir(), 'library-'));
const { LIBRARY_DATABASE = folder, LIBRARY_SEALING_KEY } = process.env;
const clock = createManualClock(new Date('2026-11-21T09:30:00.000Z'));
const receiver = await openWebhookEndpoint();
const library = await createLibrary({
  database: LIBRARY_DATABASE,
  sealing_key: LIBRARY_SEALING_KEY,
  clock,
  allowLoopbackWebhooks: true,
  // Two weeks pass in a moment.
  tick_seconds: hour / 1000,
  log: createLog({ level: 'silent' }),
});
const { url } = await library.listen({ host: '127.0.0.1', port: 0 });
after(async () => {
  await library.close();
  await receiver[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

/** A new member of the service, with its client. */
async function createMember(name: string) {
  const { api_keys, webhook_secret } = await library.organizations.create({ name, webhook_url: receiver.url });
  return { client: createLibraryClient({ apiKey: api_keys.test, baseUrl: url, retries: 0 }), webhook_secret };
}

test('a repeated create returns the first loan, and one signed webhook reports it', async () => {
  const { client, webhook_secret } = await createMember('Reading room');
  const create = () =>
    client.loans.create({ book: 'Dune', reader: 'card-1041' }, { idempotencyKey: 'order-1' }).withResponse();
  const [first, second] = [await create(), await create()];
  assert.deepEqual([first.response.status, second.response.status], [201, 200]);
  assert.deepEqual(second.data, first.data);
  await clock.advance(hour);
  const [{ headers, text } = assert.fail('No webhook arrived.'), ...others] = receiver.received.splice(0);
  assert.deepEqual([JSON.parse(text).type, JSON.parse(text).data.object, others], ['loan.created', first.data, []]);
  const [, at, signature] = /^t=(\d+),v1=(\w+)$/.exec(headers.get(delivery.signature.header) ?? '') ?? [];
  assert.equal(signature, createHmac('sha256', webhook_secret).update(`${at}.${text}`).digest('hex'));
});

test('pages show each loan once, and no loan of another member', async () => {
  const { client } = await createMember('School');
  const stranger = await createMember('Museum');
  for (const book of ['Emma', 'Ulysses', 'Momo']) await client.loans.create({ book, reader: 'card-7' });
  const { data, next_cursor } = await client.loans.list({ limit: 2 });
  const rest = await client.loans.list({ limit: 2, cursor: next_cursor ?? '' });
  assert.deepEqual(
    [...data, ...rest.data].map(({ book }) => book),
    ['Momo', 'Ulysses', 'Emma'],
  );
  assert.equal(rest.next_cursor, null);
  assert.deepEqual((await stranger.client.loans.list()).data, []);
  const { error } = await stranger.client.loans.get(data[0]?.id ?? '').result();
  assert.equal(error?.code, 'not_found');
});

test('a loan is overdue after its time, and is returned once', async () => {
  const { client } = await createMember('Club');
  const { id } = await client.loans.create({ book: 'Dracula', reader: 'card-9' });
  await clock.advance(loanStates.states.lent.expires_after_seconds * 1000 - hour);
  assert.equal((await client.loans.get(id)).status, 'lent');
  await clock.advance(2 * hour);
  assert.equal((await client.loans.get(id)).status, 'overdue');
  const events = receiver.received.splice(0).map(({ text }) => JSON.parse(text));
  assert.deepEqual(
    events.filter(({ data }) => data.object.id === id).map(({ type }) => type),
    ['loan.created', 'loan.overdue'],
  );
  assert.equal((await client.loans.return(id)).status, 'returned');
  const { error } = await client.loans.return(id).result();
  assert.equal(error?.code, 'already_returned');
});

test('a member gets the requests of its window', async () => {
  const { client } = await createMember('Crowd');
  for (let sent = 1; sent <= limits.default_limit; sent += 1) await client.loans.list();
  const { error } = await client.loans.list().result();
  assert.equal(error?.code, 'rate_limited');
  await clock.advance(limits.window_seconds * 1000);
  assert.deepEqual((await client.loans.list()).data, []);
});
