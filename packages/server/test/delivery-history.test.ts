import { createServer } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { CreateBooking } from '@booking-service/contract';
import { expect, it } from 'vitest';
import { createSandboxProvider, openSqliteStore } from '../src/index.ts';
import { createManualClock, openWorld, testSealing } from '../src/testing.ts';

const request: CreateBooking = {
  venue_id: 'ven_harbour_table',
  slot_id: 'slt_harbour_table_20261121T1900',
  party_size: 2,
  guest: { first_name: 'Ada', email: 'ada@diner.test' },
};

/** A provider that never comes to an end, so that a booking has one event. */
const endless = {
  ...createSandboxProvider({ clock: createManualClock(new Date('2026-11-21T09:30:00.000Z')) }),
  book: async () => ({ outcome: 'pending', retry_after_seconds: 86_400 }) as const,
};

it('DLV-7 DLV-8: the history keeps each attempt with its time, status or error, and the first KiB of the answer', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'booking-service-'));
  await using cleanup = new AsyncDisposableStack();
  cleanup.defer(() => rm(folder, { recursive: true }));
  const answers = [500, 'drop', 302, 200] as const;
  let asked = 0;
  const server = createServer((req, res) => {
    const answer = answers[asked];
    asked += 1;
    if (answer === undefined || answer === 'drop') req.socket.destroy();
    else res.writeHead(answer, { Location: '/elsewhere' }).end(`${answer} `.repeat(1000));
  });
  cleanup.defer(() => void server.close());
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  const store = cleanup.use(openSqliteStore(folder, { sealing: testSealing }));
  await using world = await openWorld({
    store,
    providers: [endless],
    organization: { webhook_url: `http://127.0.0.1:${port}/` },
  });
  await world.call('POST', '/v1/bookings', { body: request });
  await world.clock.advance(3_600_000);

  // This version has no operation that reads the history: it is read where the dashboard will find it.
  const reader = new DatabaseSync(join(folder, 'booking-service.db'), { readOnly: true });
  cleanup.defer(() => reader.close());
  const rows = reader.prepare('SELECT * FROM delivery_attempts ORDER BY attempt').all();
  const kept = (status: number) => `${status} `.repeat(256);
  const [{ delivery_id } = { delivery_id: null }] = rows;
  expect(delivery_id).toMatch(/^dlv_[0-9a-f]{32}$/);
  expect(rows.map((row) => ({ ...row }))).toEqual(
    [
      { attempt: 1, started: '2026-11-21T09:30:30.000Z', status: 500, error: null, answer: kept(500) },
      { attempt: 2, started: '2026-11-21T09:31:00.000Z', status: null, error: 'connection', answer: null },
      { attempt: 3, started: '2026-11-21T09:33:00.000Z', status: 302, error: null, answer: kept(302) },
      { attempt: 4, started: '2026-11-21T09:43:00.000Z', status: 200, error: null, answer: kept(200) },
    ].map((attempt) => ({ delivery_id, ...attempt, duration_ms: expect.any(Number) })),
  );
  expect(reader.prepare('SELECT state FROM deliveries').get()).toMatchObject({ state: 'succeeded' });
});
