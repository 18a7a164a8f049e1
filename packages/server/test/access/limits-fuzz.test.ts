/**
 * Random requests against models of the rate window and the test allowance.
 *
 * @module-tag slow
 */
import { type Booking, type KeyMode, limits } from '@booking-service/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openWorld, type TestResponse } from '../../src/testing.ts';
import { fuzzRuns, isDefaultRun } from '../support/expectations.ts';
import { newBooking } from '../support/new-booking.ts';
import { engines, openWorldOn } from '../support/engines.ts';

const window_ms = limits.window_seconds * 1000;
const unknown = '/v1/bookings/bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1';
const failing = newBooking({ venue: 'closed_kitchen', date: '2026-12-22' });
const confirmed = newBooking({ venue: 'express_counter', date: '2026-12-22' });

interface Call {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  /** The status if no limit refuses the request. */
  readonly status: number;
  /**
   * The units of the window of reads that the request costs. False if it is not counted. Default: it is one of the rate limit.
   */
  readonly counted?: number | false;
  /** True if a used-up allowance refuses the request. */
  readonly allowance?: true;
  readonly key?: string | null;
}

const calls = {
  search: { method: 'POST', path: '/v1/venues/search', body: {}, status: 200, allowance: true },
  'search off the contract': { method: 'POST', path: '/v1/venues/search', body: [], status: 400, allowance: true },
  'search in vain': {
    method: 'POST',
    path: '/v1/availability/search',
    body: { venue_id: 'ven_nowhere', date: '2026-12-22', party_size: 2 },
    status: 404,
    allowance: true,
  },
  'create confirmed': {
    method: 'POST',
    path: '/v1/bookings',
    body: confirmed,
    status: 201,
    allowance: true,
  },
  'create failed': {
    method: 'POST',
    path: '/v1/bookings',
    body: failing,
    status: 201,
    allowance: true,
  },
  cancel: { method: 'POST', path: `${unknown}/cancel`, status: 404, allowance: true },
  read: { method: 'GET', path: unknown, status: 404 },
  'list of bookings': { method: 'GET', path: '/v1/bookings', status: 200, counted: 1 },
  'long list': { method: 'GET', path: '/v1/events?limit=100', status: 200, counted: 3 },
  'search for metadata': { method: 'GET', path: '/v1/bookings?metadata[order]=1', status: 200, counted: 5 },
  'list off the contract': { method: 'GET', path: '/v1/requests?limit=0', status: 400, counted: 1 },
  'unknown path': { method: 'GET', path: '/v1/nothing', status: 404, counted: false },
  'other method': { method: 'DELETE', path: unknown, status: 405, counted: false },
  'no key': { method: 'POST', path: '/v1/venues/search', body: {}, status: 401, counted: false, key: null },
  'unknown key': { method: 'GET', path: unknown, status: 401, counted: false, key: 'sk_test_nobody' },
} as const satisfies Readonly<Record<string, Call>>;
const table: Readonly<Record<string, Call>> = calls;

const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('call' as const),
      // Only confirmed creates use the allowance.
      name: fc.constantFrom(...Object.keys(calls), 'create confirmed'),
      mode: fc.constantFrom<KeyMode>('test', 'test', 'live'),
      times: fc.integer({ min: 1, max: 6 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('clock' as const),
      to: fc.constantFrom('1 ms on', '1 s on', '100 s on', 'last millisecond', 'next window', 'the window after'),
    }),
  },
);
const story = fc.record({
  rate_limit: fc.integer({ min: 1, max: 12 }),
  test_allowance: fc.integer({ min: 0, max: 3 }),
  steps: fc.array(step, { minLength: 1, maxLength: 15 }),
});

it('LIM-1..5 LIM-8 AUT-6 AUT-10 AUT-11 ORG-4: counts window and allowance exactly for random requests', async () => {
  await using world = await openWorld({ tick_seconds: 3600 });
  const seen = new Map<number, number>();

  await fc.assert(
    fc.asyncProperty(story, async ({ rate_limit, test_allowance, steps }) => {
      const organization = await world.addOrganization({ rate_limit, test_allowance });
      let window = windowAt(world.clock.now());
      const counts = { requests: 0, reads: 0 };
      let used = 0;
      for (const each of steps) {
        if (each.do === 'clock') {
          await world.clock.advance(msTo(each.to, world.clock.now()));
          continue;
        }
        const now = world.clock.now();
        if (windowAt(now) !== window) {
          window = windowAt(now);
          Object.assign(counts, { requests: 0, reads: 0 });
        }
        const call = table[each.name];
        if (!call) throw new Error(`The request ${each.name} does not exist.`);
        const send = () =>
          world.call(call.method, call.path, {
            key: call.key === undefined ? organization.keys[each.mode] : call.key,
            body: call.body,
          });
        // One at a time if each uses the allowance. Another test covers concurrent use.
        const uses = call.status === 201 && each.mode === 'test';
        const responses = uses ? await inTurn(each.times, send) : await Promise.all(many(each.times, send));

        const expected = many(each.times, (): Expected => {
          if (call.counted === false) return { status: call.status };
          const name = call.counted === undefined ? 'requests' : 'reads';
          const limit = name === 'reads' ? rate_limit * limits.reads.units_per_request : rate_limit;
          const isFull = counts[name] >= limit;
          if (!isFull) counts[name] += call.counted ?? 1;
          const reset = Math.ceil((window + window_ms - now.getTime()) / 1000);
          const place = { limit, remaining: Math.max(0, limit - counts[name]), reset };
          if (isFull) return { status: 429, ...place, retry: reset };
          if (call.allowance && each.mode === 'test' && used >= test_allowance) return { status: 402, ...place };
          if (uses && each.name === 'create confirmed') used += 1;
          return { status: call.status, ...place };
        });
        // Concurrent requests arrive in any order.
        expect(responses.map(toExpected).toSorted(byPlace)).toEqual(expected.toSorted(byPlace));
        for (const { status } of responses) seen.set(status, (seen.get(status) ?? 0) + 1);
      }
      const { test_confirmed } = (await world.store.findOrganization(organization.organization_id)) ?? {};
      expect(test_confirmed).toBe(used);
    }),
    fuzzRuns(100),
  );

  const responses = [...seen].toSorted(([one], [other]) => one - other);
  // oxlint-disable-next-line no-console -- reports the coverage of the run to people.
  console.log(responses.map(([status, times]) => `${times} × ${status}`).join(', '));
  const every = [200, 201, 400, 401, 402, 404, 405, 429];
  const met = responses.map(([status]) => status);
  expect(met).toEqual(isDefaultRun ? every : met);
}, 240_000);

interface Expected {
  readonly status: number;
  readonly limit?: number;
  readonly remaining?: number;
  readonly reset?: number;
  readonly retry?: number;
}

function toExpected({ status, headers }: TestResponse<unknown>): Expected {
  const names = {
    limit: 'ratelimit-limit',
    remaining: 'ratelimit-remaining',
    reset: 'ratelimit-reset',
    retry: 'retry-after',
  };
  const headerValues = Object.entries(names).flatMap(([name, header]) => {
    const text = headers.get(header);
    return text === null ? [] : [[name, Number(text)]];
  });
  return { status, ...(Object.fromEntries(headerValues) as Omit<Expected, 'status'>) };
}

function byPlace(one: Expected, other: Expected): number {
  return (other.remaining ?? 0) - (one.remaining ?? 0) || one.status - other.status;
}

function windowAt(now: Date): number {
  return Math.floor(now.getTime() / window_ms) * window_ms;
}

function msTo(moment: string, now: Date): number {
  const left = windowAt(now) + window_ms - now.getTime();
  switch (moment) {
    case '1 ms on':
      return 1;
    case '1 s on':
      return 1_000;
    case '100 s on':
      return 100_000;
    case 'last millisecond':
      return left - 1;
    case 'next window':
      return left;
    default:
      return left + window_ms;
  }
}

function many<T>(times: number, make: () => T): T[] {
  return Array.from({ length: times }, make);
}

async function inTurn<T>(times: number, make: () => Promise<T>): Promise<T[]> {
  const made: T[] = [];
  for (let turn = 0; turn < times; turn += 1) made.push(await make());
  return made;
}

// None of them fails in the response to the create, so no reservation ends while the creates run.
const venues = ['harbour_table', 'code_house', 'broken_bell', 'express_counter'] as const;

const allowanceStep = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('create' as const),
      venue: fc.constantFrom(...venues),
      times: fc.integer({ min: 1, max: 6 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('cancel' as const), index: fc.nat(20) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(2_000, 60_000, 1_300_000) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('allow' as const), allowance: fc.nat(6) }) },
);
const allowanceStory = fc.record({
  allowance: fc.nat(5),
  steps: fc.array(allowanceStep, { minLength: 1, maxLength: 12 }),
});

/** Compares how many creates are accepted with the bookings that the API shows. */
describe.each(engines)('creates at once, on %s', (engine) => {
  it('MOD-3 AUT-6: accepts exactly what confirmed bookings and those in progress leave', async () => {
    await fc.assert(
      fc.asyncProperty(allowanceStory, async ({ allowance: first, steps }) => {
        await using world = await openWorldOn(engine, {
          organization: { test_allowance: first, rate_limit: 1_000_000 },
        });
        const { organization_id } = world.organization;
        const ids: string[] = [];
        const confirmedIds = new Set<string>();
        const counts: { readonly accepted: number; readonly expected: number }[] = [];
        let allowance = first;

        async function countInProgress(): Promise<number> {
          const found = await Promise.all(ids.map((id) => world.call<Booking>('GET', `/v1/bookings/${id}`)));
          for (const { body } of found) if (body.confirmation_code !== undefined) confirmedIds.add(body.id);
          return found.filter(({ body: { status } }) => ['processing', 'requires_action'].includes(status)).length;
        }

        for (const each of steps) {
          const left = Math.max(0, allowance - (await countInProgress()) - confirmedIds.size);
          switch (each.do) {
            case 'create': {
              const body = newBooking({ venue: each.venue, date: '2026-12-22' });
              const creates = Array.from({ length: each.times }, () =>
                world.call<Booking>('POST', '/v1/bookings', { body }),
              );
              const accepted = (await Promise.all(creates)).filter(({ status }) => status === 201);
              counts.push({ accepted: accepted.length, expected: Math.min(each.times, left) });
              ids.push(...accepted.map(({ body: { id } }) => id));
              break;
            }
            case 'cancel':
              await world.call('POST', `/v1/bookings/${ids[each.index % ids.length] ?? 'bkg_none'}/cancel`);
              break;
            case 'wait':
              await world.clock.advance(each.ms);
              break;
            case 'allow':
              allowance = each.allowance;
              await world.store.setLimits(organization_id, { test_allowance: allowance });
          }
          const reserved = await countInProgress();
          expect(await world.store.readTestAllowance(organization_id)).toEqual({
            test_allowance: allowance,
            test_confirmed: confirmedIds.size,
            test_reserved: Math.min(reserved, Math.max(0, allowance - confirmedIds.size)),
          });
        }
        expect(counts.map(({ accepted }) => accepted)).toEqual(counts.map(({ expected }) => expected));
      }),
      fuzzRuns(15),
    );
  }, 240_000);
});
