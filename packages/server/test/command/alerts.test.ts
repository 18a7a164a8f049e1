/** `serve --alert-url` posts an alert when webhooks do not arrive. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { toEvents, openBooking } from '../../src/domain/booking.ts';
import { randomId } from '@booking-service/kernel/contract';
import { openSqliteStore } from '../../src/index.ts';
import { testSealing } from '../../src/testing.ts';
import { newBooking } from '../support/new-booking.ts';
import { createDatabase, prepare, serve } from '../support/processes/served.ts';

const start = Date.parse('2026-11-21T09:30:00.000Z');
const lease_ms = 1_000;

/** Stores a delivery whose four attempts were interrupted by crashes. The next tick abandons it. */
async function storeSpentDelivery(data: string, organization_id: string): Promise<void> {
  await using store = openSqliteStore(data, { sealing: testSealing });
  await store.setWebhookUrl(organization_id, 'https://receiver.test/secret-path');
  const { booking, events } = openBooking(
    { id: randomId('bkg'), provider: 'sandbox', livemode: false, request: newBooking() },
    new Date(start),
  );
  await store.createBooking({
    organization_id,
    booking,
    idempotency_key: undefined,
    events: toEvents(events, booking, { newId: randomId }),
    run: { step: 1, due_at: '2099-01-01T00:00:00.000Z' },
  });
  for (let attempt = 1; attempt <= 4; attempt += 1) {
    const now = new Date(start + attempt * 2 * lease_ms);
    const lease_until = new Date(now.getTime() + lease_ms);
    const claimed = await store.claimDeliveries({ now, lease_until, lease_token: `lease_${attempt}`, limit: 1 });
    expect(claimed).toMatchObject([{ attempt }]);
  }
}

it('DLV-5: posts an alert to --alert-url when a delivery is abandoned, without the webhook URL', async () => {
  const received = Promise.withResolvers<{ url: string | undefined; headers: IncomingHttpHeaders; text: string }>();
  await using operator = createServer((req, res) => {
    let text = '';
    req.setEncoding('utf8').on('data', (part: string) => (text += part));
    req.once('end', () => {
      received.resolve({ url: req.url, headers: req.headers, text });
      res.writeHead(204).end();
    });
  });
  await new Promise<void>((listening) => operator.listen(0, '127.0.0.1', listening));
  // A server that listens on a port has an AddressInfo.
  const { port } = operator.address() as AddressInfo;
  await using prepared = await prepare();
  const { organization_id } = await createDatabase(prepared.data);
  await storeSpentDelivery(prepared.data, organization_id);

  await using service = await serve(prepared, '--tick', '1', '--alert-url', `http://127.0.0.1:${port}/alerts`);
  const { url, headers, text } = await received.promise;
  expect([url, headers['content-type']]).toEqual(['/alerts', 'application/json']);
  expect(JSON.parse(text)).toEqual({
    type: 'webhooks.failing',
    text: `A webhook of ${organization_id} was abandoned.`,
    organization_id,
    reason: 'abandoned',
    failing_since: null,
    failures: 0,
  });
  const { stderr } = await service.end('SIGTERM');
  const lines = stderr.split('\n').filter((line) => line.includes('webhooks_failing'));
  expect(lines).toHaveLength(1);
  expect(stderr).not.toContain('secret-path');
});
