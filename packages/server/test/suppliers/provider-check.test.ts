/** The conformance check of a provider: good providers pass it, and each broken one fails the scenario that is about its fault. */
import { describe, expect, it } from 'vitest';
import { checkProvider } from '../../src/command/checks/check-provider.ts';
import type { CheckResult } from '../../src/command/checks/run-scenario.ts';
import { startRelay } from '../../src/command/checks/request-scenarios.ts';
import { createHttpProvider, createSandboxProvider, systemClock, type Provider } from '../../src/index.ts';
import { createManualClock } from '../../src/testing.ts';
import { ownProvider } from '../support/providers.ts';
import { pageOf, refusal, secret, slotsOf, startHttpProvider, type Replaced } from './test-http-provider.ts';

/** Checks a provider over HTTP with these parts replaced. */
async function checkHttp(replaced: Replaced = {}, live?: Provider): Promise<CheckResult[]> {
  await using server = await startHttpProvider({ isProbed: true, ...replaced });
  await using relay = await startRelay(server.url);
  const connect = (url: string) => createHttpProvider({ name: 'corner', url, secret, clock: systemClock });
  const { url } = server;
  const relayed = { relay, provider: connect(relay.url) };
  const pause = async () => undefined;
  return await checkProvider({
    provider: connect(url),
    clock: systemClock,
    relayed,
    http: { url, secret },
    pause,
    live,
  });
}

const failed = (results: readonly CheckResult[]) =>
  results.filter(({ verdict }) => verdict === 'failed').map(({ scenario, detail }) => `${scenario}: ${detail}`);
const skipped = (results: readonly CheckResult[]) =>
  results.filter(({ verdict }) => verdict === 'skipped').map(({ scenario }) => scenario);

it('a provider over HTTP passes every scenario', async () => {
  const results = await checkHttp();
  expect(failed(results)).toEqual([]);
  expect(skipped(results)).toEqual(['live availability']);
  expect(results).toHaveLength(32);
});

it('MOD-1: shows with the live side that a test booking leaves the live availability as it was', async () => {
  await using server = await startHttpProvider({ servesMode: (livemode) => livemode === true });
  const live = createHttpProvider({ name: 'corner', url: server.url, secret, clock: systemClock });
  const results = await checkHttp({}, live);
  expect(failed(results)).toEqual([]);
  expect(skipped(results)).toEqual([]);
  expect(server.received.map(({ path }) => path)).toEqual(Array.from({ length: 3 }, () => '/availability/search'));
});

it('MOD-1: finds test bookings that take the live slots', async () => {
  // The test side is a second address of the live system: its bookings are the live ones.
  await using system = await startHttpProvider({ servesMode: (livemode) => livemode === true });
  const { bookings, outcomes, parts } = system;
  const shared: Replaced['operations'] = Object.fromEntries(
    Object.entries(parts.operations).map(([path, run]) => {
      return [path, (request: object) => run({ ...request }, { bookings, outcomes, parts })];
    }),
  );
  const live = createHttpProvider({ name: 'corner', url: system.url, secret, clock: systemClock });
  const [fault = ''] = failed(await checkHttp({ operations: shared }, live));
  expect(fault).toContain('live availability: a booking on the test side changed the live availability.');
});

it('leaves no booking at the provider', async () => {
  await using server = await startHttpProvider();
  const provider = createHttpProvider({ name: 'corner', url: server.url, secret, clock: systemClock });
  await checkProvider({ provider, clock: systemClock });
  expect(server.bookings.size).toBeGreaterThan(2);
  expect([...server.bookings.values()].filter((slot) => slot !== undefined)).toEqual([]);
});

it('the sandbox passes every scenario that needs no address', async () => {
  const clock = createManualClock(new Date('2026-11-21T09:30:00.000Z'));
  const provider = createSandboxProvider({ clock });
  const results = await checkProvider({ provider, clock, pause: (seconds) => clock.advance(seconds * 1000) });
  expect(failed(results)).toEqual([]);
  expect(skipped(results)).toEqual([
    'refund',
    'live availability',
    'lost response',
    'garbage',
    'slow response',
    'missing signature',
    'wrong signature',
    'other secret',
    'old signature',
    'signature of another body',
    'other mode',
    'body of another operation',
    'malformed body',
    'late book',
  ]);
});

const venue = { name: 'Corner', city: 'Ghent', country: 'BE' };
let count = 0;
const newCode = () => {
  count += 1;
  return { status: 200, body: { outcome: 'confirmed', confirmation_code: `NEW-${count}` } };
};

describe('finds a provider that', () => {
  it.each<{ fault: string; replaced: Replaced; finds: string }>([
    {
      fault: 'books a repeated reference again',
      replaced: { operations: { '/bookings/book': newCode } },
      finds: 'repeat: a repeated reference is confirmed as',
    },
    {
      fault: 'books again if the response was lost',
      replaced: { operations: { '/bookings/book': newCode } },
      finds: 'lost response: the booking has another code',
    },
    {
      fault: 'accepts any signature',
      replaced: { verify: () => true },
      finds: 'wrong signature: it responds with 200, not 401',
    },
    {
      fault: 'accepts requests without a signature',
      replaced: { verify: (header) => header === 'undefined' || /^t=\d+,v1=/.test(header) },
      finds: 'missing signature: it responds with 200, not 401',
    },
    {
      fault: 'accepts every slot',
      replaced: { operations: { '/bookings/check': () => ({ status: 200, body: { at_once: false } }) } },
      finds: 'unknown slot: it accepts a slot that it does not offer',
    },
    {
      fault: 'refuses an unknown slot with a server error',
      replaced: { operations: { '/bookings/check': () => refusal(500, 'internal_error') } },
      finds: 'unknown slot: The provider corner failed at checkRequest: status 500.',
    },
    {
      fault: 'fails to release what it does not have',
      replaced: {
        operations: {
          '/bookings/release': ({ booking }, { bookings }) => {
            const { id } = booking as { id: string };
            if (bookings.get(id) === undefined) return refusal(404, 'not_found');
            bookings.set(id, undefined);
            return { status: 204 };
          },
        },
      },
      finds: 'release of nothing: The provider corner failed at release: status 404.',
    },
    {
      fault: 'keeps the slot of a released booking',
      replaced: { operations: { '/bookings/release': () => ({ status: 204 }) } },
      finds: 'released slot: the slot of a released booking is refused with slot_not_offered',
    },
    {
      fault: 'books after the release',
      replaced: {
        operations: {
          '/bookings/release': ({ booking }, { bookings }) => {
            bookings.delete((booking as { id: string }).id);
            return { status: 204 };
          },
        },
      },
      finds: 'late book: a book after the release of its booking is confirmed',
    },
    {
      fault: 'lists venues of another supplier',
      replaced: {
        operations: {
          '/venues/search': (page) => pageOf([{ ...venue, id: 'ven_other_cafe' }], page),
        },
      },
      finds: 'search: The provider corner returned a venue whose id does not begin with ven_corner_.',
    },
    {
      fault: 'has no end of pages',
      replaced: {
        operations: {
          '/venues/search': () => ({
            status: 200,
            body: { object: 'list', data: [], has_more: true, next_cursor: '1' },
          }),
        },
      },
      finds: 'search: 50 pages of 100 have only 0 venues',
    },
    {
      fault: 'ignores the cursor',
      replaced: {
        operations: {
          '/venues/search': ({ limit }, { parts: { venues } }) =>
            pageOf(
              venues.map(({ id }) => ({ ...venue, id })),
              { limit },
            ),
        },
      },
      finds: 'search pages: it lists a venue twice',
    },
    {
      fault: 'offers slots at venues that do not exist',
      replaced: {
        operations: {
          '/availability/search': ({ venue_id, date, ...page }) => pageOf(slotsOf(venue_id, date), page),
        },
      },
      finds: 'unknown venue: it offers 4 slots',
    },
    {
      fault: 'lists slots out of order',
      replaced: {
        operations: {
          '/availability/search': ({ venue_id, date, ...page }) => pageOf(slotsOf(venue_id, date).toReversed(), page),
        },
      },
      finds: 'is not in order of time',
    },
    {
      fault: 'confirms without a code',
      replaced: { operations: { '/bookings/book': () => ({ status: 200, body: { outcome: 'confirmed' } }) } },
      finds: 'hold: The provider corner failed at book: its response does not match the contract',
    },
    {
      fault: 'is pending forever',
      replaced: {
        operations: { '/bookings/book': () => ({ status: 200, body: { outcome: 'pending', retry_after_seconds: 1 } }) },
      },
      finds: 'hold: it is still pending after 20 requests',
    },
    {
      fault: 'modifies only the first time',
      replaced: {
        operations: {
          '/bookings/modify': ({ reference }, { outcomes }) => {
            const outcome = outcomes.has(String(reference)) ? 'refused' : 'modified';
            outcomes.set(String(reference), {});
            return { status: 200, body: { outcome } };
          },
        },
      },
      finds: 'modify: a repeated reference is refused, the first was modified',
    },
    {
      fault: 'refuses the reference of a modification that is taken back',
      replaced: {
        operations: {
          '/bookings/modify': ({ reference }) =>
            /^bkg_[0-9a-f]{32}\/[0-9]+$/.test(String(reference))
              ? { status: 200, body: { outcome: 'modified' } }
              : refusal(400, 'invalid_request'),
        },
      },
      finds: 'undo: The provider corner failed at modify: status 400.',
    },
    {
      fault: 'fails at a body that is not JSON',
      replaced: { malformed: () => refusal(500, 'internal_error') },
      finds: 'malformed body: it responds with 500, not 400',
    },
    {
      fault: 'does not read the mode',
      replaced: { servesMode: () => true },
      finds: 'other mode: it responds with 200, not 400, to a request of the other mode',
    },
    {
      fault: 'redirects a body that is not JSON to an address that refuses it',
      replaced: { malformed: () => ({ status: 308, headers: { Location: '/nowhere' } }) },
      finds: 'malformed body: it responds with 308, not 400',
    },
    {
      fault: 'does not compare the operation of the body',
      replaced: {
        accepts: () => true,
        operations: { '/bookings/release': () => ({ status: 204 }) },
      },
      finds: 'body of another operation: it responds with 204, not 400',
    },
  ])('$fault', async ({ replaced, finds }) => {
    expect(failed(await checkHttp(replaced)).join('\n')).toContain(finds);
  });

  it('accepts old signatures', async () => {
    const { createHmac } = await import('node:crypto');
    const verify = (header: string, body: string) => {
      const [, time = '', given = ''] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(header) ?? [];
      return createHmac('sha256', secret).update(`${time}.${body}`).digest('hex') === given;
    };
    expect(failed(await checkHttp({ verify }))).toEqual(['old signature: it responds with 200, not 401']);
  });

  it('throws and never responds as the port requires', async () => {
    const clock = createManualClock(new Date('2026-11-21T09:30:00.000Z'));
    const down = async () => {
      throw new Error('It is down.\nat 7');
    };
    const methods: Partial<Provider> = { searchVenues: down, release: down };
    const results = await checkProvider({ provider: ownProvider('corner', methods), clock });
    expect(failed(results)).toContain('search: It is down.');
  });
});
