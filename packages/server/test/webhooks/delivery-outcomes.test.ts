/**
 * The outcome of an attempt: which responses count as delivered (DLV-4, DLV-8, DLV-15), and the cause without a response (DLV-7).
 */
import { createServer, type RequestListener } from 'node:http';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { delivery as contract } from '@booking-service/contract';
import { pino } from 'pino';
import { openWorld } from '../../src/testing.ts';
// @boundaries-ignore receivers and proxies of tests come from one place
import { listenOnLoopback } from '../../../kernel/test/support/network/listen-on-loopback.ts';
import { newBooking } from '../support/new-booking.ts';
import { pendingProvider } from '../support/providers.ts';
import { engines, openWorldOn } from '../support/engines.ts';
// @boundaries-ignore receivers and proxies of tests come from one place
import { openRawReceiver } from '../../../kernel/test/support/network/raw-receiver.ts';
import { emptyStore, readDeliveries } from '../support/databases.ts';
import { createMetrics } from '../../src/admin/metrics/metrics.ts';

const request = newBooking();

/** Opens a server on loopback that responds with `respond` and keeps its requests. */
async function openServer(respond: RequestListener): Promise<{ url: string; requests: string[] } & AsyncDisposable> {
  const requests: string[] = [];
  const server = createServer((req, res) => {
    requests.push(`${req.method} ${req.url}`);
    req.resume().once('end', () => respond(req, res));
  });
  const url = await listenOnLoopback(server);
  return {
    url: `${url}/hook`,
    requests,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((done) => server.close(done));
      server.closeAllConnections();
      await closed;
    },
  };
}

describe('the response', () => {
  it.each([200, 201, 204, 299])('DLV-4: counts %i as success and does not retry', async (status) => {
    await using world = await openWorld({ providers: [pendingProvider] });
    world.endpoint.responses.push(status);
    await world.call('POST', '/v1/bookings', { body: request });
    await world.clock.advance(900_000);
    expect(world.endpoint.received).toHaveLength(1);
  });

  it.each([300, 304, 400, 404, 410, 429, 500, 503, 599])('DLV-4: counts %i as failure and retries', async (status) => {
    await using world = await openWorld({ providers: [pendingProvider] });
    world.endpoint.responses.push(status);
    await world.call('POST', '/v1/bookings', { body: request });
    await world.clock.advance(60_000);
    expect(world.endpoint.received).toHaveLength(2);
    await world.clock.advance(900_000);
    expect(world.endpoint.received).toHaveLength(2);
  });

  it.each([301, 302, 303, 307, 308])('DLV-8: counts a %i as failure and does not follow it', async (status) => {
    await using server = await openServer((_req, res) => res.writeHead(status, { Location: '/elsewhere' }).end());
    await using world = await openWorld({ providers: [pendingProvider], organization: { webhook_url: server.url } });
    await world.call('POST', '/v1/bookings', { body: request });
    await world.clock.advance(900_000);
    expect(server.requests).toEqual(['POST /hook', 'POST /hook', 'POST /hook', 'POST /hook']);
  });

  it.each<[string, RequestListener]>([
    ['a connection that closes before the response', (req) => req.socket.destroy()],
    [
      'a connection that closes during a 200',
      (req, res) => {
        res.writeHead(200, { 'Content-Length': 100 });
        res.write('half', () => req.socket.destroy());
      },
    ],
    ['a response that is not HTTP', (req) => req.socket.end('SMTP ready\r\n')],
    [
      'a switch of protocols',
      (req) => req.socket.end('HTTP/1.1 101 Odd\r\nConnection: Upgrade\r\nUpgrade: odd\r\n\r\n'),
    ],
    ['a status below 100', (req) => req.socket.end('HTTP/1.1 099 Odd\r\nContent-Length: 0\r\n\r\n')],
  ])('DLV-4: counts %s as failure and retries', async (_name, respond) => {
    await using server = await openServer(respond);
    await using world = await openWorld({ providers: [pendingProvider], organization: { webhook_url: server.url } });
    await world.call('POST', '/v1/bookings', { body: request });
    await world.clock.advance(60_000);
    expect(server.requests).toHaveLength(2);
  });

  it('DLV-4: counts a refused connection as failure and retries', async () => {
    const gone = await openServer((_req, res) => res.end());
    await gone[Symbol.asyncDispose]();
    await using world = await openWorld({ providers: [pendingProvider], organization: { webhook_url: gone.url } });
    await world.call('POST', '/v1/bookings', { body: request });
    await world.clock.advance(30_000);
    expect(world.endpoint.received).toEqual([]);
    await world.store.setWebhookUrl(world.organization.organization_id, world.endpoint.url);
    await world.clock.advance(29_999);
    expect(world.endpoint.received).toEqual([]);
    await world.clock.advance(1);
    expect(world.endpoint.received).toHaveLength(1);
  });

  it('DLV-8: cuts off a body that does not end and counts its 200', async () => {
    const cut = Promise.withResolvers<void>();
    await using server = await openServer((_req, res) => {
      res.once('close', cut.resolve);
      const chunk = Buffer.alloc(16 * 1024, 'x');
      const more = () => {
        while (!res.destroyed && res.write(chunk));
        if (!res.destroyed) res.once('drain', more);
      };
      more();
    });
    await using world = await openWorld({ providers: [pendingProvider], organization: { webhook_url: server.url } });
    await world.call('POST', '/v1/bookings', { body: request });
    await world.clock.advance(900_000);
    await cut.promise;
    expect(server.requests).toHaveLength(1);
  });

  describe.each(engines)('%s', (engine) => {
    it.each([
      ['a 204 with a body', 'HTTP/1.1 204 No Content\r\nContent-Length: 2\r\n\r\nok', 204],
      ['a body longer than its length', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok and more', 200],
    ])('DLV-15: %s is recorded with its status and not sent again', async (_kind, response, status) => {
      const requests: string[] = [];
      await using receiver = await openRawReceiver((socket, text) => {
        requests.push(text);
        socket.write(response);
      });
      await using world = await openWorldOn(engine, { providers: [pendingProvider] });
      await world.store.setWebhookUrl(world.organization.organization_id, receiver.url);
      await world.call('POST', '/v1/bookings', { body: newBooking() });
      await world.clock.advance(900_000);
      const [delivery] = await readDeliveries(world.store);
      expect(delivery).toMatchObject({ state: 'succeeded', attempts: [{ attempt: 1, status, error: null }] });
      expect(requests).toHaveLength(1);
    });

    it('DLV-15: two organizations with the same URL share no connection', async () => {
      const stray = 'HTTP/1.1 500 Stray\r\nContent-Length: 0\r\n\r\n';
      const noContent = 'HTTP/1.1 204 No Content\r\n\r\n';
      await using receiver = await openRawReceiver((socket) => {
        // The second request on a connection gets the response that was left of the first one.
        socket.write(served.has(socket) ? stray + noContent : noContent);
        served.add(socket);
      });
      const served = new Set<unknown>();
      await using world = await openWorldOn(engine, { providers: [pendingProvider] });
      const other = await world.addOrganization({ webhook_url: receiver.url });
      await world.store.setWebhookUrl(world.organization.organization_id, receiver.url);
      for (const key of [world.organization.keys.test, other.keys.test]) {
        await world.call('POST', '/v1/bookings', { body: newBooking(), key });
        await world.clock.advance(30_000);
      }
      const deliveries = await readDeliveries(world.store);
      expect(deliveries.map(({ state, attempts }) => [state, attempts.length])).toEqual([
        ['succeeded', 1],
        ['succeeded', 1],
      ]);
    });
  });
});

describe('the cause', () => {
  it.each(engines)('DLV-7: %s keeps the cause of each attempt, and the log and the metrics have it', async (engine) => {
    const responses = ['SMTP ready\r\n', '', 'HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n'];
    await using receiver = await openRawReceiver((socket) => socket.end(responses.shift() ?? ''));
    const lines: Record<string, unknown>[] = [];
    const log = pino({}, { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) });
    const metrics = createMetrics({ store: emptyStore, clock: { now: () => new Date() }, log });
    await using world = await openWorldOn(engine, { providers: [pendingProvider], log, observer: metrics.observer });
    const { store, organization } = world;
    await store.setWebhookUrl(organization.organization_id, receiver.url);
    await world.call('POST', '/v1/bookings', { body: newBooking() });
    await world.clock.advance(240_000);

    const expected = [
      { error: 'connection', cause: 'malformed_response' },
      { error: 'connection', cause: 'connection_reset' },
      { error: null, cause: null, status: 500 },
    ];
    const [delivery] = await readDeliveries(store);
    expect(delivery?.attempts).toMatchObject(expected);
    const { rows } = await store.listDeliveries({ organization_id: organization.organization_id, limit: 10 });
    expect(rows).toMatchObject([{ last_attempt: expected[2] }]);

    const failed = lines.filter(({ msg }) => msg === 'a webhook attempt failed');
    expect(failed.map(({ cause }) => cause)).toEqual(['malformed_response', 'connection_reset', undefined]);
    const text = await metrics.text();
    const counted = text.match(/(?<=^booking_service_delivery_attempt_errors_total\{cause=")\w+"\} [1-9]\d*$/gm);
    expect(counted?.toSorted()).toEqual(['connection_reset"} 1', 'malformed_response"} 1']);
    // Every cause has a series from the start, and no other has one.
    const series = text.match(/(?<=^booking_service_delivery_attempt_errors_total\{cause=")\w+/gm);
    expect(series?.toSorted()).toEqual(Object.keys(contract.attempt_causes).toSorted());
  });

  it('DLV-7: the admin contract lists the causes of delivery.yaml', () => {
    const { components } = createRequire(import.meta.url)('@booking-service/contract/admin.json') as {
      readonly components: { readonly schemas: { readonly AttemptCause: Readonly<Record<string, unknown>> } };
    };
    expect(components.schemas.AttemptCause['x-extensible-enum']).toEqual([
      ...Object.keys(contract.attempt_causes),
      null,
    ]);
  });
});
