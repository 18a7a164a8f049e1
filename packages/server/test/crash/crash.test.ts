/** What kill -9 leaves behind, and what becomes of it when the service is started again on the same folder. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import type { Booking } from '@booking-service/contract';
import { expect, it } from 'vitest';
import {
  book,
  bookingRequest,
  call,
  eventually,
  listReceived,
  openFolder,
  startOnFreePorts,
  startService,
  webhooksOf,
  type Service,
} from '../support/server-process.ts';

// About 20 s on a machine of two cores that does nothing else.
const longest = { timeout: 180_000 };
const both = ['booking.confirmed verified', 'booking.created verified'];

it(
  'STA-12 DLV-6: confirms a booking and delivers its webhooks, though killed right after the 201',
  longest,
  async () => {
    await using folder = await openFolder();
    await using killed = await startService(folder.path);
    const { id } = await book(killed);
    expect(await killed.end('SIGKILL')).toMatchObject({ signal: 'SIGKILL' });

    await using restarted = await startService(folder.path);
    const arrived = (seen: readonly string[]) => both.every((webhook) => seen.includes(webhook));
    const seen = await eventually(() => webhooksOf(restarted, id), arrived);
    // At least once: one that was sent just before the kill may come again.
    expect([...new Set(seen)]).toEqual(both);
    const { body } = await call<Booking>(restarted, `GET /v1/bookings/${id}`);
    expect(body.status).toBe('confirmed');
  },
);

it('is a whole sandbox, though killed somewhere in its very first start', longest, async () => {
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
 * Twenty lives of one data folder, each ended by kill -9 at a random moment. In each, three new creates are sent at once,
 * with those that an earlier kill left withoutResponse, each under its own Idempotency-Key; the kill comes
 *  - after some of the answers, or
 *  - some milliseconds after the creates were sent, or
 *  - in the middle of the delivery of webhooks (in three lives only: a delivery has four attempts, the cut ones counted), or
 *  - while the service still starts.
 */
it('STA-12 IDM-1 IDM-6: keeps every booking that it answered for, once, through twenty kills', longest, async () => {
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
    let answers = 0;
    const deadly = life % 2 === 0 ? Math.ceil(withoutResponse.length * random()) : Infinity;
    const creates = withoutResponse.map(async (key) => {
      const booking = await create(service, { key, body });
      if (booking) ids.set(key, booking.id);
      answers += 1;
      if (answers === deadly) await kill();
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
      (answer) => answer.body.status !== 'processing',
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

interface Create {
  readonly key: string;
  readonly body: unknown;
}

/** Sends a create under this Idempotency-Key. With the live key: the allowance of a test key is smaller than the load. */
function send(service: Service, { key, body }: Create): ReturnType<typeof call<Booking>> {
  return call(service, 'POST /v1/bookings', { key: service.keys.live, body, headers: { 'Idempotency-Key': key } });
}

/** The booking, or undefined where the process was killed before it answered. */
async function create(service: Service, options: Create): Promise<Booking | undefined> {
  const answer = await send(service, options).catch(() => undefined);
  if (answer && answer.status > 201) throw new Error(`The create was answered with ${answer.status}.`);
  return answer?.body;
}

/** What is in the database that no call tells of: whether anything is there twice, or belongs to nothing. */
function count(folder: string): { bookings: number; keyed: number; runs: number; events: unknown[] } {
  using db = new DatabaseSync(join(folder, 'booking-service.db'), { readOnly: true });
  const numbers = db.prepare(`
    SELECT (SELECT count(*) FROM bookings) AS bookings, (SELECT count(*) FROM runs) AS runs,
      (SELECT count(DISTINCT booking_id) FROM idempotency_keys) AS keyed`);
  const events = db.prepare(`
    SELECT type, count(*) AS events, count(DISTINCT booking_id) AS bookings FROM events GROUP BY type ORDER BY type`);
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
