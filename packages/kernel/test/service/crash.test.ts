/**
 * A service that is killed inside a commit, on both engines.
 *
 * @module-tag slow
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CreatedOrganization, RunningService } from '@booking-service/kernel';
import { createManualClock } from '@booking-service/kernel/testing';
import { describe, expect, it } from 'vitest';
import { emptyDatabase, engines, type EngineName } from '../support/empty-database.ts';
import { holdInsert } from '../support/hold-insert.ts';
import { createNotes } from './notes-service.ts';

interface Crashed extends AsyncDisposable {
  /** The service after its restart. */
  readonly service: RunningService;
  /** The organization from before the crash. */
  readonly organization: CreatedOrganization;
  count(table: string): Promise<number>;
}

interface Crash {
  readonly table: string;
  readonly condition: string;
  /** Begins the commit. */
  readonly begin: (process: NotesProcess, organization: CreatedOrganization) => void;
}

interface NotesProcess extends AsyncDisposable {
  readonly url: string;
  send(message: string): void;
}

/** Kills a service while it inserts a row into this table, and starts it again. */
async function crash(engine: EngineName, { begin, ...on }: Crash): Promise<Crashed> {
  await using opened = new AsyncDisposableStack();
  const { path: folder } = opened.use(await mkdtempDisposable(join(tmpdir(), 'notes-')));
  const { database } = opened.use(await emptyDatabase(engine));
  const place = { database, folder };
  const first = await createNotes(place);
  const organization = await first.organizations.create({ name: 'Desk', webhook_url: 'http://127.0.0.1:9/' });
  await first.close();
  const held = await holdInsert({ database, program: 'notes' }, on);
  {
    await using child = await startProcess(place);
    begin(child, organization);
    await held.isHeld();
  }
  await held.end();
  const service = await createNotes(place, { clock: createManualClock(new Date()) });
  opened.defer(() => service.close());
  const running = opened.move();
  return {
    service,
    organization,
    async count(table) {
      const counted = { name: `count_${table}`, text: `SELECT count(*) AS rows FROM ${table}` };
      const [row] = await service.store.query<{ rows: number | string }>(counted, []);
      return Number(row?.rows);
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/** Starts the service in a process, which its disposal kills. */
async function startProcess(place: { database: string; folder: string }): Promise<NotesProcess> {
  const file = fileURLToPath(new URL('notes-process.ts', import.meta.url));
  const child = spawn(process.execPath, ['--conditions=@booking-service/source', file, JSON.stringify(place)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');
  const early = ended.then(([code]) => Promise.reject(new Error(`The service ended with ${String(code)}.`)));
  early.catch(() => undefined);
  const [url] = await Promise.race([once(child, 'message'), early]);
  return {
    url: String(url),
    send: (message) => void child.send(message),
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

async function createNote(url: string, { api_keys }: CreatedOrganization): Promise<number> {
  const headers = {
    Authorization: `Bearer ${api_keys['test']}`,
    'Content-Type': 'application/json',
    'Idempotency-Key': 'key-1',
  };
  return (await fetch(`${url}/notes`, { method: 'POST', headers, body: '{"text":"milk"}' })).status;
}

describe.each(engines)('a service on %s', (engine) => {
  it('stores no organization without all its keys when it is killed between them', async () => {
    await using crashed = await crash(engine, {
      table: 'api_keys',
      condition: `NEW.mode = 'live'`,
      begin: (child) => child.send('Crashed'),
    });
    const { service, organization } = crashed;
    expect((await service.store.listOrganizations()).map(({ id }) => id)).toEqual([organization.id]);
    expect(await crashed.count('api_keys')).toBe(2);
    await service.organizations.create({ name: 'Next' });
    expect([await crashed.count('organizations'), await crashed.count('api_keys')]).toEqual([2, 4]);
  });

  it('creates a row once when it is killed inside the commit, and the request comes again under its key', async () => {
    await using crashed = await crash(engine, {
      table: 'deliveries',
      condition: 'NEW.id IS NOT NULL',
      // The process is killed before it responds.
      begin: ({ url }, organization) => void createNote(url, organization).catch(() => undefined),
    });
    const tables = ['notes', 'idempotency_keys', 'events', 'deliveries'];
    const counts = () => Promise.all(tables.map((table) => crashed.count(table)));
    expect(await counts()).toEqual([0, 0, 0, 0]);
    const { url } = await crashed.service.listen({ port: 0, host: '127.0.0.1' });
    expect(await createNote(url, crashed.organization)).toBe(201);
    expect(await createNote(url, crashed.organization)).toBe(200);
    expect(await counts()).toEqual([1, 1, 1, 1]);
  });
});
