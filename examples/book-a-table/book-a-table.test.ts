/** The example, run against the real service. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createBookingClient, EndedError, type BookingClient, type Clock } from '@booking-service/client';
import { openWorld, type World } from '@booking-service/server/testing';
import { expect, it } from 'vitest';
import { bookATable, type Order } from './book-a-table.ts';

const order: Order = {
  number: 'order-1041',
  city: 'Lisbon',
  date: '2026-11-22',
  party_size: 2,
  guest: { first_name: 'Ada', last_name: 'Byron', email: 'ada@diner.test' },
};

it('IDM-1: books a table, once, however often it runs for the order', async () => {
  await using world = await openWorld();
  const client = clientOf(world);
  const { person, told } = answering();
  const booking = await bookATable(client, order, person);
  expect(booking).toMatchObject({ status: 'confirmed', party_size: 2 });
  expect(told).toEqual([expect.stringContaining(`${booking.id}: a table for 2 at 2026-11-22T`)]);
  expect((await bookATable(client, order, person)).id).toBe(booking.id);
});

it('answers with the code that is asked for, again where it was wrong', async () => {
  await using world = await openWorld();
  const { person, asked } = answering('000000', '424242');
  const booking = await bookATable(clientOf(world), { ...order, city: 'Porto', venue: 'Code House' }, person);
  expect(booking.status).toBe('confirmed');
  expect(asked).toHaveLength(2);
  expect(asked[0]).toMatch(/^The code that came to a\*+@diner\.test: $/);
});

it('ends with the booking where the provider fails it', async () => {
  await using world = await openWorld();
  const there = { ...order, city: 'Porto', venue: 'Broken Bell' };
  const error: unknown = await bookATable(clientOf(world), there, answering().person).catch(
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(EndedError);
  expect(error).toMatchObject({ booking: { status: 'failed', error_code: 'provider_failed' } });
});

it('passes venues that offer nothing or cannot be asked, and says so where none is left', async () => {
  await using world = await openWorld();
  const client = clientOf(world);
  const { person } = answering();
  const madrid = { ...order, city: 'Madrid' };
  expect((await bookATable(client, madrid, person)).venue_id).toBe('ven_no_card_service');
  await expect(bookATable(client, { ...madrid, venue: 'Silent Phone' }, person)).rejects.toThrow(
    'Nobody in Madrid has a table for 2 on 2026-11-22.',
  );
});

it('runs from a terminal, and cancels', async () => {
  await using world = await openWorld();
  const main = fileURLToPath(new URL('main.ts', import.meta.url));
  const child = spawn(
    process.execPath,
    ['--conditions=@booking-service/source', main, 'Lisbon', 'Express Counter', order.date],
    {
      env: { ...process.env, BOOKING_API_KEY: world.organization.keys.test, BOOKING_URL: world.url },
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  const closed = once(child, 'close');
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
    if (text.includes('or "cancel"')) child.stdin.end('cancel\n');
  });
  expect(await closed).toEqual([0, null]);
  expect(printed).toMatch(/^bkg_\w+: a table for 2 at 2026-11-22T.*\nConfirmed: \S+\n.*Now it is cancelled\.\n$/s);
});

/** A client whose waits pass at once: the world's clock moves along. A limit, which is longer than any wait, never comes. */
function clientOf(world: World): BookingClient {
  const longestWait_ms = 8_000;
  const clock: Clock = {
    now: () => world.clock.now().getTime(),
    after(ms, task) {
      if (ms <= longestWait_ms) void world.clock.advance(ms).then(task);
      return () => undefined;
    },
  };
  return createBookingClient({ apiKey: world.organization.keys.test, baseUrl: world.url, clock, retries: 0 });
}

/** A person who gives these answers, one after the other. */
function answering(...answers: string[]) {
  const told: string[] = [];
  const asked: string[] = [];
  return {
    told,
    asked,
    person: {
      tell: (line: string) => void told.push(line),
      async ask(question: string) {
        asked.push(question);
        return answers.shift() ?? '';
      },
    },
  };
}
