/** A service on the embedded store whose files are damaged or cannot be written. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Booking } from '@booking-service/contract';
import { expect, it } from 'vitest';
import { createBookingServer, createLog, createOrganization, openSqliteStore } from '../../src/index.ts';
import { apiKeyDigest } from '@booking-service/kernel/contract';
import { openWorld, testSealing } from '../../src/testing.ts';
import { damageDatabase } from '../support/databases.ts';
import {
  bookingRequest,
  call,
  eventually,
  openFolder,
  startService,
  type Service,
} from '../support/processes/server-process.ts';
import { newBooking } from '../support/new-booking.ts';

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
