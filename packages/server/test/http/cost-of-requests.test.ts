/**
 * The cost of requests: the memory that they leave, and the files that run during a create.
 *
 * @module-tag slow
 */
import type { Profiler } from 'node:inspector';
import { Session } from 'node:inspector/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from '../../src/testing.ts';
import { expectFlat } from '../support/expectations.ts';
import { sendRaw, toRequest } from '../support/raw/raw-http.ts';
import { baseEngines, openWorldOn } from '../support/engines.ts';
import { newBooking } from '../support/new-booking.ts';

const requests = 10_000;
const perConnection = 200;
/** Half a kilobyte per request. A cache that keeps 100 kB per request would keep a gigabyte. */
const allowedGrowth = requests * 512;

/** The tests take about six seconds on an idle machine. */
const slowMachine_ms = 240_000;

/**
 * Values from callers do not stay in memory. The server runs in this process, so that the test can measure the heap before and after many
 * different requests. The measurement includes a few kilobytes of the client, which the bound allows for.
 */
describe('memory', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld({ organization: { rate_limit: 1_000_000 } });
  });
  afterAll(() => world[Symbol.asyncDispose]());

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
});

interface Kind {
  readonly method: string;
  readonly path: (index: number) => string;
  readonly headers: (index: number) => string[];
  readonly body?: string;
}

const packages = new URL('../../../', import.meta.url).href;
const counted = ['kernel/src/', 'server/src/'];
/** Lower a bound when files are merged. */
const maxFiles = { sqlite: 30, postgres: 30 };
const creates = 5;

/**
 * Counts the files of the server and the kernel that run while a booking is created, by V8's precise coverage: those with a function that
 * is called between the request and its response. The process has timers of its own and of other tests' stores, so only the files of each
 * of five creates count. Neither the write thread of the embedded store nor generated files, tests and the tools for tests count.
 */
describe('files', () => {
  it.each(baseEngines)('a create on %s runs few files', async (engine) => {
    await using world = await openWorldOn(engine);
    const create = () => world.call('POST', '/v1/bookings', { body: newBooking() });
    // The first create fills caches and opens connections.
    expect(await create()).toMatchObject({ status: 201 });
    const session = new Session();
    session.connect();
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    const seen: Set<string>[] = [];
    for (let n = 0; n < creates; n += 1) {
      // Taking the coverage sets the counts to zero.
      await session.post('Profiler.takePreciseCoverage');
      expect(await create()).toMatchObject({ status: 201 });
      const { result } = await session.post('Profiler.takePreciseCoverage');
      seen.push(new Set(result.filter(wasCalled).map(({ url }) => url)));
    }
    session.disconnect();

    const [first = new Set<string>(), ...others] = seen;
    const found = [...first]
      .filter((url) => others.every((urls) => urls.has(url)))
      .filter((url) => url.startsWith(packages) && !/testing|generated|\/http-provider\.ts$|\.test\.ts$/.test(url))
      .map((url) => url.slice(packages.length))
      .filter((path) => counted.some((folder) => path.startsWith(folder)))
      .toSorted();
    expect(found.length, `${found.length} files ran:\n${found.join('\n')}`).toBeLessThanOrEqual(maxFiles[engine]);
  });
});

function wasCalled({ functions }: Profiler.ScriptCoverage): boolean {
  return functions.some(({ ranges }) => ranges.some(({ count }) => count > 0));
}
