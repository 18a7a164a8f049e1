/** Receivers that send more than one response to a webhook, seen in the history (DLV-15). */
import { describe, expect, it } from 'vitest';
import { engines, openWorldOn } from '../support/engines.ts';
import { openRawReceiver } from '../support/network/raw-receiver.ts';
import { newBooking } from '../support/new-booking.ts';
import { pendingProvider } from '../support/pending-provider.ts';
import { readDeliveries } from '../support/read-deliveries.ts';

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
