/** Webhooks to receivers in a private network of one's own: accepted when they are set, and attempted at the address (ORG-6). */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';
import { isIP } from 'node:net';
import { devNull } from 'node:os';
import { expect, it } from 'vitest';
import { findWebhookUrlFault } from '@booking-service/kernel/http';
import { toPrivateNetworks } from '../../../kernel/src/addresses.ts';
import { safePost } from '../../../kernel/src/send/safe-post.ts';
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
