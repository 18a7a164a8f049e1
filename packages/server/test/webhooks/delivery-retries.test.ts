/**
 * The retries of a delivery, and the timeout of an attempt.
 *
 * @module-tag slow
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTcpServer } from 'node:net';
import { createVerifier } from '@booking-service/webhooks';
import { describe, expect, it } from 'vitest';
import { openSqliteStore } from '../../src/index.ts';
import { noObserver, type Reports } from '../../src/log/observer.ts';
import { openWebhookEndpoint, openWorld, type ReceivedWebhook, testSealing, type World } from '../../src/testing.ts';
import { engines, openWorldOn } from '../support/engines.ts';
// @boundaries-ignore receivers and proxies of tests come from one place
import { listenOnLoopback } from '../../../kernel/test/support/network/listen-on-loopback.ts';
import { newBooking } from '../support/new-booking.ts';
import { pendingProvider } from '../support/providers.ts';
// @boundaries-ignore a private part of the kernel
import { connectionsThrough } from '../../../kernel/src/send/kept-connections.ts';
// @boundaries-ignore a private part of the kernel
import { safePost } from '../../../kernel/src/send/safe-post.ts';
// @boundaries-ignore receivers and proxies of tests come from one place
import { openRawReceiver } from '../../../kernel/test/support/network/raw-receiver.ts';

const start = new Date('2026-11-21T09:30:00.000Z');
const request = newBooking();

/** Advances time second by second. Returns the seconds since the start at which webhooks arrived. */
async function secondsOfAttempts({ clock, endpoint }: World, seconds: number): Promise<number[]> {
  const times: number[] = [];
  for (let second = 0; second < seconds; second += 1) {
    const before = endpoint.received.length;
    await clock.advance(1_000);
    for (let count = before; count < endpoint.received.length; count += 1) {
      times.push((clock.now().getTime() - start.getTime()) / 1000);
    }
  }
  return times;
}

function timestampOf({ headers }: ReceivedWebhook): number {
  return Number(/^t=(\d+),/.exec(headers.get('service-signature') ?? '')?.[1]);
}

describe('retries', () => {
  it.each(engines)(
    'DLV-5 DLV-6 DLV-8 SIG-4: makes four attempts after 30 s, 2 min and 10 min, with the same bytes and a new signature (%s)',
    async (engine) => {
      await using world = await openWorldOn(engine, { providers: [pendingProvider] });
      world.endpoint.responses.push(500, 500, 500, 500);
      await world.call('POST', '/v1/bookings', { body: request });
      const times = await secondsOfAttempts(world, 30 + 30 + 120 + 600);
      expect(times).toEqual([30, 60, 180, 780]);

      await world.clock.advance(3_600_000);
      const { received } = world.endpoint;
      expect(received).toHaveLength(4);
      expect(new Set(received.map(({ text }) => text)).size).toBe(1);
      expect(new Set(received.map(({ event }) => event.id)).size).toBe(1);
      expect(received.map(timestampOf)).toEqual(times.map((seconds) => start.getTime() / 1000 + seconds));
      for (const [index, { text, headers }] of received.entries()) {
        const now = () => new Date(start.getTime() + (times[index] ?? 0) * 1000);
        const verifier = createVerifier({ secrets: [world.organization.signing_secret], tolerance: 0, clock: { now } });
        expect(verifier.check(text, headers.get('service-signature'))).toMatchObject({ ok: true });
      }
    },
  );

  it('DLV-10: reports how long after its event a webhook arrived, and nothing for a resend', async () => {
    const arrived: (number | undefined)[] = [];
    const observer = {
      ...noObserver,
      attempted: (report: Reports['attempted']) => arrived.push(report.arrived_after_ms),
    };
    await using world = await openWorld({ providers: [pendingProvider], observer });
    world.endpoint.responses.push(500, 204);
    await world.call('POST', '/v1/bookings', { body: request });
    await world.clock.advance(60_000);
    expect(arrived).toEqual([undefined, 60_000]);
    const { store, clock, organization } = world;
    const { organization_id } = organization;
    const { rows } = await store.listDeliveries({ organization_id, limit: 1 });
    await store.resendDelivery({ organization_id, id: rows[0]?.id ?? '' }, clock.now());
    await clock.advance(30_000);
    expect(arrived).toEqual([undefined, 60_000, undefined]);
  });

  it('DLV-5: makes no attempt after a success', async () => {
    await using world = await openWorld({ providers: [pendingProvider] });
    world.endpoint.responses.push(500, 503, 204);
    await world.call('POST', '/v1/bookings', { body: request });
    await world.clock.advance(3_600_000);
    expect(world.endpoint.received).toHaveLength(3);
  });

  it('DLV-8: counts the delay from the end of the failed attempt and retries at the next tick', async () => {
    const times: number[] = [];
    const seconds = () => (world.clock.now().getTime() - start.getTime()) / 1000;
    await using closing = new AsyncDisposableStack();
    const server = createServer((_req, res) => {
      times.push(seconds());
      // Each attempt takes 5 s by the clock of the world.
      void world.clock.advance(5_000).then(() => res.writeHead(500).end());
    });
    closing.defer(() => void server.close());
    const url = await listenOnLoopback(server);
    await using world = await openWorld({
      providers: [pendingProvider],
      organization: { webhook_url: `${url}/` },
    });
    await world.call('POST', '/v1/bookings', { body: request });
    for (let minute = 0; minute < 15; minute += 1) await world.clock.advance(60_000);
    // From 30 s: ends at 35, due at 65. From 90 s: ends at 95, due at 215. From 240 s: ends at 245, due at 845.
    expect(times).toEqual([30, 90, 240, 870]);
  });

  it('DLV-5 DLV-6: a failed delivery delays no other delivery of its organization', async () => {
    await using world = await openWorld({ providers: [pendingProvider] });
    world.endpoint.responses.push(500);
    await world.call('POST', '/v1/bookings', { body: request });
    await world.clock.advance(30_000);
    await world.call('POST', '/v1/bookings', { body: request });
    await world.clock.advance(30_000);
    const ids = world.endpoint.received.map(({ event }) => event.id);
    expect(ids).toHaveLength(3);
    expect(new Set(ids).size).toBe(2);
  });

  it('DLV-5: keeps the schedule after a restart', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'booking-service-'));
    await using cleanup = new AsyncDisposableStack();
    cleanup.defer(() => rm(folder, { recursive: true }));
    const store = openSqliteStore(folder, { sealing: testSealing });
    await using world = await openWorld({ store, providers: [pendingProvider] });
    world.endpoint.responses.push(500, 500, 500, 500);
    await world.call('POST', '/v1/bookings', { body: request });
    await world.clock.advance(60_000);
    expect(world.endpoint.received).toHaveLength(2);
    await store[Symbol.asyncDispose]();

    const reopened = cleanup.use(openSqliteStore(folder, { sealing: testSealing }));
    await using later = await openWorld({ store: reopened, providers: [pendingProvider], start: world.clock.now() });
    await later.clock.advance(119_000);
    expect(world.endpoint.received).toHaveLength(2);
    await later.clock.advance(1_000);
    expect(world.endpoint.received).toHaveLength(3);
    await later.clock.advance(3_600_000);
    expect(world.endpoint.received).toHaveLength(4);
  });
});

/** The timeout uses real time, not the clock of the world. These tests share the same ten seconds. */
describe('the timeout', () => {
  it.concurrent('DLV-4: fails after 10 s without a response, and retries', async () => {
    await using other = await openWebhookEndpoint();
    await using world = await openWorld({ providers: [pendingProvider] });
    const neighbour = await world.addOrganization({ webhook_url: other.url });
    world.endpoint.responses.push('hang');
    await world.call('POST', '/v1/bookings', { body: request });
    await world.call('POST', '/v1/bookings', { body: request, key: neighbour.keys.test });
    await world.clock.advance(30_000);
    expect(world.endpoint.received).toHaveLength(1);
    expect(other.received).toHaveLength(1);
    await world.clock.advance(30_000);
    expect(world.endpoint.received).toHaveLength(2);
    expect(other.received).toHaveLength(1);
  });

  it.concurrent('DLV-4: fails a 200 whose body takes longer than 10 s', async () => {
    let requests = 0;
    const trickling = createServer((_req, res) => {
      requests += 1;
      res.writeHead(200);
      const drops = setInterval(() => res.write('.'), 100);
      res.once('close', () => clearInterval(drops));
      if (requests > 1) res.end();
    });
    await using closing = new AsyncDisposableStack();
    closing.defer(() => void trickling.close());
    const url = await listenOnLoopback(trickling);
    await using world = await openWorld({
      providers: [pendingProvider],
      organization: { webhook_url: `${url}/` },
    });
    await world.call('POST', '/v1/bookings', { body: request });
    await world.clock.advance(30_000);
    expect(requests).toBe(1);
    await world.clock.advance(900_000);
    expect(requests).toBe(2);
  });

  it.concurrent('DLV-4: fails if the webhook proxy does not respond within 10 s, and closes the connection', async () => {
    const closed = Promise.withResolvers<void>();
    const hanging = createTcpServer((socket) => {
      socket.on('error', () => undefined).once('close', () => closed.resolve());
      socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\n'));
    });
    await using closing = new AsyncDisposableStack();
    closing.defer(() => void hanging.close());
    const connections = connectionsThrough(await listenOnLoopback(hanging));
    const url = 'https://93.184.215.14/';
    const result = await safePost({
      url,
      organization_id: 'org_test',
      headers: {},
      body: Buffer.from('{}'),
      allowLoopback: false,
      connections,
    });
    expect(result).toEqual({ error: 'timeout', cause: 'sender_failed', proxy: { error: 'timeout' } });
    await closed.promise;
  });

  it.concurrent.for([
    ['https', 'tls_timeout'],
    ['http', 'response_timeout'],
  ] as const)('DLV-7: the cause of a timeout of a silent receiver over %s is %s', async ([protocol, cause]) => {
    await using receiver = await openRawReceiver(() => undefined);
    const url = receiver.url.replace('http', protocol);
    const result = await safePost({
      url,
      organization_id: 'org_test',
      headers: {},
      body: Buffer.from('{}'),
      allowLoopback: true,
    });
    expect(result).toEqual({ error: 'timeout', cause });
  });
});
