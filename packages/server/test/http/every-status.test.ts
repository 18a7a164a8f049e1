/**
 * Every documented status of every operation, as a response that has passed the wire validator. Other tests check the contents.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import {
  limits,
  operationTable,
  type Booking,
  type EventList,
  type OperationId,
  type Session,
} from '@booking-service/contract';
import { expect, it, vi } from 'vitest';
import { openSqliteStore } from '../../src/index.ts';
import {
  documentedStatuses,
  openWorld,
  testSealing,
  type CallOptions,
  type World,
  type WorldOptions,
} from '../../src/testing.ts';
import { damageDatabase } from '../support/databases.ts';
import { exampleBody, newBooking, newGuest } from '../support/new-booking.ts';

/** Makes the operation return the status, and returns the actual one. */
type Way = (operationId: OperationId) => Promise<number>;

/** Ids that nothing has, by the second part of the path. */
const unknownIds: Readonly<Record<string, string>> = {
  bookings: 'bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1',
  events: 'evt_5f0c1f2e3d4b4a5968778695a4b3c2d1',
  requests: 'req_5f0c1f2e3d4b4a5968778695a4b3c2d1',
  sessions: 'ses_5f0c1f2e3d4b4a5968778695a4b3c2d1',
};

const booking = newBooking({ date: '2026-11-22' });

/** The ways to a status that work for every operation that documents it. */
const everywhere = {
  400: (operationId) => inWorld({}, (world) => ask(world, operationId, { query: '?unknown=1' })),
  401: (operationId) => inWorld({}, (world) => ask(world, operationId, { key: null })),
  403: (operationId) => inWorld({ organization: { scopes: [] } }, (world) => ask(world, operationId)),
  413: (operationId) =>
    inWorld({}, (world) => ask(world, operationId, { text: '{}'.padEnd(limits.max_body_bytes + 1) })),
  415: (operationId) => inWorld({}, (world) => ask(world, operationId, { headers: { 'Content-Type': 'text/plain' } })),
  429: overTheLimit,
  500: (operationId) => inDatabase('ALTER TABLE api_keys RENAME TO mislaid', (world) => ask(world, operationId)),
} satisfies Readonly<Record<number, Way>>;

/** The usual ways to the other statuses: those of an operation that reads something. */
const usual: Readonly<Record<number, Way>> = {
  200: (operationId) => {
    const { path } = operationTable[operationId];
    if (!path.includes('{id}')) return asItIs(operationId);
    return (path.startsWith('/v1/sessions') ? ofSession(['424242']) : ofBooking('harbour_table'))(operationId);
  },
  201: asItIs,
  402: withoutAllowance,
  404: asItIs,
  503: whileTheStoreIsDamaged,
};

/** The statuses of an organization that billing refuses, or whose billing check fails. */
const unpaid = {
  402: withMagicKey('sk_live_sandbox_unbilled'),
  503: withMagicKey('sk_live_sandbox_billing_down'),
};

/** The ways to the statuses that an operation returns in another way. */
const ways: Readonly<Partial<Record<OperationId, Readonly<Record<number, Way>>>>> = {
  searchVenues: {
    502: withBody({ query: 'sandbox search failed' }),
    503: withBody({ query: 'sandbox no provider' }),
  },
  searchAvailability: {
    404: withBody({ venue_id: 'ven_nowhere' }),
    502: withBody({ venue_id: 'ven_silent_phone' }),
    503: withMagicKey('sk_test_sandbox_billing_down'),
  },
  createBooking: {
    200: (operationId) =>
      inWorld({}, async (world) => {
        const headers = { 'Idempotency-Key': 'one' };
        await ask(world, operationId, { headers });
        return ask(world, operationId, { headers });
      }),
    409: withBody({ venue_id: 'ven_fully_booked' }),
    422: withBody({ ...at('family_name'), guest: newGuest() }),
    502: withPayment('payment_setup'),
    503: withPayment('vault_down'),
  },
  continueBooking: {
    200: ofBooking('code_house'),
    409: ofBooking('harbour_table'),
    503: whereOthersAreFaster('code_house'),
  },
  cancelBooking: {
    409: ofBooking('broken_bell'),
    503: whereOthersAreFaster('harbour_table'),
  },
  modifyBooking: {
    409: ofBooking('broken_bell'),
    422: ofBooking('firm_hand'),
    503: withMagicKey('sk_test_sandbox_entitlement_down'),
  },
  getEvent: {
    200: (operationId) =>
      inWorld({}, async (world) => {
        await make(world, 'harbour_table');
        const { body } = await world.call<EventList>('GET', '/v1/events');
        return ask(world, operationId, { id: String(body.data[0]?.id) });
      }),
  },
  getRequest: {
    200: (operationId) =>
      inWorld({}, async (world) => {
        const { headers } = await world.call('GET', '/v1/events');
        const id = headers.get('request-id') ?? '';
        return vi.waitFor(
          async () => {
            await world.clock.advance(1_000);
            const status = await ask(world, operationId, { id });
            if (status === 404) throw new Error('The request is not in the log yet.');
            return status;
          },
          { timeout: 30_000 },
        );
      }),
  },
  createSession: unpaid,
  verifySession: { 200: ofSession([]), ...unpaid, 422: ofSession(['111111'], { code: '222222' }) },
  getSessionCard: { 200: ofSession(['424242']), ...unpaid, 409: ofSession([]) },
  getCard: {
    200: ofSession(['424242']),
    ...unpaid,
    409: ofSession(['424242'], { destination: 'dropped@card.test' }),
  },
};

const cases = documentedStatuses().map(({ operationId, status }) => {
  const table: Readonly<Record<number, Way | undefined>> = { ...everywhere, ...usual, ...ways[operationId] };
  return { operationId, status, way: table[status] };
});

it.each(cases)('ERR-5: $operationId returns $status', async ({ operationId, status, way }) => {
  expect(await way?.(operationId)).toBe(status);
});

/** One request of the rate limit, or as many reads as it allows, and one more. */
function overTheLimit(operationId: OperationId): Promise<number> {
  return inWorld({ organization: { rate_limit: 1 } }, async (world) => {
    const allowed = operationTable[operationId].metered ? 1 : limits.reads.units_per_request;
    for (let sent = 0; sent < allowed; sent += 1) await ask(world, operationId);
    return ask(world, operationId);
  });
}

/** Sends a request of the operation with the given key, path and body, and returns the status. */
async function ask(
  world: World,
  operationId: OperationId,
  { id, query = '', ...options }: CallOptions & { readonly id?: string; readonly query?: string } = {},
): Promise<number> {
  const { method, path, live_key } = operationTable[operationId];
  const real = path.replace('{id}', id ?? unknownIds[path.split('/')[2] ?? ''] ?? '');
  const key = live_key ? 'live' : 'test';
  const body = exampleBody(operationId);
  const { status } = await world.call(method.toUpperCase(), real + query, { key, body, ...options });
  return status;
}

async function inWorld<T>(options: WorldOptions, use: (world: World) => Promise<T>): Promise<T> {
  await using world = await openWorld(options);
  return await use(world);
}

/** Runs the SQL on the database of the running server, to make a real failure. */
async function inDatabase(
  sql: string,
  use: (world: World) => Promise<number>,
  arrange: (world: World) => Promise<unknown> = async () => undefined,
): Promise<number> {
  await using opened = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'booking-service-'));
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  const world = opened.use(await openWorld({ store: opened.use(openSqliteStore(folder, { sealing: testSealing })) }));
  await arrange(world);
  const db = new DatabaseSync(join(folder, 'booking-service.db'));
  opened.defer(() => db.close());
  db.exec(sql);
  return await use(world);
}

function asItIs(operationId: OperationId): Promise<number> {
  return inWorld({}, (world) => ask(world, operationId));
}

function withoutAllowance(operationId: OperationId): Promise<number> {
  return inWorld({ organization: { test_allowance: 0 } }, (world) => ask(world, operationId));
}

function withBody(changes: object): Way {
  return (operationId) =>
    inWorld({}, (world) => ask(world, operationId, { body: { ...exampleBody(operationId), ...changes } }));
}

function withPayment(place: string): Way {
  return withBody({ ...at(place), payment_collection: 'cardservice_external' });
}

/** Sends the request as a magic organization that is refused. */
function withMagicKey(key: string): Way {
  return (operationId) =>
    inWorld({}, async (world) => {
      await world.addMagicOrganizations();
      return ask(world, operationId, { key });
    });
}

/** Verifies a session on which these codes were tried before, with the code of this request. */
function ofSession(codes: readonly string[], { destination = 'ada@diner.test', code = '424242' } = {}): Way {
  return (operationId) =>
    inWorld({}, async (world) => {
      const body = { channel: 'email', destination };
      const { id } = (await world.call<Session>('POST', '/v1/sessions', { key: 'live', body })).body;
      for (const tried of codes) {
        await world.call('POST', `/v1/sessions/${id}/verify`, { key: 'live', body: { code: tried } });
      }
      return ask(world, operationId, { id, ...(operationId === 'verifySession' && { body: { code } }) });
    });
}

/** Sends the request while the database is damaged: every page after the first is overwritten. */
async function whileTheStoreIsDamaged(operationId: OperationId): Promise<number> {
  await using opened = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'booking-service-'));
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  const world = opened.use(await openWorld({ store: opened.use(openSqliteStore(folder, { sealing: testSealing })) }));
  damageDatabase(join(folder, 'booking-service.db'));
  return await ask(world, operationId);
}

/** Sends the request for a booking at the venue, after the provider has responded. */
function ofBooking(place: string): Way {
  return (operationId) => inWorld({}, async (world) => ask(world, operationId, { id: await make(world, place) }));
}

/** The database rejects every change of a booking, as if another change always came first. */
function whereOthersAreFaster(place: string): Way {
  return async (operationId) => {
    let id = '';
    const sql = 'CREATE TRIGGER others BEFORE UPDATE OF document ON bookings BEGIN SELECT RAISE(IGNORE); END';
    return inDatabase(
      sql,
      (world) => ask(world, operationId, { id }),
      async (world) => {
        id = await make(world, place);
      },
    );
  };
}

async function make(world: World, place: string): Promise<string> {
  const { body } = await world.call<Booking>('POST', '/v1/bookings', { body: { ...booking, ...at(place) } });
  await world.clock.advance(2_000);
  return body.id;
}

function at(place: string): Pick<Booking, 'venue_id' | 'slot_id'> {
  return { venue_id: `ven_${place}`, slot_id: `slt_${place}_20261122T1900` };
}
