/**
 * Proves that values from callers do not stay in memory. The server runs in this process, so that the test can measure the heap before
 * and after many different requests. The measurement includes a few kilobytes of the client, which the bound allows for.
 *
 * @module-tag slow
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorld, type World } from '../../src/testing.ts';
import { expectFlat } from '../support/expectations.ts';
import { sendRaw, toRequest } from '../support/raw/raw-http.ts';

const requests = 10_000;
const perConnection = 200;
/** Half a kilobyte per request. A cache that keeps 100 kB per request would keep a gigabyte. */
const allowedGrowth = requests * 512;

/** The tests take about six seconds on an idle machine. */
const slowMachine_ms = 240_000;

let world: World;
beforeAll(async () => {
  world = await openWorld({ organization: { rate_limit: 1_000_000 } });
});
afterAll(() => world[Symbol.asyncDispose]());

interface Kind {
  readonly method: string;
  readonly path: (index: number) => string;
  readonly headers: (index: number) => string[];
  readonly body?: string;
}

/** Sends the requests with these numbers, many per connection, and returns the statuses. */
async function run({ method, path, headers, body = '' }: Kind, from: number, to: number): Promise<Set<number>> {
  const statuses = new Set<number>();
  for (let first = from; first < to; first += perConnection) {
    const indices = Array.from({ length: perConnection }, (_, offset) => first + offset);
    const bytes = indices.map((index) => {
      const last = index === first + perConnection - 1 ? ['Connection: close'] : [];
      return toRequest(`${method} ${path(index)}`, { headers: [...headers(index), ...last], body });
    });
    const responses = await sendRaw(world.url, bytes.join(''));
    for (const [offset, response] of responses.entries()) {
      world.wire.checkResponse({ method, path: path(first + offset), ...response });
      statuses.add(response.status);
    }
    if (responses.length !== perConnection)
      throw new Error(`Only ${responses.length} responses to ${perConnection} requests.`);
  }
  return statuses;
}

/** Sends rounds of requests with different numbers. Returns the statuses. */
async function sendRounds(kind: Kind): Promise<Set<number>> {
  const statuses = new Set<number>();
  await expectFlat(allowedGrowth, async (round) => {
    for (const status of await run(kind, round * requests, (round + 1) * requests)) statuses.add(status);
  });
  return statuses;
}

it(
  'END-12: 10,000 Content-Types, some of them accepted, leave nothing behind',
  async () => {
    const type = (index: number) => [
      `application/json; v=${index}`,
      `text/x-${index}`,
      `application/json${' '.repeat(index % 500)};${' '.repeat(index / 500)}charset=utf-8`,
    ];
    const statuses = await sendRounds({
      method: 'POST',
      path: () => '/v1/venues/search',
      headers: (index) => [
        `Authorization: Bearer ${world.organization.keys.test}`,
        `Content-Type: ${type(index)[index % 3]}`,
      ],
      body: '{"limit":1}',
    });
    expect(statuses).toEqual(new Set([415, 200]));
  },
  slowMachine_ms,
);

it(
  'END-12 END-14: 10,000 unknown paths, each with a Request-Id and an unknown key, leave nothing in memory',
  async () => {
    const statuses = await sendRounds({
      method: 'GET',
      path: (index) => (index % 2 === 0 ? `/v1/nothing/${index}` : `/v1/bookings/${index}`),
      headers: (index) => [`Request-Id: req_${10_000_000 + index}`, `Authorization: Bearer sk_test_${index}`],
    });
    expect(statuses).toEqual(new Set([404, 401]));
  },
  slowMachine_ms,
);
