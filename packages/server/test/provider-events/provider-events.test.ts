/** Events of a provider over HTTP (PRV-4): those that change a booking, and those that change nothing. */
import { createRequire } from 'node:module';
import { type Booking, runs } from '@booking-service/contract';
import { describe, expect, it } from 'vitest';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { createHttpProvider, createLog, type Provider, systemClock } from '../../src/index.ts';
import { approve, createCardLedger, read } from '../support/card-ledger.ts';
import { type EngineName, engines, type EngineWorld, openWorldOn } from '../support/engines.ts';
import { newBooking } from '../support/new-booking.ts';
import {
  type EventOptions,
  refusal,
  type Replaced,
  secret,
  sendEvent,
  signEvent,
  startHttpProvider,
  type TestHttpProvider,
} from '../suppliers/test-http-provider.ts';
import type { WorldOptions } from '../../src/testing.ts';
import { createAt, ownProvider } from '../support/providers.ts';

interface Opened extends AsyncDisposable {
  readonly world: EngineWorld;
  readonly server: TestHttpProvider;
  readonly booking: Booking;
  /** Returns the types of the webhooks after the first two, which are those of the creation. */
  readonly later: () => string[];
  /** Returns how often the provider was asked for the booking. */
  readonly reads: () => number;
}

interface OpenOptions {
  readonly replaced?: Replaced;
  readonly read_after_seconds?: number;
  readonly ledger?: ReturnType<typeof createCardLedger>;
}

/** Opens a world with a confirmed booking. */
async function openConfirmed(
  engine: EngineName,
  { replaced = {}, read_after_seconds, ledger }: OpenOptions = {},
): Promise<Opened> {
  await using opened = new AsyncDisposableStack();
  const server = opened.use(await startHttpProvider(replaced));
  // The clock of the world signs nothing here: the provider compares with the time of the computer.
  const options = { name: 'corner', url: server.url, secret, sends_events: true, read_after_seconds };
  const calls = createHttpProvider({ ...options, clock: systemClock });
  const events = createHttpProvider({ ...options, clock: { now: () => world.clock.now() } });
  const provider: Provider = { ...calls, readEvent: async (request) => events.readEvent?.(request) };
  const world: EngineWorld = opened.use(
    await openWorldOn(engine, { providers: [provider], ...(ledger && { payments: ledger.payments }) }),
  );
  const slot = { venue_id: 'ven_corner_cafe', slot_id: 'slt_corner_cafe_20300101T1900' };
  const collection = ledger && { payment_collection: 'cardservice_external' };
  const { body: booking } = await world.call<Booking>('POST', '/v1/bookings', {
    body: { ...newBooking(), ...slot, ...collection },
  });
  if (ledger) await approve(world, booking);
  await world.clock.advance(4_000);
  expect((await read(world, booking)).status).toBe('confirmed');
  await world.clock.advance(60_000);
  const before = world.endpoint.received.length;
  const running = opened.move();
  return {
    world,
    server,
    booking,
    later: () => world.endpoint.received.slice(before).map(({ event }) => event.type),
    reads: () => server.received.filter(({ path }) => path === '/bookings/read').length,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

describe.each(engines)('an event, on %s', (engine) => {
  it('PRV-4: cancels a booking that the provider cancelled, once, although its event is repeated', async () => {
    await using opened = await openConfirmed(engine);
    const { world, server, booking } = opened;
    server.bookings.set(booking.id, undefined);
    const responses = await Promise.all([1, 2, 3].map(() => sendEvent(world, booking)));
    expect(responses.map(({ status }) => status)).toEqual([204, 204, 204]);
    await world.clock.advance(60_000);
    expect(await read(world, booking)).toMatchObject({ status: 'cancelled' });
    expect((await sendEvent(world, booking)).status).toBe(204);
    await world.clock.advance(60_000);
    expect(opened.later()).toEqual(['booking.cancelled']);
    expect(server.received.filter(({ path }) => path === '/bookings/release')).toHaveLength(1);
  });

  it('PRV-4: refunds a paid booking that the provider cancelled, as after a cancel', async () => {
    const ledger = createCardLedger({ approved: true });
    await using opened = await openConfirmed(engine, { ledger });
    const { world, server, booking } = opened;
    server.bookings.set(booking.id, undefined);
    await sendEvent(world, booking);
    await world.clock.advance(60_000);
    // The provider states that half of the price is returned.
    expect(ledger.found.get(booking.id)?.refunds).toEqual([3000]);
    expect(await read(world, booking)).toMatchObject({ status: 'cancelled', payment: { amount_refunded: 3000 } });
    expect(opened.later()).toEqual(['booking.cancelled']);
  });

  it('PRV-4: takes over the values of a booking that the provider changed', async () => {
    await using opened = await openConfirmed(engine);
    const { world, server, booking } = opened;
    server.bookings.set(booking.id, 'slt_corner_cafe_20300101T2000');
    await sendEvent(world, booking);
    await sendEvent(world, booking);
    await world.clock.advance(60_000);
    const changes = { slot_id: 'slt_corner_cafe_20300101T2000' };
    expect(await read(world, booking)).toMatchObject({
      status: 'confirmed',
      ...changes,
      last_modification: { changes },
    });
    expect(opened.later()).toEqual(['booking.modified']);
  });

  it('PRV-4: changes nothing if the provider states what the service has', async () => {
    await using opened = await openConfirmed(engine);
    const { world, booking } = opened;
    const before = await read(world, booking);
    await sendEvent(world, booking);
    await world.clock.advance(60_000);
    expect([opened.reads(), opened.later(), await read(world, booking)]).toEqual([1, [], before]);
    expect(await world.store.findNextRead()).toBeNull();
  });

  it('PRV-4: repeats a failed read, and cancels nothing until the provider states it', async () => {
    let isDown = true;
    const replaced: Replaced = {
      operations: {
        '/bookings/read': () => (isDown ? refusal(404, 'not_found') : { status: 200, body: { state: 'cancelled' } }),
      },
    };
    await using opened = await openConfirmed(engine, { replaced });
    const { world, booking } = opened;
    await sendEvent(world, booking);
    await world.clock.advance(100_000);
    expect(opened.reads()).toBe(3);
    expect((await read(world, booking)).status).toBe('confirmed');
    isDown = false;
    await world.clock.advance(300_000);
    expect((await read(world, booking)).status).toBe('cancelled');
    expect(opened.later()).toEqual(['booking.cancelled']);
    // The timeline of the booking has what the provider stated, at the time of the change.
    const of = { organization_id: world.organization.organization_id, booking_id: booking.id };
    const { calls } = await world.store.listBookingCalls(of);
    const { rows } = await world.store.listBookingEvents({ ...of, limit: 20 });
    expect(calls.map(({ call, attempt, outcome }) => [call, attempt, outcome])).toEqual([
      ...[1, 2, 3].map((attempt) => ['read', attempt, 'failed']),
      ['read', 4, 'succeeded'],
    ]);
    expect(calls[0]?.error).toContain('404');
    expect(calls.at(-1)?.at).toBe(rows.at(-1)?.created);
  });

  it('PRV-4: a cancel of the caller and one of the provider end in one cancellation', async () => {
    await using opened = await openConfirmed(engine);
    const { world, server, booking } = opened;
    server.bookings.set(booking.id, undefined);
    await Promise.all([sendEvent(world, booking), world.call('POST', `/v1/bookings/${booking.id}/cancel`)]);
    await world.clock.advance(60_000);
    expect((await read(world, booking)).status).toBe('cancelled');
    expect(opened.later()).toEqual(['booking.cancelled']);
  });

  it('PRV-4: the sweep reads a confirmed booking regularly, until its visit is over', async () => {
    let state = 'confirmed';
    const replaced: Replaced = { operations: { '/bookings/read': () => ({ status: 200, body: { state } }) } };
    await using opened = await openConfirmed(engine, { replaced, read_after_seconds: 600 });
    const { world, booking } = opened;
    await world.clock.advance(3 * 600_000);
    expect(opened.reads()).toBe(3);
    state = 'completed';
    await world.clock.advance(5 * 600_000);
    expect(opened.reads()).toBe(4);
    expect((await read(world, booking)).status).toBe('confirmed');
    expect(await world.store.findNextRead()).toBeNull();
  });

  it('PRV-4: the sweep finds a cancellation of the provider', async () => {
    await using opened = await openConfirmed(engine, { read_after_seconds: 600 });
    const { world, server, booking } = opened;
    server.bookings.set(booking.id, undefined);
    await world.clock.advance(700_000);
    expect((await read(world, booking)).status).toBe('cancelled');
    expect(opened.later()).toEqual(['booking.cancelled']);
  });
});

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv, { mode: 'full' });
ajv.addSchema(createRequire(import.meta.url)('@booking-service/contract/provider.json') as object, 'provider');

const secrets = { corner: 'secret of the corner', cellar: 'secret of the cellar' };

/** A provider whose events are those of a provider over HTTP, and whose bookings are all cancelled when they are read. */
function hostile(name: keyof typeof secrets, now: () => Date): Provider {
  const http = createHttpProvider({
    name,
    url: 'http://127.0.0.1:1',
    secret: secrets[name],
    sends_events: true,
    clock: { now },
  });
  const checkRequest = async () => ({ at_once: false });
  return ownProvider(name, {
    checkRequest,
    readEvent: async (request) => http.readEvent?.(request),
    readBooking: async () => ({ state: 'cancelled' }),
  });
}

async function openHostile(
  engine: EngineName,
  options: Omit<WorldOptions, 'store' | 'providers'> = {},
): Promise<{ world: EngineWorld; booking: Pick<Booking, 'id'> }> {
  const now = () => world.clock.now();
  const quiet = ownProvider('quiet', {});
  const providers = [hostile('corner', now), hostile('cellar', now), quiet];
  const world: EngineWorld = await openWorldOn(engine, { ...options, providers });
  const booking = { id: await createAt(world, 'corner') };
  await world.clock.advance(60_000);
  return { world, booking };
}

async function statusOf(
  { store, organization }: EngineWorld,
  { id }: Pick<Booking, 'id'>,
): Promise<string | undefined> {
  const stored = await store.findBooking({ organization_id: organization.organization_id, id });
  return stored?.booking.status;
}

/** Checks that the contract documents the response, and that it has no body or one of the contract. */
async function checkResponse(response: Response): Promise<void> {
  const { status, headers } = response;
  expect(headers.get('WWW-Authenticate')).toBe(status === 401 ? 'Service-Signature' : null);
  expect(ajv.getSchema(`provider#/webhooks/bookingChanged/post/responses/${status}`)).toBeDefined();
  const text = await response.text();
  const validate = ajv.getSchema('provider#/components/schemas/EventRefusal');
  expect(status === 204 ? text === '' : validate?.(JSON.parse(text))).toBe(true);
}

const far = Math.floor(Date.parse('2030-01-01T00:00:00Z') / 1000);
const corner = { secret: secrets.corner } as const;
const refused: readonly { readonly title: string; readonly status: number; readonly options: EventOptions }[] = [
  { title: 'without a signature', status: 401, options: { signature: '' } },
  { title: 'with a signature of zeros', status: 401, options: { signature: `t=${far},v1=${'0'.repeat(64)}` } },
  { title: 'signed with another secret', status: 401, options: { secret: 'secret of somewhere else' } },
  { title: 'signed with the secret of another supplier', status: 401, options: { secret: secrets.cellar } },
  { title: 'that is six minutes old', status: 401, options: { ...corner, age_seconds: 360 } },
  { title: 'that is six minutes early', status: 401, options: { ...corner, age_seconds: -360 } },
  { title: 'to an unknown supplier', status: 401, options: { ...corner, supplier: 'nowhere' } },
  { title: 'to a supplier that sends no events', status: 401, options: { ...corner, supplier: 'quiet' } },
  { title: 'that is not JSON', status: 400, options: { ...corner, text: '{' } },
  { title: 'that is empty', status: 400, options: { ...corner, text: '' } },
  { title: 'with another operation', status: 400, options: { ...corner, fields: { operation: 'release' } } },
  { title: 'with a booking id of another form', status: 400, options: { ...corner, fields: { booking_id: "bkg_'" } } },
  { title: 'without an id', status: 400, options: { ...corner, fields: { event_id: undefined } } },
  { title: 'that is too large', status: 413, options: { ...corner, text: ' '.repeat(runs.reads.max_event_bytes + 1) } },
];

const ignored: typeof refused = [
  { title: 'an unknown booking', status: 204, options: { ...corner, fields: { booking_id: `bkg_${'0'.repeat(32)}` } } },
  { title: 'an unknown organization', status: 204, options: { ...corner, fields: { organization_id: 'org_nowhere' } } },
  { title: 'a booking of another supplier', status: 204, options: { secret: secrets.cellar, supplier: 'cellar' } },
  { title: 'a booking of the other mode', status: 204, options: { ...corner, fields: { livemode: true } } },
];

/**
 * Events that change nothing: forged, old, malformed, of another supplier or about bookings that are not the supplier's (PRV-4).
 */
describe.each(engines)('a refused event, on %s', (engine) => {
  it('PRV-4: refused and ignored events change nothing, and the log contains no secret', async () => {
    const lines: string[] = [];
    const opened = await openHostile(engine, {
      log: createLog({ destination: { write: (line: string) => void lines.push(line) } }),
    });
    await using world = opened.world;
    const { booking } = opened;
    for (const { title, status, options } of [...refused, ...ignored]) {
      const response = await sendEvent(world, booking, options);
      expect(`${title}: ${response.status}`).toBe(`${title}: ${status}`);
      await checkResponse(response);
    }
    // A signature covers the bytes: those of another event have another one.
    const stolen = signEvent(secrets.corner, '{}', Math.floor(world.clock.now().getTime() / 1000));
    expect((await sendEvent(world, booking, { signature: stolen })).status).toBe(401);
    expect(await world.store.findNextRead()).toBeNull();
    await world.clock.advance(60_000);
    expect(await statusOf(world, booking)).toBe('confirmed');
    expect(lines.join('')).not.toMatch(/secret of/);
    // The genuine event is accepted by the same world.
    expect((await sendEvent(world, booking, corner)).status).toBe(204);
    await world.clock.advance(60_000);
    expect(await statusOf(world, booking)).toBe('cancelled');
  });

  it('PRV-4: an event names its organization, so a supplier reaches no booking of another one by its id', async () => {
    const { world: opened, booking } = await openHostile(engine);
    await using world = opened;
    const other = await world.addOrganization();
    const fields = { organization_id: other.organization_id };
    expect((await sendEvent(world, booking, { ...corner, fields })).status).toBe(204);
    expect(await world.store.findNextRead()).toBeNull();
  });

  it('PRV-4: a supplier over its limit of events takes nothing from another supplier', async () => {
    const { world: opened, booking } = await openHostile(engine);
    await using world = opened;
    const unknown = { ...corner, fields: { booking_id: `bkg_${'0'.repeat(32)}` } };
    for (let sent = 0; sent < runs.reads.events_per_minute; sent += 100) {
      const statuses = await Promise.all(
        Array.from({ length: 100 }, async () => (await sendEvent(world, booking, unknown)).status),
      );
      expect(new Set(statuses)).toEqual(new Set([204]));
    }
    const limited = await sendEvent(world, booking, corner);
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '60']);
    await checkResponse(limited);
    // A forged event does not count.
    expect((await sendEvent(world, booking, { secret: 'forged' })).status).toBe(401);
    expect((await sendEvent(world, booking, { secret: secrets.cellar, supplier: 'cellar' })).status).toBe(204);
    await world.clock.advance(60_000);
    expect((await sendEvent(world, booking, corner)).status).toBe(204);
  });
});
