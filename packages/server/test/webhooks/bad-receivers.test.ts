/**
 * Receivers that respond badly, thousands of times: neither memory nor the deliveries of others suffer.
 *
 * @module-tag slow
 */
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Booking } from '@booking-service/contract';
// @boundaries-ignore a private part of the kernel
import { type PostResult, safePost } from '../../../kernel/src/send/safe-post.ts';
import { openSqliteStore } from '../../src/index.ts';
import { openWebhookEndpoint, openWorld, testSealing, type World } from '../../src/testing.ts';
import { newBooking } from '../support/new-booking.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const times = 300;
const maxConcurrent = 50;
/** Half a kilobyte per attempt. A leaked body would be 64 KiB, and a leaked timer more than 1 KiB. */
const maxGrowth = times * 512;
/** For six hundred concurrent slow attempts: the tables and pools that grew for them do not shrink. */
const maxConcurrentGrowth = 2 * times * 2_048;
const slowMachine_ms = 240_000;

/** 64 MiB of zeros, compressed. */
const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
const head = (...lines: string[]) => `HTTP/1.1 ${lines.join('\r\n')}\r\n\r\n`;
const endless = Buffer.alloc(16 * 1024, 'x');

/** The response of the endpoint at each path. */
const respond: Readonly<Record<string, (socket: Socket) => void>> = {
  '/hang': () => undefined,
  '/reset': (socket) => socket.resetAndDestroy(),
  '/half-headers': (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-'),
  '/endless-body': (socket) => {
    socket.write(head('500 No', 'Transfer-Encoding: identity'));
    const more = () => {
      while (!socket.destroyed && socket.write(endless));
      if (!socket.destroyed) socket.once('drain', more);
    };
    more();
  },
  '/redirect': (socket) => socket.end(head('302 Found', 'Location: http://169.254.169.254/', 'Content-Length: 0')),
  '/gzip-bomb': (socket) => {
    socket.write(head('500 No', 'Content-Encoding: gzip', `Content-Length: ${bomb.length}`));
    socket.end(bomb);
  },
  '/wrong-length': (socket) => socket.end(`${head('200 OK', 'Content-Length: 100')}short`),
  '/slow-drip': (socket) => {
    socket.write(head('200 OK', 'Content-Length: 100000'));
    const drip = setInterval(() => socket.write('x'), 500);
    socket.once('close', () => clearInterval(drip));
  },
  '/tls-error': (socket) => socket.end('220 this is not TLS\r\n'),
  '/no-http': (socket) => socket.end('SMTP ready\r\n'),
};

const expected: Readonly<Record<string, PostResult>> = {
  '/hang': { error: 'timeout', cause: 'response_timeout' },
  '/reset': { error: 'connection', cause: 'connection_reset' },
  '/half-headers': { error: 'connection', cause: 'connection_reset' },
  '/endless-body': { status: 500, body: 'x'.repeat(1024) },
  '/redirect': { status: 302, body: '' },
  '/gzip-bomb': { status: 500, body: expect.any(String) as string },
  '/wrong-length': { error: 'connection', cause: 'response_incomplete' },
  '/slow-drip': { error: 'timeout', cause: 'response_timeout' },
  '/tls-error': { error: 'connection', cause: 'tls_failed' },
  '/no-http': { error: 'connection', cause: 'malformed_response' },
};

let port = 0;
const server = createServer((socket) => {
  socket.on('error', () => socket.destroy());
  socket.once('data', (bytes) => {
    const path = /^POST (\S+) /.exec(bytes.toString('latin1'))?.[1] ?? '/tls-error';
    respond[path]?.(socket);
  });
});

/**
 * Three thousand bad responses: each is one failed attempt and leaves nothing in memory. The attempts run in this process, so that the
 * test can measure its heap before and after, with full garbage collections.
 */
describe('a bad response', () => {
  beforeAll(async () => {
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    // A server that listens on a port has an AddressInfo.
    ({ port } = server.address() as AddressInfo);
  });
  afterAll(() => void server.close());

  const body = Buffer.from('{"id":"evt_1"}');

  async function attempt(path: string): Promise<PostResult> {
    const url = `${path === '/tls-error' ? 'https' : 'http'}://127.0.0.1:${port}${path}`;
    return safePost({
      url,
      organization_id: 'org_test',
      headers: { 'Content-Type': 'application/json' },
      body,
      allowLoopback: true,
    });
  }

  /** Makes the attempts, some of them concurrently. Returns the unexpected results. */
  async function attemptAll(path: string, count: number): Promise<PostResult[]> {
    const wrong: PostResult[] = [];
    for (let done = 0; done < count; done += maxConcurrent) {
      const results = await Promise.all(
        Array.from({ length: Math.min(maxConcurrent, count - done) }, () => attempt(path)),
      );
      for (const result of results) {
        try {
          expect(result).toEqual(expected[path]);
        } catch {
          wrong.push(result);
        }
      }
    }
    return wrong;
  }

  // The two slow kinds take ten seconds. All their attempts run concurrently.
  it(
    'DLV-4 DLV-8: times out on receivers that hang or drip, and leaks no memory',
    { timeout: slowMachine_ms },
    async () => {
      await Promise.all([attemptAll('/hang', 10), attemptAll('/slow-drip', 10)]);
      const before = await usedBytes();
      const slow = ['/hang', '/slow-drip'].flatMap((path) => Array.from({ length: times }, () => path));
      const results = await Promise.all(slow.map(attempt));
      expect(new Set(results.map((result) => JSON.stringify(result)))).toEqual(
        new Set(['{"error":"timeout","cause":"response_timeout"}']),
      );
      await expectFlat(before, maxConcurrentGrowth);
    },
  );

  it.each(Object.keys(respond).filter((path) => expected[path] && !['/hang', '/slow-drip'].includes(path)))(
    'DLV-4 DLV-8: fails each of three hundred attempts at %s, and leaks no memory',
    { timeout: slowMachine_ms },
    async (path) => {
      expect(await attemptAll(path, maxConcurrent)).toEqual([]);
      const before = await usedBytes();
      expect(await attemptAll(path, times)).toEqual([]);
      await expectFlat(before, maxGrowth);
    },
  );
});

/**
 * Expects the heap to return to its size before. Ended attempts may take some turns of the event loop to be released, but much
 * less than the ten seconds of their timers. Each reading takes some turns, however busy the machine is.
 */
async function expectFlat(before: number, allowed: number): Promise<void> {
  let grown = (await usedBytes()) - before;
  for (let readings = 1; grown >= allowed && readings < 60; readings += 1) grown = (await usedBytes()) - before;
  expect(grown).toBeLessThan(allowed);
}

async function usedBytes(): Promise<number> {
  // Work that ends in one turn of the event loop is released in the next.
  for (let turn = 0; turn < 5; turn += 1) {
    await new Promise((turned) => {
      setImmediate(turned);
    });
    collect();
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

const backlog = 10_000;

async function create(world: World, key: string): Promise<Booking> {
  const { status, body } = await world.call<Booking>('POST', '/v1/bookings', {
    key,
    body: newBooking({ venue: 'express_counter', date: '2026-11-22' }),
  });
  expect(status).toBe(201);
  return body;
}

/** A backlog of ten thousand deliveries to a dead endpoint affects only its own organization (DLV-9). */
describe('a backlog', () => {
  it('DLV-9 DLV-3: delivers to another organization within one tick while 10,000 deliveries to a hanging endpoint are due', async () => {
    await using opened = new AsyncDisposableStack();
    const folder = await mkdtemp(join(tmpdir(), 'booking-service-'));
    opened.defer(() => rm(folder, { recursive: true, force: true }));
    const store = opened.use(openSqliteStore(folder, { sealing: testSealing }));
    const world = opened.use(await openWorld({ store }));
    const healthy = opened.use(await openWebhookEndpoint());
    const other = await world.addOrganization({ webhook_url: healthy.url });
    world.endpoint.responses.push(...Array<'hang'>(1_000).fill('hang'));

    const { id } = await create(world, 'test');
    const db = new DatabaseSync(join(folder, 'booking-service.db'));
    opened.defer(() => db.close());
    // Copies of a delivery that the service stored.
    db.prepare(`
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
    INSERT INTO deliveries (id, event_id, organization_id, state, attempts_allowed, due_at)
    SELECT 'dlv_copy_' || i, d.event_id, d.organization_id, 'pending', d.attempts_allowed, d.due_at FROM n, deliveries d
    JOIN events e ON e.id = d.event_id WHERE e.subject_id = ? AND e.type = 'booking.created'`).run(backlog, id);

    // The events of the other organization arrive with each next tick.
    for (let tick = 1; tick <= 2; tick += 1) {
      const booking = await create(world, other.keys.test);
      await world.clock.advance(30_000);
      const events = healthy.received.map(({ event }) => event).filter(({ data }) => data.object.id === booking.id);
      expect(new Set(events.map(({ type }) => type))).toEqual(new Set(['booking.created', 'booking.confirmed']));
      expect(events.every(({ created }) => world.clock.now().getTime() - Date.parse(created) <= 30_000)).toBe(true);
    }
    // The dead endpoint got its attempts too.
    expect(world.endpoint.received).toHaveLength(20);
  });
});
