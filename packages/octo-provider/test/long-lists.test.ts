/** A supplier with many products. The thread that reads them also serves every customer. */
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { maxVenues } from '../src/catalogue/catalogue.ts';
import { maxAvailabilities, maxProducts } from '../src/http/octo-client.ts';
import { maxItemBytes, readList } from '../src/http/read-list.ts';
import { maxObjectBytes } from '../src/http/send-request.ts';
import { inParts, sortInTurns } from '../src/turns.ts';
import { testContext } from '@booking-service/server/testing';
import { bookOnce, firstVenue, json, newBookingAt, openProvider, slotsOn } from './support/open-provider.ts';

/** Counts the turns of the event loop until it is disposed. A task that waits for its turn runs in each of them. */
function countTurns(): { turn: number } & Disposable {
  const counted = { turn: 0, [Symbol.dispose]: () => clearImmediate(next) };
  let next = setImmediate(count);
  function count(): void {
    counted.turn += 1;
    next = setImmediate(count);
  }
  return counted;
}

/** The largest number of times that one value occurs. */
function mostOf(values: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return Math.max(...counts.values());
}

async function* oneChunk(value: unknown): AsyncGenerator<Uint8Array> {
  yield Buffer.from(JSON.stringify(value));
}

it('parses 16 KiB of a list between two turns of the event loop, also if all of it has arrived', async () => {
  // 1 KiB with its comma.
  const item = { id: 'x'.repeat(1014) };
  const list = Array.from({ length: 2000 }, () => item);
  using counted = countTurns();
  const turns: number[] = [];
  const options = { request: 'GET /products/', maxBytes: 4_000_000, maxItems: 2000 };
  for await (const read of readList<typeof item>(oneChunk(list), options)) {
    expect(read).toEqual(item);
    turns.push(counted.turn);
  }
  expect(turns).toHaveLength(2000);
  expect(mostOf(turns)).toBe(16);
});

it('goes through venues and sorts them in turns', async () => {
  const values = Array.from({ length: 10_000 }, (_, index) => (index * 7919) % 10_007);
  using counted = countTurns();
  const turns: number[] = [];
  for await (const part of inParts(values)) turns.push(...part.map(() => counted.turn));
  expect(mostOf(turns)).toBe(500);

  const comparisons: number[] = [];
  const sorted = await sortInTurns(values, (a, b) => {
    comparisons.push(counted.turn);
    return a - b;
  });
  expect(sorted).toEqual(values.toSorted((a, b) => a - b));
  expect(mostOf(comparisons)).toBeLessThan(10_000);
});

it('reads each venue of 5,000 products once, by name, with the place of the supplier where a product has none', async () => {
  const named = (index: number) => `Tour ${String((index * 7919) % 5000).padStart(4, '0')}`;
  const products = Array.from({ length: 5000 }, (_, index) => ({
    id: `p${index}`,
    name: named(index),
    ...(index % 2 === 0 && { city: null, country: null }),
  }));
  await using opened = await openProvider({ products, address: 'Rua Augusta 1, Porto, Portugal' });
  const found = await opened.provider.searchVenues({ query: 'tour 49', limit: 100 }, testContext);
  expect(found.data.map(({ name }) => name.slice(5, 9))).toEqual(
    Array.from({ length: 100 }, (_, index) => String(4900 + index)),
  );
  expect(new Set(found.data.map(({ city }) => city))).toEqual(new Set(['Lisbon', 'Porto']));
  expect(
    (await opened.provider.searchVenues({ query: 'tour 49', city: 'porto', country: 'PT', limit: 100 }, testContext))
      .data,
  ).toHaveLength(50);
});

const option = (index: number) => ({ id: String(index), units: [{ id: 'adult' }] });
const manyOptions = Array.from({ length: 10_001 }, (_, index) => option(index));

it.each([
  {
    what: 'too many products',
    body: Array.from({ length: maxProducts + 1 }, () => ({})),
    text: 'a list of more than 100000 items',
  },
  {
    what: 'too many venues',
    body: Array.from({ length: 10 }, (_, index) => ({ id: String(index), options: manyOptions })),
    text: `more than ${maxVenues} venues`,
  },
  {
    what: 'a product that is too long',
    body: [{ id: 'x'.repeat(2 * maxItemBytes) }],
    text: `an item of more than ${maxItemBytes} bytes`,
  },
  {
    what: 'one object that is too long',
    body: { id: 'x'.repeat(maxObjectBytes) },
    text: `more than ${maxObjectBytes} bytes`,
  },
  { what: 'an object', body: { products: [] }, text: 'no list' },
])('refuses products with $what', async ({ body, text }) => {
  await using opened = await openProvider();
  opened.supplier.fail({ route: 'products', respond: json(200, body) });
  await expect(firstVenue(opened)).rejects.toMatchObject({ code: 'UNREADABLE', reason: `UNREADABLE: ${text}` });
});

it.each([
  { start: ' [{}', text: 'more than 1000000 bytes' },
  { start: '[{]', text: 'a list that is not JSON' },
])('closes the connection to a supplier whose list begins with $start and has no end', async ({ start, text }) => {
  await using opened = await openProvider({ provider: { maxResponseBytes: 1_000_000 } });
  const closed = Promise.withResolvers<void>();
  async function respond(response: ServerResponse): Promise<void> {
    response.on('close', closed.resolve).writeHead(200, { 'Content-Type': 'application/json' }).write(start);
    const more = `,{"id":"${'x'.repeat(1000)}"}`.repeat(100);
    while (!response.destroyed)
      if (!response.write(more)) await Promise.race([once(response, 'drain'), closed.promise]);
  }
  opened.supplier.fail({ route: 'products', respond: (response) => void respond(response) });
  await expect(firstVenue(opened)).rejects.toMatchObject({ reason: `UNREADABLE: ${text}` });
  await closed.promise;
});

it('refuses a list that breaks off, and one that is not JSON', async () => {
  await using opened = await openProvider();
  for (const text of ['[{}', '[{]', '[{"id":}]']) {
    opened.supplier.fail({ route: 'products', respond: (response) => response.writeHead(200).end(text) });
    await expect(firstVenue(opened)).rejects.toMatchObject({ reason: 'UNREADABLE: a list that is not JSON' });
  }
});

it('bounds the slots and the object of a booking too', async () => {
  await using opened = await openProvider();
  const booking = await newBookingAt(opened);
  opened.supplier.fail({
    route: 'availability',
    respond: json(
      200,
      Array.from({ length: maxAvailabilities + 1 }, () => ({})),
    ),
  });
  await expect(slotsOn(opened)).rejects.toMatchObject({
    reason: `UNREADABLE: a list of more than ${maxAvailabilities} items`,
  });
  opened.supplier.fail({ route: 'reserve', respond: json(200, { status: 'x'.repeat(maxObjectBytes) }) });
  await expect(bookOnce(opened, booking)).rejects.toMatchObject({
    reason: `UNREADABLE: more than ${maxObjectBytes} bytes`,
  });
});
