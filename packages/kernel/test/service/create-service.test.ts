/** createService, as the author of a service calls it, on both engines. */
import { createHmac } from 'node:crypto';
import { mkdtempDisposable, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openWebhookEndpoint, type ReceivedWebhook } from '@booking-service/kernel/testing';
import { describe, expect, it } from 'vitest';
import { emptyDatabase, engines } from '../support/empty-database.ts';
import { contract, createNotes, handlers, type Note } from './notes-service.ts';
import { startNotes, type Notes } from './start-notes.ts';

const start = new Date('2026-11-21T09:30:00.000Z');
const webhook_url = 'http://127.0.0.1:9/webhooks';

/** The contract, with a key of the mode live for creates. */
const createNote = { method: 'post', path: '/notes', metered: true, scope: 'notes:write', body: 'required' } as const;
const liveContract = {
  ...contract,
  operations: { ...contract.operations, createNote: { ...createNote, live_key: true } },
};

describe.each(engines)('a service on %s', (engine) => {
  it('serves its handlers to the keys of a new organization, with the headers of the limit', async () => {
    await using notes = await startNotes(engine);
    const created = await notes.call('POST', '/notes', { body: { text: 'milk' } });
    expect(created).toMatchObject({ status: 201, body: { text: 'milk', state: 'open' } });
    expect(created.headers.get('RateLimit-Remaining')).toBe('9');
    expect(created.headers.get('Request-Id')).toMatch(/^req_[0-9a-f]{32}$/);
    const { body: note } = await notes.call('GET', `/notes/${String(created.body['id'])}`);
    expect(note).toEqual(created.body);
    expect(await notes.call('GET', '/notes')).toMatchObject({ status: 200, body: { data: [note] } });
    expect(await notes.call('GET', '/notes/none')).toMatchObject({ status: 404, body: { error_code: 'not_found' } });
    const other = await notes.service.organizations.create({ name: 'Other', scopes: ['notes:read'] });
    const key = other.api_keys['live'] ?? '';
    expect(await notes.call('GET', '/notes', { key })).toMatchObject({ status: 200, body: { data: [] } });
    const forbidden = await notes.call('POST', '/notes', { key, body: { text: 'milk' } });
    expect(forbidden).toMatchObject({ status: 403, body: { error_code: 'insufficient_scope' } });
  });

  it('sends the days of a deprecated operation with every response, refusals included', async () => {
    const page = 'https://docs.test/deprecations';
    const deprecation = { since: '2027-01-31', sunset: '2028-01-31', page };
    const deprecated = {
      ...contract,
      operations: { ...contract.operations, createNote: { ...createNote, deprecation } },
    };
    await using notes = await startNotes(engine, { contract: deprecated });
    const created = await notes.call('POST', '/notes', { body: { text: 'milk' } });
    const invalid = await notes.call('POST', '/notes', { body: {} });
    const unknown = await notes.call('POST', '/notes', { body: {}, key: 'sk_test_unknown' });
    expect([created, invalid, unknown].map(({ status }) => status)).toEqual([201, 400, 401]);
    for (const { headers } of [created, invalid, unknown]) {
      expect(headers.get('Deprecation')).toBe('@1801353600');
      expect(headers.get('Sunset')).toBe('Mon, 31 Jan 2028 00:00:00 GMT');
      expect(headers.get('Link')).toBe(`<${page}>; rel="deprecation sunset"; type="text/html"`);
    }
    const { headers } = await notes.call('GET', '/notes');
    expect([headers.get('Deprecation'), headers.get('Sunset'), headers.get('Link')]).toEqual([null, null, null]);
  });

  it('serves web-standard requests below its base path, as it serves those of its own port', async () => {
    await using notes = await startNotes(engine, { basePath: '/api' });
    const Authorization = `Bearer ${notes.organization.api_keys['test'] ?? ''}`;
    const headers = { Authorization, 'Content-Type': 'application/json' };
    const request = new Request('https://app.test/api/notes', { method: 'POST', headers, body: '{"text":"milk"}' });
    const created = await notes.service.handler(request);
    expect(created.status).toBe(201);
    const note = (await created.json()) as { id: string };
    expect(await notes.call('GET', `/api/notes/${note.id}`)).toMatchObject({ status: 200, body: note });
    expect(await notes.call('GET', `/notes/${note.id}`)).toMatchObject({ status: 404 });
  });

  it('refuses an unknown key, a body of another form, and a request beyond the limit', async () => {
    await using notes = await startNotes(engine);
    const code = async (...call: Parameters<Notes['call']>) => (await notes.call(...call)).body['error_code'];
    expect(await code('GET', '/notes', { key: 'sk_test_unknown' })).toBe('unauthorized');
    expect(await code('POST', '/notes', { body: { text: 1 } })).toBe('invalid_request');
    for (let count = 2; count <= 10; count += 1) expect(await code('GET', '/notes')).toBeUndefined();
    const limited = await notes.call('GET', '/notes');
    expect(limited).toMatchObject({ status: 429, body: { error_code: 'rate_limited' } });
    expect(limited.headers.get('Retry-After')).toBe('60');
    await notes.clock.advance(60_000);
    expect(await code('GET', '/notes')).toBeUndefined();
  });

  it('replays a create under the same key, also of creates at once, and stores one row and one event', async () => {
    await using notes = await startNotes(engine);
    const create = (text: string) =>
      notes.call('POST', '/notes', { body: { text }, headers: { 'Idempotency-Key': 'key-1' } });
    const results = await Promise.all([create('milk'), create('bread'), create('salt')]);
    expect(results.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 200, 201]);
    expect(new Set(results.map(({ body }) => body['id'])).size).toBe(1);
    const later = await create('eggs');
    expect(later).toMatchObject({ status: 200, body: results[0]?.body });
    expect(later.headers.get('Idempotent-Replayed')).toBe('true');
    // The live key has other data, so the same key is free there.
    const live = notes.organization.api_keys['live'] ?? '';
    const other = { key: live, body: { text: 'tea' }, headers: { 'Idempotency-Key': 'key-1' } };
    expect(await notes.call('POST', '/notes', other)).toMatchObject({ status: 201 });
    expect([await notes.count('notes'), await notes.count('events'), await notes.count('deliveries')]).toEqual([
      2, 2, 2,
    ]);
  });

  it('refuses a key of a mode that it does not serve, and a test key where the contract requires a live one', async () => {
    await using live = await startNotes(engine, { servedModes: ['live'] });
    const refused = await live.call('POST', '/notes', { body: { text: 'milk' } });
    expect(refused).toMatchObject({ status: 403, body: { error_code: 'wrong_key_environment' } });
    expect(await live.count('notes')).toBe(0);
    const key = live.organization.api_keys['live'] ?? '';
    expect(await live.call('POST', '/notes', { key, body: { text: 'milk' } })).toMatchObject({ status: 201 });

    await using both = await startNotes(engine, { contract: liveContract });
    const { live: liveKey = '' } = both.organization.api_keys;
    const required = await both.call('POST', '/notes', { body: { text: 'milk' } });
    expect(required).toMatchObject({ status: 403, body: { error_code: 'live_key_required' } });
    expect(await both.call('POST', '/notes', { key: liveKey, body: { text: 'milk' } })).toMatchObject({ status: 201 });
    expect(await both.call('GET', '/notes')).toMatchObject({ status: 200 });
  });

  it('runs a job when its time has come, with its event, and logs one that fails', async () => {
    const failed: string[] = [];
    const job = {
      every_seconds: 30,
      run: async () => {
        failed.push('run');
        throw new Error('disk');
      },
    };
    await using notes = await startNotes(engine);
    await notes.call('POST', '/notes', { body: { text: 'milk' } });
    await notes.clock.advance(30_000);
    const states = async () => {
      const { body } = await notes.call('GET', '/notes');
      // The response of listNotes.
      return (body['data'] as Note[]).map(({ state }) => state);
    };
    expect(await states()).toEqual(['open']);
    await notes.clock.advance(60_000);
    expect(await states()).toEqual(['due']);
    await notes.clock.advance(60_000);
    const events = { name: 'read_events', text: 'SELECT type, payload FROM events ORDER BY id' };
    const stored = await notes.service.store.query<{ type: string; payload: string }>(events, []);
    expect(stored.map(({ type }) => type)).toEqual(['note.created', 'note.due']);
    expect(JSON.parse(stored[1]?.payload ?? '')).toEqual({
      id: expect.stringMatching(/^evt_/) as string,
      type: 'note.due',
      created: new Date(start.getTime() + 60_000).toISOString(),
      data: { object: { id: expect.any(String) as string, text: 'milk', state: 'due' } },
    });
    await using failing = await startNotes(engine, { jobs: { job } });
    await failing.clock.advance(60_000);
    expect(failed.length).toBeGreaterThan(1);
    expect(await failing.call('GET', '/notes')).toMatchObject({ status: 200 });
  });

  it('sends an event as a webhook that its secret verifies', async () => {
    await using endpoint = await openWebhookEndpoint();
    await using notes = await startNotes(engine);
    await notes.service.store.setWebhookUrl(notes.organization.id, endpoint.url);
    await notes.call('POST', '/notes', { body: { text: 'milk' } });
    await notes.clock.advance(30_000);
    expect(endpoint.received).toHaveLength(1);
    const [{ headers, text }] = endpoint.received as [ReceivedWebhook];
    const [, time = '', digest] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(headers.get('Service-Signature') ?? '') ?? [];
    const signed = createHmac('sha256', notes.organization.webhook_secret).update(`${time}.${text}`);
    expect(digest).toBe(signed.digest('hex'));
    expect(Number(time)).toBe((start.getTime() + 30_000) / 1000);
    expect(JSON.parse(text)).toMatchObject({ type: 'note.created', data: { object: { text: 'milk' } } });
  });

  it('keeps its data over a restart', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'notes-'));
    await using made = await emptyDatabase(engine);
    const place = { database: made.database, folder: folder.path };
    const first = await createNotes(place);
    const { id } = await first.organizations.create({ name: 'Desk', webhook_url });
    await first.close();
    const second = await createNotes(place);
    expect(await second.store.findOrganization(id)).toMatchObject({ name: 'Desk', signing_secret: expect.any(String) });
    await second.close();
  });

  it('creates no organization whose webhooks cannot be sent', async () => {
    await using notes = await startNotes(engine, { allowLoopbackWebhooks: true });
    const create = notes.service.organizations.create({ name: 'Desk', webhook_url: 'ftp://127.0.0.1/' });
    await expect(create).rejects.toThrow('Webhooks cannot be sent to ftp://127.0.0.1/.');
    expect(await notes.service.store.listOrganizations()).toHaveLength(1);
  });
});

it('creates its sealing key in the folder, and needs it again', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'notes-'));
  const data = join(folder.path, 'data');
  const open = () => createNotes({ database: data, folder: folder.path }, { sealing_key: undefined });
  await (await open()).close();
  expect(await readdir(data)).toContain('sealing.key');
  await (await open()).close();
  await rm(join(data, 'sealing.key'));
  await expect(open()).rejects.toThrow('sealing.key is missing');
  await writeFile(join(data, 'sealing.key'), 'short');
  await expect(open()).rejects.toThrow('sealing.key is damaged');
});

it('opens no PostgreSQL database without a sealing key', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'notes-'));
  const place = { database: 'postgres://127.0.0.1:9/notes', folder: folder.path };
  await expect(createNotes(place, { sealing_key: undefined })).rejects.toThrow('needs the option sealing_key');
});

it('serves the docs of a folder', async () => {
  await using site = await mkdtempDisposable(join(tmpdir(), 'notes-docs-'));
  await writeFile(join(site.path, 'index.html'), '<title>Notes at {base_url}</title>');
  await using notes = await startNotes('sqlite', { docs: pathToFileURL(site.path) });
  const page = await fetch(`${notes.url}/docs/`);
  expect(await page.text()).toBe(`<title>Notes at ${notes.url}</title>`);
  const refused = await notes.call('GET', '/nowhere');
  expect(refused.headers.get('Link')).toContain('/docs/errors/not_found');
});

it('refuses a contract whose operation has no handler, and leaves the store closed', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'notes-'));
  const place = { database: join(folder.path, 'data'), folder: folder.path };
  const { getNote: _, ...others } = handlers;
  await expect(createNotes(place, { handlers: others })).rejects.toThrow('The operation getNote has no handler.');
  const order = { ...contract.access, refusal_order: [...contract.access.refusal_order, 'fee_unpaid'] };
  const changed = createNotes(place, { contract: { ...contract, access: order } });
  await expect(changed).rejects.toThrow('The step fee_unpaid of access.refusal_order has no check.');
  await (await createNotes(place)).close();
});
