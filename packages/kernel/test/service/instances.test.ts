/** Several instances of a service over one folder or one database. */
import { once } from 'node:events';
import { mkdtempDisposable } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createManualClock } from '@booking-service/kernel/testing';
import { describe, expect, it } from 'vitest';
import { emptyDatabase } from '../support/empty-database.ts';
import { createNotes } from './notes-service.ts';
import { callAt, startNotes, type Notes } from './start-notes.ts';

/** Starts another instance on the database of the first one, with a clock of its own. */
async function startSecond({ database, folder, clock: first }: Notes) {
  const clock = createManualClock(first.now());
  const service = await createNotes({ database, folder }, { clock });
  const { url } = await service.listen({ port: 0, host: '127.0.0.1' });
  return { clock, url, [Symbol.asyncDispose]: () => service.close({ grace_seconds: 0.1 }) };
}

it('opens a folder once at a time', async () => {
  await using notes = await startNotes('sqlite');
  const { database, folder } = notes;
  await expect(createNotes({ database, folder })).rejects.toThrow('Stop it, or choose another folder.');
  expect(await notes.call('POST', '/notes', { body: { text: 'milk' } })).toMatchObject({ status: 201 });
});

describe('two instances on PostgreSQL', () => {
  it('create a row once, and count one limit', async () => {
    await using first = await startNotes('postgres');
    await using second = await startSecond(first);
    const key = first.organization.api_keys['test'] ?? '';
    const create = { key, body: { text: 'milk' }, headers: { 'Idempotency-Key': 'key-1' } };
    const urls = [first.url, second.url];
    const results = await Promise.all([...urls, ...urls].map((url) => callAt(url, 'POST', '/notes', create)));
    expect(results.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 200, 200, 201]);
    expect(new Set(results.map(({ body }) => body['id'])).size).toBe(1);
    expect([await first.count('notes'), await first.count('events'), await first.count('deliveries')]).toEqual([
      1, 1, 1,
    ]);
    for (const url of [...urls, ...urls, ...urls])
      expect(await callAt(url, 'GET', '/notes', { key })).toMatchObject({ status: 200 });
    for (const url of urls) expect(await callAt(url, 'GET', '/notes', { key })).toMatchObject({ status: 429 });
  });

  it('send a webhook once, also while its receiver has not responded', async () => {
    const held: ServerResponse[] = [];
    const arrived = Promise.withResolvers<void>();
    await using receiver = createServer((_request, response) => {
      held.push(response);
      arrived.resolve();
    }).listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    await using first = await startNotes('postgres');
    await using second = await startSecond(first);
    // The address of a server that listens on a port.
    const { port } = receiver.address() as AddressInfo;
    await first.service.store.setWebhookUrl(first.organization.id, `http://127.0.0.1:${port}/`);
    await first.call('POST', '/notes', { body: { text: 'milk' } });
    const sending = first.clock.advance(30_000);
    await arrived.promise;
    await second.clock.advance(30_000);
    expect(held).toHaveLength(1);
    held[0]?.writeHead(204).end();
    await sending;
    await second.clock.advance(30_000);
    expect(held).toHaveLength(1);
  });
});

it('connects to PostgreSQL under its name, and of two services at once one gets the empty database', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'notes-'));
  await using made = await emptyDatabase('postgres');
  const place = { database: made.database, folder: folder.path };
  const results = await Promise.allSettled(['notes', 'shelf'].map((name) => createNotes(place, { name })));
  const [first, ...others] = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const [refused] = results.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : []));
  expect([others, refused]).toEqual([[], expect.stringContaining('belongs to another service than ')]);
  const winner = results[0]?.status === 'fulfilled' ? 'notes' : 'shelf';
  const connection = 'SELECT application_name AS name FROM pg_stat_activity WHERE pid = pg_backend_pid()';
  expect(await first?.store.query({ name: 'read_connection', text: connection }, [])).toEqual([{ name: winner }]);
  await first?.close();
});
