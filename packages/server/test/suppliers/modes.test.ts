/**
 * The matrix of modes: every operation of the contract that reaches a port, and the work that follows it, with a key of each
 * mode, over integrations with each choice of sides. Every side records its calls.
 */
import type { Booking, KeyMode, Session } from '@booking-service/contract';
import { afterAll, describe, expect, it } from 'vitest';
import {
  type CallCheck,
  createLog,
  createSandboxProvider,
  type Integrations,
  type Provider,
  sandboxCards,
  sandboxCodes,
  sandboxPayments,
  type Sides,
  type Store,
} from '../../src/index.ts';
import { createManualClock, openWorld, type World } from '../../src/testing.ts';
import { engines, makeDatabase, openWorldOn } from '../support/engines.ts';
import { newBooking } from '../support/new-booking.ts';

export interface RecordedCall {
  readonly side: 'live' | 'test';
  /** `book`, `payments.open`, `billing.check`. */
  readonly call: string;
  readonly organization_id: unknown;
  /** The mode of the call, and that of its booking, if it has one. */
  readonly livemodes: readonly unknown[];
}

/** Which sides every integration has. */
export type Configured = 'live' | 'test' | 'both' | 'neither' | 'simulate';

export interface RecordedSides {
  readonly calls: RecordedCall[];
  readonly integrations: Integrations;
}

const allowing: CallCheck = { check: async () => 'allowed' };

export function recordSides(configured: Configured): RecordedSides {
  const clock = createManualClock(new Date('2026-11-21T09:30:00.000Z'));
  const calls: RecordedCall[] = [];

  function record<T extends object>(port: T, side: 'live' | 'test', prefix = ''): T {
    return new Proxy(port, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function' || name === 'handlesVenue') return value;
        return (...args: unknown[]) => {
          calls.push({ side, call: prefix + String(name), ...readArguments(args) });
          return Reflect.apply(value, target, args) as unknown;
        };
      },
    });
  }

  const hasLive = configured !== 'test' && configured !== 'neither';
  const hasTest = configured === 'test' || configured === 'both';
  const sides = <T extends object>(port: () => T, prefix?: string): Sides<T> => ({
    ...(hasLive && { live: record(port(), 'live', prefix) }),
    ...(hasTest && { test: record(port(), 'test', prefix) }),
  });
  const providers = sides<Provider>(() => createSandboxProvider({ clock }));
  const supplier = configured === 'simulate' ? { ...providers, test: 'simulate' as const } : providers;
  return {
    calls,
    integrations: {
      suppliers: configured === 'neither' ? [] : [supplier],
      payments: sides(() => sandboxPayments, 'payments.'),
      cards: sides(() => sandboxCards, 'cards.'),
      codes: sides(() => sandboxCodes, 'codes.'),
      billing: sides(() => allowing, 'billing.'),
      entitlements: sides(() => allowing, 'entitlements.'),
    },
  };
}

function readArguments([input, context]: readonly unknown[]): Pick<RecordedCall, 'organization_id' | 'livemodes'> {
  const given = (input ?? {}) as Record<string, unknown>;
  // A check gets one argument, which names the mode of the key.
  if (context === undefined)
    return { organization_id: given['organization_id'], livemodes: [given['mode'] === 'live'] };
  const { organization_id, livemode } = context as { organization_id: unknown; livemode: unknown };
  const { livemode: ofBooking } = (given['booking'] ?? given) as { livemode?: unknown };
  return { organization_id, livemodes: ofBooking === undefined ? [livemode] : [livemode, ofBooking] };
}

const minutes_25 = 25 * 60_000;
const searchCalls = new Set(['searchVenues', 'searchAvailability']);

interface Step {
  readonly what: string;
  /** The calls that a side gets if the key sees it. */
  readonly calls: readonly string[];
  /** Returns the status of the operation. */
  readonly run: (caller: Caller) => Promise<number>;
  /** The status if the supplier has no side for the key. */
  readonly unseen: number;
  /** Beyond a supplier. */
  readonly needs?: 'payments' | 'live key';
}

/** A world and a key. */
interface Caller {
  readonly world: World;
  readonly key: KeyMode;
}

const steps: readonly Step[] = [
  {
    what: 'searchVenues',
    calls: ['searchVenues'],
    run: ({ world, key }) => send(world, 'venues/search', { key, body: {} }),
    unseen: 503,
  },
  {
    what: 'searchAvailability',
    calls: ['searchAvailability'],
    run({ world, key }) {
      const body = { venue_id: 'ven_harbour_table', date: '2026-11-22', party_size: 2 };
      return send(world, 'availability/search', { key, body });
    },
    unseen: 404,
  },
  {
    what: 'createBooking, and the run that books',
    calls: ['checkRequest', 'book', 'billing.check', 'entitlements.check'],
    run: async (caller) => (await create(caller, 'harbour_table')).status,
    unseen: 409,
  },
  {
    what: 'createBooking with a payment, and continueBooking, which captures it',
    calls: ['checkRequest', 'payments.open', 'payments.read', 'book', 'payments.capture'],
    async run(caller) {
      const { status, id } = await create(caller, 'harbour_table', { payment_collection: 'cardservice_external' });
      await act(caller, `bookings/${id}/continue`, { type: 'authorize_payment' });
      return status;
    },
    unseen: 409,
    needs: 'payments',
  },
  {
    what: 'cancelBooking, which returns a payment',
    calls: ['payments.capture', 'release', 'payments.read', 'payments.refund'],
    async run(caller) {
      const { status, id } = await create(caller, 'harbour_table', { payment_collection: 'cardservice_external' });
      await act(caller, `bookings/${id}/continue`, { type: 'authorize_payment' });
      await act(caller, `bookings/${id}/cancel`, {});
      return status;
    },
    unseen: 409,
    needs: 'payments',
  },
  {
    what: 'cancelBooking before the approval, which ends the page',
    calls: ['payments.open', 'payments.void'],
    async run(caller) {
      const { status, id } = await create(caller, 'harbour_table', { payment_collection: 'cardservice_external' });
      await act(caller, `bookings/${id}/cancel`, {});
      return status;
    },
    unseen: 409,
    needs: 'payments',
  },
  {
    what: 'continueBooking with a code',
    calls: ['checkRequest', 'book'],
    async run(caller) {
      const { status, id } = await create(caller, 'code_house');
      await act(caller, `bookings/${id}/continue`, { type: 'enter_code', code: '424242' });
      return status;
    },
    unseen: 409,
  },
  {
    what: 'modifyBooking',
    calls: ['checkRequest', 'book', 'modify'],
    async run(caller) {
      const { status, id } = await create(caller, 'harbour_table');
      await act(caller, `bookings/${id}/modify`, { party_size: 4 });
      return status;
    },
    unseen: 409,
  },
  {
    what: 'cancelBooking, and the run that releases',
    calls: ['checkRequest', 'book', 'release'],
    async run(caller) {
      const { status, id } = await create(caller, 'harbour_table');
      await act(caller, `bookings/${id}/cancel`, {});
      return status;
    },
    unseen: 409,
  },
  {
    what: 'the check of a hold',
    calls: ['checkRequest', 'book', 'checkHold'],
    async run(caller) {
      const { status } = await create(caller, 'short_patience');
      await caller.world.clock.advance(minutes_25);
      return status;
    },
    unseen: 409,
  },
  {
    what: 'the expiry, and the run that releases',
    calls: ['checkRequest', 'book', 'release'],
    async run(caller) {
      const { status } = await create(caller, 'code_house');
      await caller.world.clock.advance(minutes_25);
      return status;
    },
    unseen: 409,
  },
  {
    what: 'createSession, verifySession, getSessionCard and getCard',
    calls: ['codes.send', 'cards.findCard', 'cards.readCard'],
    async run({ world, key }) {
      const body = { channel: 'email', destination: 'ada@diner.test' };
      const session = await world.call<Partial<Session>>('POST', '/v1/sessions', { key, body });
      const { id = 'ses_00000000000000000000000000000000' } = session.body;
      await world.call('POST', `/v1/sessions/${id}/verify`, { key, body: { code: '424242' } });
      await world.call('GET', `/v1/sessions/${id}/card`, { key });
      await world.call('GET', '/v1/sessions/card', { key });
      return session.status;
    },
    unseen: 403,
    needs: 'live key',
  },
];

async function send(world: World, path: string, options: { key: KeyMode; body: object }): Promise<number> {
  return (await world.call('POST', `/v1/${path}`, options)).status;
}

/** Sends a create and lets its run end. */
async function create({ world, key }: Caller, venue: string, fields: object = {}) {
  const response = await world.call<Partial<Booking>>('POST', '/v1/bookings', {
    key,
    body: newBooking({ venue, ...fields }),
  });
  await world.clock.advance(2_000);
  return { status: response.status, id: response.body.id ?? 'bkg_00000000000000000000000000000000' };
}

/** Creates a booking that waits for a code, in a service that has both sides. */
async function makeWaiting(store: Store, key: KeyMode) {
  const { integrations } = recordSides('both');
  await using world = await openWorld({ store, integrations });
  const { id } = await create({ world, key }, 'code_house');
  return { id, organization: world.organization, now: world.clock.now() };
}

async function act({ world, key }: Caller, path: string, body: object): Promise<void> {
  await send(world, path, { key, body });
  await world.clock.advance(2_000);
}

const rows: { readonly row: string; readonly wrong: number }[] = [];

describe.each(engines)('on %s', (engine) => {
  it.each<Configured>(['live', 'test', 'both', 'neither', 'simulate'])(
    'MOD-1 MOD-2: suppliers with %s: no call reaches the wrong side',
    async (configured) => {
      const { calls, integrations } = recordSides(configured);
      await using world = await openWorldOn(engine, { integrations, organization: { rate_limit: 100_000 } });
      for (const key of ['live', 'test'] as const) {
        for (const step of steps) {
          calls.length = 0;
          const status = await step.run({ world, key });
          const row = `${engine}, ${configured}, ${key} key: ${step.what}`;
          const wrong = calls.filter((call) => !isAllowed(call, { configured, key }));
          rows.push({ row, wrong: wrong.length });
          const { organization_id } = world.organization;
          const foreign = calls.filter((call) => call.organization_id !== organization_id);
          const hasSide = configured === 'both' || configured === key || (configured === 'simulate' && key === 'live');
          const names = new Set(calls.map(({ call }) => call));
          const isServed = hasSide && !(step.needs === 'live key' && key === 'test');
          const missing = isServed ? step.calls.filter((call) => !names.has(call)) : [];
          const outcome = expectedOutcome(step, { configured, key, hasSide });
          expect({ row, wrong, foreign, missing, outcome: outcomeOf(status) }).toEqual({
            row,
            wrong: [],
            foreign: [],
            missing: [],
            outcome,
          });
        }
      }
    },
  );

  it.each(['live', 'test'] as const)(
    'MOD-1 MOD-2: a %s booking whose side is no longer configured makes no progress, and reaches no other side',
    async (key) => {
      await using database = await makeDatabase(engine);
      await using store = await database.open();
      const { id, organization, now } = await makeWaiting(store, key);
      const other = key === 'live' ? 'test' : 'live';
      const { calls, integrations } = recordSides(other);
      const lines: string[] = [];
      const log = createLog({ destination: { write: (line) => void lines.push(line) } });
      await using world = await openWorld({ store, integrations, log, start: now });
      const cancelled = await world.call('POST', `/v1/bookings/${id}/cancel`, {
        key: organization.keys[key],
        body: {},
      });
      expect(cancelled.status).toBe(200);
      await world.clock.advance(minutes_25);
      expect(calls).toEqual([]);
      expect(lines.join('')).toContain(`No supplier named sandbox has a ${key} side.`);
    },
  );
});

/**
 * A side gets the calls of its own mode. A simulated test side passes the searches of test keys to the live side, as live ones.
 */
function isAllowed(
  { side, call, livemodes }: RecordedCall,
  { configured, key }: { readonly configured: Configured; readonly key: KeyMode },
): boolean {
  const isSimulatedSearch = configured === 'simulate' && key === 'test' && searchCalls.has(call);
  return (
    (side === key || (isSimulatedSearch && side === 'live')) && livemodes.every((each) => each === (side === 'live'))
  );
}

function outcomeOf(status: number): number | 'served' {
  return status < 300 ? 'served' : status;
}

/** The sides of a simulated supplier: its payment service has none for test keys here. */
function expectedOutcome(
  { needs, unseen }: Step,
  { configured, key, hasSide }: { readonly configured: Configured; readonly key: KeyMode; readonly hasSide: boolean },
): number | 'served' {
  if (needs === 'live key') return hasSide && key === 'live' ? 'served' : unseen;
  if (hasSide) return 'served';
  if (configured !== 'simulate') return unseen;
  return needs === 'payments' ? 403 : 'served';
}

afterAll(() => {
  const wrong = rows.reduce((sum, row) => sum + row.wrong, 0);
  // oxlint-disable-next-line no-console -- reports the size of the matrix to people.
  console.log(`mode matrix: ${rows.length} of ${rows.length} cells, ${wrong} calls on the wrong side`);
});
