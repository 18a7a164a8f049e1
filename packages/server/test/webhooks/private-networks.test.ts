/** Webhooks to receivers in a private network of one's own: accepted when they are set, and attempted at the address (ORG-6). */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';
import { isIP } from 'node:net';
import { devNull } from 'node:os';
import { expect, it } from 'vitest';
import { findWebhookUrlFault } from '@booking-service/kernel/http';
// @boundaries-ignore a private part of the kernel
import { toPrivateNetworks } from '../../../kernel/src/addresses.ts';
// @boundaries-ignore a private part of the kernel
import { safePost } from '../../../kernel/src/send/safe-post.ts';
// @boundaries-ignore a private part of the kernel
import { createResolve } from '../../../kernel/src/send/webhook-target.ts';
import { createBookingServer } from '../../src/create-booking-server.ts';
import { openWorld } from '../../src/testing/world.ts';
import { newBooking } from '../support/new-booking.ts';
// @boundaries-ignore receivers and proxies of tests come from one place
import { startNameServer } from '../../../kernel/test/support/network/name-server.ts';

/**
 * Lists the addresses that requests of this process connect to, other than 127.0.0.1, and ends each connection at once: the test
 * needs no private network.
 */
function watchConnections(): Disposable & { readonly tried: readonly string[] } {
  const tried: string[] = [];
  const onCreated = (message: unknown): void => {
    // Node publishes each new request.
    const { request } = message as { readonly request: ClientRequest };
    // The calls of the test itself, when Prism's proxy passes them on.
    if (request.host === '127.0.0.1') return;
    const note = (address: string): void => {
      tried.push(address);
      // Node still uses the socket in this turn of the event loop.
      setImmediate(() => request.destroy(new Error('The test ends this connection.')));
    };
    request.once('socket', (socket) => {
      // A connection to an address literal begins before this event.
      if (isIP(request.host) !== 0) note(request.host);
      else socket.once('connectionAttempt', note);
    });
  };
  subscribe('http.client.request.created', onCreated);
  return { tried, [Symbol.dispose]: () => void unsubscribe('http.client.request.created', onCreated) };
}

it('ORG-6: accepts a name in a listed network when it is set, and connects to its address; refuses a name outside', async () => {
  const addresses: Readonly<Record<string, string>> = { 'inside.test': '10.1.0.5', 'outside.test': '10.2.0.5' };
  await using server = await startNameServer(({ name, type }) => {
    const data = addresses[name];
    return type === 'A' && data !== undefined ? { records: [{ type: 'A', data }] } : {};
  });
  using connections = watchConnections();
  const rules = {
    allowLoopback: false,
    privateNetworks: toPrivateNetworks(['10.1.0.0/16']),
    resolve: createResolve({ servers: [server.address], hostsFile: devNull }),
  };
  const post = (url: string) =>
    safePost({ url, organization_id: 'org_test', headers: {}, body: Buffer.from('{}'), ...rules });

  expect(await findWebhookUrlFault('https://inside.test/', rules)).toBeUndefined();
  expect(await post('https://inside.test/')).toMatchObject({ error: 'connection' });
  expect(connections.tried).toEqual(['10.1.0.5']);

  const fix = 'Use an https URL with a public address, or with one in a private network that this service allows.';
  expect(await findWebhookUrlFault('https://outside.test/', rules)).toBe(
    `Webhooks are not sent to https://outside.test/ (10.2.0.5). ${fix}`,
  );
  expect(await post('https://outside.test/')).toEqual({ error: 'address_refused', cause: 'address_refused' });
  expect(await post('http://inside.test:443/')).toEqual({ error: 'address_refused', cause: 'address_refused' });
  expect(connections.tried).toEqual(['10.1.0.5']);
});

it('ORG-6: a service attempts its deliveries in the listed network only', async () => {
  using connections = watchConnections();
  await using world = await openWorld({ allowLoopbackWebhooks: false, webhookPrivateNetworks: ['10.1.0.0/16'] });
  const { organization_id } = world.organization;
  for (const host of ['10.2.0.5', '10.1.0.5']) {
    await world.store.setWebhookUrl(organization_id, `https://${host}/webhooks`);
    const created = await world.call('POST', '/v1/bookings', {
      body: newBooking(),
      headers: { 'Idempotency-Key': host },
    });
    expect(created.status).toBe(201);
    await world.clock.advance(30_000);
  }
  expect(new Set(connections.tried)).toEqual(new Set(['10.1.0.5']));
});

it('ORG-6: a service does not start with a network that is not private', async () => {
  await using world = await openWorld();
  const options = { store: world.store, suppliers: [], webhookPrivateNetworks: ['8.8.8.0/24'] };
  expect(() => createBookingServer(options)).toThrow('of webhooks must be at most 20 networks within 10.0.0.0/8');
});

// Forbidden webhook addresses are refused when the URL is set and at every attempt (ORG-6).

const hostile = {
  'plain http': ['http://93.184.215.14/', 'http://[2606:2800:220:1:248:1893:25c8:1946]/'],
  'another scheme': ['ftp://93.184.215.14/', 'file:///etc/passwd', 'gopher://127.0.0.1:25/', 'ws://93.184.215.14/'],
  loopback: ['https://127.0.0.1/', 'https://localhost/', 'https://[::1]/', 'https://127.255.255.254:8443/'],
  unspecified: ['https://0.0.0.0/', 'https://[::]/', 'https://0/'],
  private: ['https://10.0.0.1/', 'https://172.16.0.1/', 'https://192.168.1.1/', 'https://[fc00::1]/'],
  'link-local': ['https://169.254.10.10/', 'https://[fe80::1]/'],
  metadata: ['https://169.254.169.254/latest/meta-data/', 'https://[fd00:ec2::254]/', 'https://168.63.129.16/'],
  'carrier-grade NAT': ['https://100.64.0.1/', 'https://100.127.255.255/'],
  'v4-mapped IPv6': ['https://[::ffff:10.0.0.1]/', 'https://[::ffff:a00:1]/', 'https://[::ffff:169.254.169.254]/'],
  '6to4': ['https://[2002:a00:1::]/', 'https://[2002:7f00:1::1]/'],
  NAT64: ['https://[64:ff9b::a00:1]/', 'https://[64:ff9b:1::a00:1]/'],
  'decimal hosts': ['https://167772161/', 'https://2130706433/', 'https://2852039166/'],
  'octal hosts': ['https://012.0.0.1/', 'https://0300.0250.1.1/', 'https://017700000001/'],
  'hexadecimal hosts': ['https://0x7f.1/', 'https://0x7f000001/', 'https://0xa9fea9fe/'],
  'short hosts': ['https://127.1/', 'https://10.1/'],
  userinfo: ['https://user@93.184.215.14/', 'https://user:word@93.184.215.14/', 'https://93.184.215.14%40@10.0.0.1/'],
  documentation: ['https://192.0.2.1/', 'https://198.51.100.1/', 'https://[2001:db8::1]/'],
  'multicast and reserved': ['https://224.0.0.1/', 'https://255.255.255.255/', 'https://[ff02::1]/'],
};

const body = Buffer.from('{}');
const rows = Object.entries(hostile).flatMap(([kind, urls]) => urls.map((url) => ({ kind, url })));

it.each(rows)('ORG-6: refuses $url ($kind) when it is set and at an attempt', async ({ url }) => {
  expect(await findWebhookUrlFault(url, { allowLoopback: false })).toMatch(/^[^\n]+\.$/);
  expect(await safePost({ url, organization_id: 'org_test', headers: {}, body, allowLoopback: false })).toEqual({
    error: 'address_refused',
    cause: 'address_refused',
  });
});
