import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { errorCatalogue, idempotency, type OperationId, operationTable } from '@booking-service/contract';
import { openWorld } from '@booking-service/server/testing';
import { exampleCalls } from '../generated/example-calls.ts';
import * as conducts from '../support/conducts.ts';
import { newBooking, openClient, openRawClient } from '../support/open-client.ts';
import { type Conduct, openHostileServer } from '../support/hostile-server.ts';
import { createTestTime } from '../support/test-time.ts';

const apiKey = 'sk_test_planted_retries_key';
const id = 'bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1';
const ids = Object.keys(operationTable) as OperationId[];

async function attemptsUnder(operation: OperationId, ...conducted: [Conduct, ...Conduct[]]) {
  const time = createTestTime();
  await using server = await openHostileServer(...conducted);
  const { url: baseUrl } = server;
  const client = openClient({ apiKey, baseUrl, clock: time.clock, logger: time.logger, random: () => 1 });
  const error: unknown = await Promise.resolve(exampleCalls[operation](client)).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return { received: server.received, error, waits: time.waits };
}

describe.each(ids)('%s', (operation) => {
  const { repeatable } = operationTable[operation];

  it('is retried exactly after the codes that the contract lists', async () => {
    for (const [code, row] of Object.entries(errorCatalogue)) {
      if (!('status' in row)) continue;
      const older = row.stands_in.some((place) => place === 'error');
      const refused = older ? conducts.olderRefusal(row.status, code) : conducts.refusal(row.status, code);
      const mayPass = row.retry !== 'never';
      const nothingHappened = !('effect' in row);
      const { received, error } = await attemptsUnder(operation, refused);
      expect({ code, attempts: received.length }).toEqual({
        code,
        attempts: mayPass && (repeatable || nothingHappened) ? 4 : 1,
      });
      expect({ code, error }).toMatchObject({
        error: { code, status: row.status, operation, effect: mayPass && !nothingHappened ? 'unknown' : 'none' },
      });
    }
  });

  it.each([
    ['a reset', conducts.reset],
    ['half a body', conducts.halfBody],
    ['an empty 500', conducts.empty500],
    ['an HTML 502', conducts.html502],
    ['an unknown code with a 5xx', conducts.refusal(500, 'later_code')],
  ] as const)(`is sent again after %s only if it is repeatable: ${repeatable}`, async (_, conduct) => {
    const { received, error } = await attemptsUnder(operation, conduct);
    expect(received).toHaveLength(repeatable ? 4 : 1);
    expect(error).toMatchObject({ effect: 'unknown' });
  });

  it('is retried after a 429 with an unknown code, because nothing happened', async () => {
    const { received, error } = await attemptsUnder(operation, conducts.refusal(429, 'later_code'));
    expect(received).toHaveLength(4);
    expect(error).toMatchObject({ code: 'later_code', effect: 'none' });
  });

  it('sends one idempotency key with all attempts if the contract has one, and otherwise none', async () => {
    const { received } = await attemptsUnder(operation, conducts.refusal(429, 'later_code'));
    const keys = received.map(({ headers }) => headers.get(idempotency.header));
    const expected = idempotency.operations.some((each) => each === operation) ? /^[0-9a-f-]{36}$/ : /^null$/;
    expect(String(keys[0])).toMatch(expected);
    expect(new Set(keys).size).toBe(1);
    expect(new Set(received.map(({ body, method, path }) => `${method} ${path} ${body}`)).size).toBe(1);
  });
});

it('waits a random part of a doubling span', async () => {
  const { waits } = await attemptsUnder('getBooking', conducts.html502);
  expect(waits).toEqual([500, 1_000, 2_000]);
});

it('retries every operation if the connection was refused', async () => {
  const time = createTestTime();
  const { url, ...server } = await openHostileServer(conducts.reset);
  await server[Symbol.asyncDispose]();
  const client = openClient({ apiKey, baseUrl: url, clock: time.clock, logger: time.logger });
  const { error } = await client.bookings.cancel(id).result();
  expect(error).toMatchObject({ name: 'ConnectionError', effect: 'none' });
  expect(error?.message).toMatch(/ECONNREFUSED 127\.0\.0\.1/);
  expect(error?.attempts).toHaveLength(4);
});

it('generates a key for each create and never changes the caller’s key', async () => {
  const time = createTestTime();
  await using server = await openHostileServer(conducts.html502, conducts.aBooking({}, 201));
  const options = { apiKey, baseUrl: server.url, clock: time.clock, logger: time.logger };
  const client = openClient(options);
  const raw = openRawClient(options);
  const made = await client.bookings.create(newBooking()).withResponse();
  await client.bookings.create(newBooking());
  await client.bookings.create(newBooking(), { idempotencyKey: 'mine' });
  await raw.POST('/v1/bookings', { body: newBooking(), params: { header: { 'Idempotency-Key': 'also mine' } } });
  await raw.POST('/v1/bookings', { body: newBooking(), idempotencyKey: 'beside the body' });
  const keys = server.received.map(({ headers }) => headers.get('Idempotency-Key'));
  expect(keys[0]).toBe(keys[1]);
  expect(made.idempotencyKey).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
  expect(keys.slice(3)).toEqual(['mine', 'also mine', 'beside the body']);
});

it('sends a call once if retries is 0', async () => {
  const time = createTestTime();
  await using server = await openHostileServer(conducts.html502);
  const client = openClient({ apiKey, baseUrl: server.url, clock: time.clock, logger: time.logger, retries: 0 });
  await expect(client.bookings.get(id)).rejects.toMatchObject({ attempts: [{ status: 502, wait_ms: undefined }] });
  await expect(client.bookings.get(id, { retries: 2 })).rejects.toMatchObject({ attempts: { length: 3 } });
});

it('creates one booking if the first response is lost after the commit', async () => {
  await using world = await openWorld();
  await using way = await openLossyWay(world.url);
  const time = createTestTime({ onWait: async (ms) => world.clock.advance(ms) });
  const { clock, logger } = time;
  const client = openClient({ apiKey: world.organization.keys.test, baseUrl: way.url, clock, logger });

  const { data, response, attempts, idempotencyKey } = await client.bookings.create(newBooking()).withResponse();
  expect(way.lost).toEqual([expect.stringMatching(/^HTTP\/1\.1 201 /)]);
  expect(attempts.map(({ error, status }) => error ?? status)).toEqual(['ConnectionError', 200]);
  expect(response.headers.get('Idempotent-Replayed')).toBe('true');
  expect(idempotencyKey).toBeDefined();

  await world.clock.advance(60_000);
  const created = world.endpoint.received.filter(({ event }) => event.type === 'booking.created');
  expect(created.map(({ event }) => event.data.object.id)).toEqual([data.id]);
});

it('does not retry a cancel whose response is lost and reports an unknown effect', async () => {
  await using world = await openWorld();
  const { test } = world.organization.keys;
  const booking = await openClient({ apiKey: test, baseUrl: world.url }).bookings.create(newBooking());
  await using way = await openLossyWay(world.url);
  const client = openClient({ apiKey: test, baseUrl: way.url });

  const { error } = await client.bookings.cancel(booking.id).result();
  expect(error).toMatchObject({ name: 'ConnectionError', effect: 'unknown', attempts: { length: 1 } });
  expect(await client.bookings.get(booking.id)).toMatchObject({ status: 'cancelled' });
});

interface LossyWay extends AsyncDisposable {
  readonly url: string;
  /** The lost responses, as the service sent them. */
  readonly lost: readonly string[];
}

/** A proxy that loses the first response: it closes the connection when the response arrives, after the commit. */
async function openLossyWay(to: string): Promise<LossyWay> {
  const lost: string[] = [];
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    return socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  };
  const server = createServer((client) => {
    const { hostname, port } = new URL(to);
    const service = keep(connect(Number(port), hostname));
    keep(client).pipe(service);
    service.on('data', (bytes) => {
      if (lost.length > 0) client.write(bytes);
      else {
        lost.push(bytes.toString());
        client.resetAndDestroy();
        service.destroy();
      }
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    lost,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((done) => server.close(done));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
