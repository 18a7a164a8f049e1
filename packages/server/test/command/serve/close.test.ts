/** Closes a server while requests and runs are in progress. */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Booking, VenueList } from '@booking-service/contract';
import { expect, it } from 'vitest';
import { createOrganization } from '../../../src/admin/organizations/create-organization.ts';
import { createBookingServer, createSandboxProvider, openSqliteStore, type Provider } from '../../../src/index.ts';
import { createLog } from '../../../src/log/log.ts';
import type { Outcome } from '../../../src/providers/provider.ts';
import { bothSides, createManualClock, testSealing } from '../../../src/testing.ts';
import { call } from '../../support/processes/server-process.ts';
import { openRaw, toRequest } from '../../support/raw/raw-http.ts';
import { newBooking } from '../../support/new-booking.ts';

const start = new Date('2026-11-21T09:30:00.000Z');
const request = newBooking({ date: '2026-11-22' });
const noGrace = { grace_seconds: 0 };

/** A server that a test closes itself. */
async function openServer(overrides: Partial<Provider>) {
  await using opened = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'booking-service-'));
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  const store = opened.use(openSqliteStore(folder, { sealing: testSealing }));
  const clock = createManualClock(start);
  const lines: Record<string, unknown>[] = [];
  const log = createLog({
    destination: { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) },
  });
  const suppliers = [bothSides({ ...createSandboxProvider({ clock }), ...overrides })];
  const server = createBookingServer({ store, clock, log, suppliers });
  opened.defer(() => server.close(noGrace));
  const { url } = await server.listen({ host: '127.0.0.1', port: 0 });
  const { keys, organization_id } = await createOrganization(store, { name: 'Diner', webhook_url: null }, start);
  const running = opened.move();
  return {
    url,
    keys,
    organization_id,
    server,
    store,
    clock,
    lines,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/** A call to the provider that returns only after `end`. `begun` resolves when it starts. */
function gated<T>() {
  const begun = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<T>();
  const invoke = () => {
    begun.resolve();
    return gate.promise;
  };
  return { invoke, begun: begun.promise, end: gate.resolve };
}

it('finishes a request in progress, as the last one of its connection, and then accepts no new ones', async () => {
  const search = gated<VenueList>();
  await using service = await openServer({ searchVenues: search.invoke });
  const response = call(service, 'POST /v1/venues/search', { body: {} });
  await search.begun;
  const closing = service.server.close();
  const isRefused = () => call(service, 'GET /v1/nothing').catch((error: Error) => error.message);
  await expect.poll(isRefused).toBe('fetch failed');
  search.end({ object: 'list', data: [], has_more: false, next_cursor: null });
  const { status, headers } = await response;
  expect({ status, connection: headers.get('connection') }).toEqual({ status: 200, connection: 'close' });
  await closing;
});

it('answers a request that arrives on an open connection after the port is closed', async () => {
  await using service = await openServer({});
  const socket = openRaw(service.url);
  socket.write(toRequest('GET /v1/nothing'));
  await once(socket, 'data');
  const closing = service.server.close();
  // The port is closed after a few turns in which no connection came.
  for (let turns = 0; turns < 20; turns += 1) await nextTurn();
  socket.write(toRequest('GET /v1/nothing'));
  const [response] = await once(socket, 'data');
  expect(String(response)).toMatch(/^HTTP\/1\.1 404 [^]*^Connection: close\r$/m);
  await closing;
});

it('cuts a response that takes longer than the grace', async () => {
  const search = gated<VenueList>();
  await using service = await openServer({ searchVenues: search.invoke });
  const response = call(service, 'POST /v1/venues/search', { body: {} }).catch(() => 'cut');
  await search.begun;
  await service.server.close(noGrace);
  expect(await response).toBe('cut');
});

it('STA-12: waits for a provider that responds within the grace', async () => {
  const run = gated<Outcome>();
  await using service = await openServer({ book: run.invoke });
  const { body } = await call<Booking>(service, 'POST /v1/bookings', { body: request });
  const moving = service.clock.advance(2000);
  await run.begun;
  const closing = service.server.close();
  run.end({ outcome: 'confirmed', confirmation_code: 'OWN-1' });
  await Promise.all([closing, moving]);
  expect((await service.store.findBooking({ ...service, id: body.id }))?.booking.status).toBe('confirmed');
});

it('STA-12: releases a run that takes longer than the grace, due immediately, and ignores its late outcome', async () => {
  const run = gated<Outcome>();
  await using service = await openServer({ book: run.invoke });
  const { store, clock, lines } = service;
  const { body } = await call<Booking>(service, 'POST /v1/bookings', { body: request });
  const moving = clock.advance(2000);
  await run.begun;
  await service.server.close(noGrace);
  const claim = { now: clock.now(), lease_until: clock.now(), lease_token: 'lease_next', limit: 1 };
  expect(await store.claimRuns(claim)).toMatchObject([{ booking_id: body.id, attempt: 2 }]);

  const before = lines.length;
  run.end({ outcome: 'confirmed', confirmation_code: 'OWN-1' });
  await moving;
  expect((await store.findBooking({ ...service, id: body.id }))?.booking.status).toBe('processing');
  expect(lines.slice(before)).toEqual([]);
});

it('STA-12: claims no more work, even if more is due', async () => {
  const first = gated<Outcome>();
  let bookCalls = 0;
  const book = () => {
    bookCalls += 1;
    return bookCalls === 1 ? first.invoke() : Promise.reject(new Error('The test allows one call.'));
  };
  await using service = await openServer({ book });
  await call<Booking>(service, 'POST /v1/bookings', { body: request });
  const moving = service.clock.advance(0);
  await first.begun;
  const closing = service.server.close();
  first.end({ outcome: 'pending', retry_after_seconds: 1 });
  await Promise.all([closing, moving]);
  await service.clock.advance(60_000);
  expect(bookCalls).toBe(1);
});

it('is not ready before it listens, while it stops, and after that', async () => {
  const search = gated<VenueList>();
  await using service = await openServer({ searchVenues: search.invoke });
  const messages = async () => (await service.server.health()).not_ready.map(({ message }) => message);
  expect(await messages()).toEqual([]);
  const response = call(service, 'POST /v1/venues/search', { body: {} });
  await search.begun;
  const closing = service.server.close();
  expect(await messages()).toEqual(['The server is stopping.']);
  search.end({ object: 'list', data: [], has_more: false, next_cursor: null });
  await Promise.all([response, closing]);
  expect(await messages()).toEqual(['The server is not listening.']);
});
