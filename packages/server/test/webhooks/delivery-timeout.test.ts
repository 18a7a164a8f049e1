/** The timeout of an attempt uses real time, not the clock of the world. The tests of this file share the same ten seconds. */
import { createServer } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { it } from 'vitest';
// @boundaries-ignore a private part of the kernel
import { connectionsThrough } from '../../../kernel/src/send/kept-connections.ts';
// @boundaries-ignore a private part of the kernel
import { safePost } from '../../../kernel/src/send/safe-post.ts';
import { openWebhookEndpoint, openWorld } from '../../src/testing.ts';
// @boundaries-ignore receivers and proxies of tests come from one place
import { listenOnLoopback } from '../../../kernel/test/support/network/listen-on-loopback.ts';
// @boundaries-ignore receivers and proxies of tests come from one place
import { openRawReceiver } from '../../../kernel/test/support/network/raw-receiver.ts';
import { newBooking } from '../support/new-booking.ts';
import { pendingProvider } from '../support/providers.ts';

const request = newBooking();

it.concurrent('DLV-4: fails after 10 s without a response, and retries', async ({ expect }) => {
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

it.concurrent('DLV-4: fails a 200 whose body takes longer than 10 s', async ({ expect }) => {
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

it.concurrent('DLV-4: fails if the webhook proxy does not respond within 10 s, and closes the connection', async ({
  expect,
}) => {
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
] as const)(
  'DLV-7: the cause of a timeout of a silent receiver over %s is %s',
  async ([protocol, cause], { expect }) => {
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
  },
);
