/** Runs the example against the real service. */
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

it('IDM-1: books one table for an order, even if it runs twice', async () => {
  await using world = await openWorld();
  const client = clientOf(world);
  const { person, lines } = scriptedPerson();
  const booking = await bookATable(client, order, person);
  expect(booking).toMatchObject({ status: 'confirmed', party_size: 2 });
  expect(lines).toEqual([expect.stringContaining(`${booking.id}: a table for 2 at 2026-11-22T`)]);
  expect((await bookATable(client, order, person)).id).toBe(booking.id);
});

it('sends the requested code, and asks again after a wrong code', async () => {
  await using world = await openWorld();
  const { person, questions } = scriptedPerson('000000', '424242');
  const booking = await bookATable(clientOf(world), { ...order, city: 'Porto', venue: 'Code House' }, person);
  expect(booking.status).toBe('confirmed');
  expect(questions).toHaveLength(2);
  expect(questions[0]).toMatch(/^Enter the code sent to a\*+@diner\.test: $/);
});

it('rejects with the booking if the provider fails it', async () => {
  await using world = await openWorld();
  const brokenBell = { ...order, city: 'Porto', venue: 'Broken Bell' };
  const error: unknown = await bookATable(clientOf(world), brokenBell, scriptedPerson().person).catch(
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(EndedError);
  expect(error).toMatchObject({ booking: { status: 'failed', error_code: 'provider_failed' } });
});

it('skips venues without slots or with a failed search, and rejects if no venue remains', async () => {
  await using world = await openWorld();
  const client = clientOf(world);
  const { person } = scriptedPerson();
  const madrid = { ...order, city: 'Madrid' };
  expect((await bookATable(client, madrid, person)).venue_id).toBe('ven_no_card_service');
  await expect(bookATable(client, { ...madrid, venue: 'Silent Phone' }, person)).rejects.toThrow(
    'No venue in Madrid has a table for 2 on 2026-11-22.',
  );
});

it('runs in a terminal, and cancels', async () => {
  await using world = await openWorld();
  const main = fileURLToPath(new URL('main.ts', import.meta.url));
  const child = spawn(
    process.execPath,
    ['--conditions=@booking-service/source', main, 'Lisbon', 'Express Counter', order.date],
    {
      env: { ...process.env, BOOKING_API_KEY: world.organization.keys.test, BOOKING_BASE_URL: world.url },
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  const closed = once(child, 'close');
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
    if (text.includes('enter "cancel"')) child.stdin.end('cancel\n');
  });
  expect(await closed).toEqual([0, null]);
  expect(printed).toMatch(/^bkg_\w+: a table for 2 at 2026-11-22T.*\nConfirmed: \S+\n.*The booking is cancelled\.\n$/s);
});

/** A client whose waits end immediately, because they advance the world's clock. Timeouts are longer than waits and never fire. */
function clientOf(world: World): BookingClient {
  const longestWait_ms = 8_000;
  const clock: Clock = {
    now: () => world.clock.now(),
    after(ms, task) {
      if (ms <= longestWait_ms) void world.clock.advance(ms).then(task);
      return () => undefined;
    },
  };
  return createBookingClient({ apiKey: world.organization.keys.test, baseUrl: world.url, clock, retries: 0 });
}

/** A person who enters these texts in order. Records the lines and questions. */
function scriptedPerson(...answers: string[]) {
  const lines: string[] = [];
  const questions: string[] = [];
  return {
    lines,
    questions,
    person: {
      show: (line: string) => void lines.push(line),
      async ask(question: string) {
        questions.push(question);
        return answers.shift() ?? '';
      },
    },
  };
}
