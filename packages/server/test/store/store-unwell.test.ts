/**
 * The embedded store with damaged or full files, after the death of its write thread, and beside files of another service.
 *
 * @module-tag slow
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { copyFileSync, readFileSync } from 'node:fs';
import type { Booking } from '@booking-service/contract';
import { describe, expect, it } from 'vitest';
import { apiKeyDigest } from '@booking-service/kernel/contract';
import { migratePostgres } from '@booking-service/kernel/store/postgres';
import { databaseFile, migrateSqlite } from '@booking-service/kernel/store/sqlite';
import {
  createBookingServer,
  createLog,
  createOrganization,
  migratePostgresStore,
  migrateSqliteStore,
  openPostgresStore,
  openSqliteStore,
  StoreError,
} from '../../src/index.ts';
import { openWorld, testSealing as sealing, testSealing } from '../../src/testing.ts';
import { damageDatabase } from '../support/databases.ts';
import {
  bookingRequest,
  call,
  eventually,
  openFolder,
  portFlags,
  sandbox,
  type Service,
  startCommand,
  startService,
} from '../support/processes/server-process.ts';
import { newBooking } from '../support/new-booking.ts';
import { statementsModule } from '../../src/store/sqlite/sqlite-store.ts';
// @boundaries-ignore a private part of the kernel
import { returnThread, takeThread } from '../../../kernel/src/store/sqlite/writer.ts';
// @boundaries-ignore a private part of the kernel
import { openPostgres } from '../../../kernel/src/store/postgres/open-postgres.ts';
// @boundaries-ignore a private part of the kernel
import { openSqlite } from '../../../kernel/src/store/sqlite/open-sqlite.ts';
import { bookingFiles } from '../../src/store/booking-files.ts';
import { openPostgresAdmin } from '../../src/store/postgres/postgres-admin.ts';
import { openSqliteAdmin } from '../../src/store/sqlite/sqlite-store.ts';
import { makePostgresDatabase } from '../support/engines.ts';
import { files } from './commit/library.ts';

const longest = { timeout: 240_000 };

interface Readiness {
  readonly ready: boolean;
  readonly not_ready: readonly { readonly check: string; readonly message: string }[];
}

async function readiness({ adminUrl }: Service): Promise<Readiness> {
  // The response of the admin contract. The tests of the admin port check its shape.
  return (await (await fetch(`${adminUrl}/readyz`)).json()) as Readiness;
}

/** Limits the size of the files that the process can write from now on. */
function limitFiles({ pid }: Service, bytes: number | 'unlimited'): void {
  execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:unlimited`]);
}

describe('files', () => {
  it(
    'ERR-5 STA-12: returns 503 and is not ready while the database cannot grow, loses no returned write, and recovers by itself',
    { ...longest, tags: ['needs-prlimit'] },
    async () => {
      await using folder = await openFolder();
      await using service = await startService(folder.path);
      const body = await bookingRequest(service);
      const statuses = new Map<number, number>();
      const made: string[] = [];
      const create = async () => {
        const response = await call<Booking>(service, 'POST /v1/bookings', { body });
        statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
        if (response.status === 201) made.push(response.body.id);
        return response;
      };
      {
        using db = new DatabaseSync(join(folder.path, 'booking-service.db'));
        db.exec('UPDATE organizations SET rate_limit = 100000, test_allowance = 100000');
      }
      await create();
      expect(await readiness(service)).toMatchObject({ ready: true });

      // No file can grow past this limit, as on a full disk. The log of the database reaches it soon.
      limitFiles(service, 384 * 1024);
      // Ten creates share a transaction. What is left may have room for one of them alone.
      for (const together of [10, 1]) {
        let failedRounds = 0;
        for (let round = 0; failedRounds < 5; round += 1) {
          expect(round).toBeLessThan(500);
          const responses = await Promise.all(Array.from({ length: together }, create));
          failedRounds = responses.some(({ status }) => status === 201) ? 0 : failedRounds + 1;
        }
      }
      const refused = await create();
      expect(refused).toMatchObject({ status: 503, body: { error_code: 'service_unavailable' } });
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      const [id] = made;
      expect(await call<Booking>(service, `GET /v1/bookings/${id}`)).toMatchObject({ status: 200, body: { id } });
      expect(await readiness(service)).toMatchObject({
        ready: false,
        not_ready: [{ check: 'database', message: expect.stringMatching(/^database_(?:full|io_failed): /) }],
      });
      expect([...statuses.keys()].toSorted((a, b) => a - b)).toEqual([201, 503]);

      limitFiles(service, 'unlimited');
      await eventually(
        () => readiness(service),
        ({ ready }) => ready,
      );
      expect(await create()).toMatchObject({ status: 201 });
      for (const each of made) {
        expect(await call<Booking>(service, `GET /v1/bookings/${each}`)).toMatchObject({
          status: 200,
          body: { id: each },
        });
      }
      await eventually(
        () => call<Booking>(service, `GET /v1/bookings/${made.at(-1)}`),
        (response) => response.body.status === 'confirmed',
      );
    },
  );

  it('ERR-5 STA-12: returns 503 for requests that touch a damaged page, reports it in the log and /readyz, and serves the rest', async () => {
    await using folder = await openFolder();
    await using store = openSqliteStore(folder.path, { sealing: testSealing });
    const lines: Record<string, unknown>[] = [];
    const log = createLog({
      destination: { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) },
    });
    await using world = await openWorld({ store, log });
    const server = createBookingServer({ store, suppliers: [], clock: world.clock, log });
    const messages = async () => (await server.health()).not_ready.map(({ message }) => message);
    expect(await messages()).toEqual(['The server is not listening.']);

    const { id } = (await world.call<Booking>('POST', '/v1/bookings', { body: newBooking() })).body;
    damageDatabase(join(folder.path, 'booking-service.db'), 'bookings');
    const response = await world.call('GET', `/v1/bookings/${id}`);
    expect(response).toMatchObject({ status: 503, body: { error_code: 'service_unavailable' } });
    expect(lines).toContainEqual(
      expect.objectContaining({
        level: 'error',
        error_code: 'service_unavailable',
        err: expect.objectContaining({
          code: 'database_damaged',
          cause: expect.objectContaining({ message: 'database disk image is malformed' }),
        }),
      }),
    );
    // The remaining pages are intact, but the database counts as damaged until it is opened again.
    expect(await world.call('POST', '/v1/venues/search', { body: {} })).toMatchObject({ status: 200 });
    expect(await messages()).toContain(
      'database_damaged: A part of the database is damaged. Stop the service and restore a backup.',
    );
  });

  it('LIM-1 LIM-3: counts requests while the file of the windows cannot be written, and stores the counts afterwards', async () => {
    await using folder = await openFolder();
    const store = openSqliteStore(folder.path, { sealing: testSealing });
    const named = { name: 'Diner', webhook_url: null, rate_limit: 4 };
    const { keys } = await createOrganization(store, named, new Date());
    const counted = { digest: apiKeyDigest(keys.test), window_start: '2026-11-21T09:30:00.000Z' };
    const count = async () => (await store.admit(counted))?.calls;
    {
      using other = new DatabaseSync(join(folder.path, 'rate-windows.db'));
      other.exec('BEGIN IMMEDIATE');
      expect([await count(), await count()]).toEqual([1, 2]);
      other.exec('ROLLBACK');
    }
    expect(await count()).toBe(3);
    await store[Symbol.asyncDispose]();
    await using reopened = openSqliteStore(folder.path, { sealing: testSealing });
    expect([(await reopened.admit(counted))?.calls, (await reopened.admit(counted))?.calls]).toEqual([4, 5]);
  });
});

const start = new Date('2026-11-21T09:30:00.000Z');

describe('the write thread', () => {
  it('STA-12: rejects every open and later call when the write thread dies, and keeps every returned write', async () => {
    await using folder = await openFolder();
    // The store takes the thread that was returned last.
    const thread = takeThread(statementsModule);
    returnThread(thread, statementsModule);
    const reported: StoreError[] = [];
    const store = openSqliteStore(folder.path, { sealing: testSealing, onLost: (error) => reported.push(error) });
    const { organization_id } = await createOrganization(store, { name: 'Diner', webhook_url: null }, start);

    using other = new DatabaseSync(join(folder.path, 'booking-service.db'));
    other.exec('BEGIN IMMEDIATE');
    const open = Promise.allSettled(
      Array.from({ length: 1000 }, () => store.setWebhookUrl(organization_id, 'https://diner.test/')),
    );
    // The calls start only after this turn. The thread waits for another program's transaction and ends while it waits.
    await new Promise((sent) => process.nextTick(sent));
    const ended = thread.terminate();
    other.exec('ROLLBACK');
    const results = await open;
    await ended;
    const lost = results.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : []));
    expect(lost.length).toBeGreaterThan(0);
    expect(new Set(lost).size).toBe(1);
    expect(lost[0]).toMatch(
      /^StoreError: The thread that writes to .* has stopped \(it ended with 1\)\. Restart the service/,
    );
    expect(reported).toEqual([expect.any(StoreError)]);

    await expect(store.setWebhookUrl(organization_id, null)).rejects.toThrow('has stopped');
    await expect(store.findOrganization(organization_id)).rejects.toThrow('has stopped');
    await expect(store.readMigration()).rejects.toThrow('has stopped');
    await store[Symbol.asyncDispose]();

    await using reopened = openSqliteStore(folder.path, { sealing: testSealing });
    expect(await reopened.findOrganization(organization_id)).toMatchObject({ id: organization_id });
  });

  it('STA-12: logs the death of the write thread and exits with 1', { timeout: 240_000 }, async () => {
    await using folder = await openFolder();
    const deadly = `process.on('worker', (thread) => process.on('SIGUSR2', () => thread.terminate()))`;
    const nodeOptions = [`--import=data:text/javascript,${encodeURIComponent(deadly)}`];
    const args = [...sandbox, '--data', folder.path, ...(await portFlags())];
    await using service = startCommand(args, { nodeOptions });
    await service.printed('Stop: Ctrl-C');
    service.signal('SIGUSR2');
    const { code, stderr } = await service.ended;
    expect(code).toBe(1);
    expect(stderr).toContain('the store is lost; exiting');
    expect(stderr).toContain(
      'has stopped (it ended with 1). Restart the service. Every write that returned is stored.',
    );
  });

  it('STA-12: on SQLite a file of another service is refused, and stays as it is', async () => {
    await using folder = await openFolder();
    const [bookings, library] = [databaseFile(folder.path, bookingFiles), databaseFile(folder.path, files)];
    migrateSqliteStore(folder.path, { sealing });
    // Every file of the booking service has this number, "Book".
    expect(applicationId(bookings)).toBe(0x426f6f6b);
    copyFileSync(bookings, library);
    expect(() => openSqlite(folder.path, { ...files, sealing })).toThrow(
      `The database ${library} belongs to another service than library. Nothing was changed. Choose another data folder.`,
    );
    expect(readFileSync(library).equals(readFileSync(bookings))).toBe(true);

    await using other = await openFolder();
    migrateSqlite(other.path, { ...files, sealing });
    expect([0, 0x426f6f6b]).not.toContain(applicationId(databaseFile(other.path, files)));
    copyFileSync(databaseFile(other.path, files), join(other.path, 'booking-service.db'));
    const refused = 'belongs to another service than booking-service';
    expect(() => openSqliteStore(other.path, { sealing })).toThrow(refused);
    expect(() => openSqliteAdmin(other.path, { sealing })).toThrow(refused);
  });

  it('STA-12: on PostgreSQL a database of another service is refused, and keeps its functions', async () => {
    await using bookings = await makePostgresDatabase({ tables: true });
    await expect(openPostgres(bookings.url, { ...files, limits, sealing })).rejects.toThrow(
      /^The database .* belongs to another service than library\. Nothing was changed\. Use an empty database\.$/,
    );
    await (await openPostgresStore(bookings.url, { sealing, migrate: 'never' }))[Symbol.asyncDispose]();

    await using library = await makePostgresDatabase();
    await migratePostgres(library.url, { ...files, sealing });
    const refused = 'belongs to another service than booking-service';
    await expect(openPostgresStore(library.url, { sealing })).rejects.toThrow(refused);
    await expect(openPostgresAdmin(library.url, { sealing })).rejects.toThrow(refused);
    // A database that is older than the mark gets it from the next migration.
    await library.query('COMMENT ON TABLE migrations IS NULL');
    await migratePostgres(library.url, { ...files, sealing });
    await expect(migratePostgresStore(library.url, { sealing })).rejects.toThrow(refused);
  });
});

// A database belongs to one service: a library opens none of the booking service, and the other way round.

const limits = { window_seconds: 60 };

function applicationId(file: string): unknown {
  using db = new DatabaseSync(file, { readOnly: true });
  return db.prepare('PRAGMA application_id').get()?.['application_id'];
}
