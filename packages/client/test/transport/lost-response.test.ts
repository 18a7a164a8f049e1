import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { openWorld } from '@booking-service/server/testing';
import { newBooking } from '../support/fixtures.ts';
import { openClient } from '../support/open-client.ts';
import { createTestTime } from '../support/test-time.ts';

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
  const apiKey = world.organization.keys.test;
  const { id } = await openClient({ apiKey, baseUrl: world.url }).bookings.create(newBooking());
  await using way = await openLossyWay(world.url);
  const client = openClient({ apiKey, baseUrl: way.url });

  const { error } = await client.bookings.cancel(id).result();
  expect(error).toMatchObject({ name: 'ConnectionError', effect: 'unknown', attempts: { length: 1 } });
  expect(await client.bookings.get(id)).toMatchObject({ status: 'cancelled' });
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
