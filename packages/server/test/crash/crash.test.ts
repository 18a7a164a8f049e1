/**
 * Kills the service with kill -9, at every point and at random, and restarts it on the same folder.
 *
 * @module-tag slow
 */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import type { Booking } from '@booking-service/contract';
import { describe, expect, it } from 'vitest';
import {
  book,
  bookingRequest,
  call,
  eventually,
  listReceived,
  openFolder,
  type Service,
  startOnFreePorts,
  startService,
  webhooksOf,
} from '../support/processes/server-process.ts';
import { crash } from './harness.ts';
import { points } from './points.ts';
import { baseEngines, makePostgresDatabase } from '../support/engines.ts';

// Takes about 20 s on an idle machine with two cores.
const longest = { timeout: 900_000 };
const both = ['booking.confirmed verified', 'booking.created verified'];

describe('a kill', () => {
  it(
    'STA-12 DLV-6: confirms a booking and delivers its webhooks after a kill right after the 201',
    longest,
    async () => {
      await using folder = await openFolder();
      await using killed = await startService(folder.path);
      const { id } = await book(killed);
      expect(await killed.end('SIGKILL')).toMatchObject({ signal: 'SIGKILL' });

      await using restarted = await startService(folder.path);
      const arrived = (seen: readonly string[]) => both.every((webhook) => seen.includes(webhook));
      const seen = await eventually(() => webhooksOf(restarted, id), arrived);
      // Delivery is at least once: a webhook sent just before the kill may be sent again.
      expect([...new Set(seen)]).toEqual(both);
      const { body } = await call<Booking>(restarted, `GET /v1/bookings/${id}`);
      expect(body.status).toBe('confirmed');
    },
  );

  it('starts a complete sandbox after a kill during its first start', longest, async () => {
    const random = seeded(7);
    for (let life = 0; life < 3; life += 1) {
      await using folder = await openFolder();
      await using killed = await startOnFreePorts(folder.path);
      await pause(600 * random());
      await killed.end('SIGKILL');

      await using restarted = await startService(folder.path);
      expect(await call(restarted, 'POST /v1/venues/search', { body: {} })).toMatchObject({ status: 200 });
      expect(await call(restarted, 'POST /v1/venues/search', { body: {}, key: restarted.keys.live })).toMatchObject({
        status: 200,
      });
    }
  });

  /**
   * Kills twenty processes of one data folder at random times. Each process gets three new creates concurrently, together with those
   * that got no response because of an earlier kill, each with its own Idempotency-Key. The kill comes
   *  - after some of the responses, or
   *  - some milliseconds after the creates were sent, or
   *  - during the delivery of webhooks (only three times: a delivery has four attempts, including interrupted ones), or
   *  - during the start of the service.
   */
  it('STA-12 IDM-1 IDM-6: keeps every acknowledged booking exactly once through twenty kills', longest, async () => {
    const random = seeded(20_261_121);
    await using folder = await openFolder();
    const ids = new Map<string, string>();
    const keys: string[] = [];

    for (let life = 0; life < 20; life += 1) {
      if (life % 5 === 4) {
        await using starting = await startOnFreePorts(folder.path);
        await pause(600 * random());
        await starting.end('SIGKILL');
        continue;
      }
      await using service = await startService(folder.path);
      const body = await bookingRequest(service);
      keys.push(...[0, 1, 2].map((number) => `order-${life}-${number}`));
      const withoutResponse = keys.filter((key) => !ids.has(key)).slice(0, 8);
      const kill = () => service.end('SIGKILL');
      let responses = 0;
      const deadly = life % 2 === 0 ? Math.ceil(withoutResponse.length * random()) : Infinity;
      const creates = withoutResponse.map(async (key) => {
        const booking = await create(service, { key, body });
        if (booking) ids.set(key, booking.id);
        responses += 1;
        if (responses === deadly) await kill();
      });
      if (life % 6 === 5) {
        await Promise.all(creates);
        await eventually(
          () => listReceived(service.receiverUrl),
          ({ length }) => length > 0,
        );
      }
      await pause(15 * random());
      if (deadly === Infinity) await kill();
      await Promise.all(creates);
      expect(await service.ended).toMatchObject({ signal: 'SIGKILL' });
    }

    expect(ids.size).toBeGreaterThan(10);
    await using last = await startService(folder.path);
    const body = await bookingRequest(last);
    for (const [key, id] of ids) {
      const replayed = await eventually(
        () => send(last, { key, body }),
        (response) => response.body.status !== 'processing',
      );
      expect({ key, status: replayed.status, id: replayed.body.id, is: replayed.body.status }).toEqual({
        key,
        status: 200,
        id,
        is: 'confirmed',
      });
    }
    await eventually(
      async () => count(folder.path),
      ({ runs }) => runs === 0,
    );
    await last.end('SIGTERM');

    const { bookings, keyed, events } = count(folder.path);
    expect(bookings).toBeGreaterThanOrEqual(ids.size);
    expect(keyed).toBe(bookings);
    expect(events).toEqual([
      { type: 'booking.confirmed', events: bookings, bookings },
      { type: 'booking.created', events: bookings, bookings },
    ]);
  });
});

interface Create {
  readonly key: string;
  readonly body: unknown;
}

/** Sends a create with this Idempotency-Key. Uses the live key, because the test allowance is smaller than the load. */
function send(service: Service, { key, body }: Create): ReturnType<typeof call<Booking>> {
  return call(service, 'POST /v1/bookings', { key: service.keys.live, body, headers: { 'Idempotency-Key': key } });
}

/** The booking; undefined if the process was killed before it responded. */
async function create(service: Service, options: Create): Promise<Booking | undefined> {
  const response = await send(service, options).catch(() => undefined);
  if (response && response.status > 201) throw new Error(`The create got ${response.status}.`);
  return response?.body;
}

/** Counts the rows of the database, to find duplicates and orphans that no request shows. */
function count(folder: string): { bookings: number; keyed: number; runs: number; events: unknown[] } {
  using db = new DatabaseSync(join(folder, 'booking-service.db'), { readOnly: true });
  const numbers = db.prepare(`
    SELECT (SELECT count(*) FROM bookings) AS bookings, (SELECT count(*) FROM runs) AS runs,
      (SELECT count(DISTINCT subject_id) FROM idempotency_keys) AS keyed`);
  const events = db.prepare(`
    SELECT type, count(*) AS events, count(DISTINCT subject_id) AS bookings FROM events GROUP BY type ORDER BY type`);
  const { bookings, keyed, runs } = numbers.get() ?? {};
  // Rows have no prototype; copies compare as plain objects.
  return {
    bookings: Number(bookings),
    keyed: Number(keyed),
    runs: Number(runs),
    events: events.all().map((row) => ({ ...row })),
  };
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Takes about thirty seconds for each engine on an idle machine. */
const slowMachine_ms = 900_000;

const places = {
  async sqlite() {
    const folder = await openFolder();
    return { place: folder.path, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
  },
  async postgres() {
    const database = await makePostgresDatabase();
    return { place: database.url, [Symbol.asyncDispose]: () => database[Symbol.asyncDispose]() };
  },
};

describe('every point', () => {
  it.each(baseEngines)(
    'STA-12 IDM-6 DLV-6: on %s, killed once at every named point, the service loses nothing and does nothing twice',
    async (name) => {
      await using where = await places[name]();
      const { rows, faults } = await crash({ name, place: where.place }, { each: 1, random: 2 });
      expect(faults).toEqual([]);
      // A process that did not reach its point in time was killed at random.
      expect(rows.map(({ point, kills }) => `${point}: ${kills}`)).toEqual([
        ...points.map((point) => `${point}: 1`),
        'at random: 2',
      ]);
      expect(rows.reduce((sum, { acknowledged }) => sum + acknowledged, 0)).toBeGreaterThan(points.length);
    },
    slowMachine_ms,
  );
});
