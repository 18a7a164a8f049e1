import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { randomId } from '@booking-service/kernel/contract';
import { type DeliveryAlert, noObserver } from '../../src/log/observer.ts';
import { withAlerts } from '../../src/command/service/serve-store.ts';
import { openBooking, toEvents } from '../../src/domain/booking.ts';
import { openSqliteStore } from '../../src/index.ts';
import { testSealing } from '../../src/testing.ts';
import { newBooking } from '../support/new-booking.ts';
import { createDatabase, prepare, serve } from '../support/processes/served.ts';

const alert: DeliveryAlert = {
  organization_id: 'org_1',
  reason: 'failing',
  failing_since: '2026-11-21T12:00:00.000Z',
  failures: 3,
};

/** Opens the operator's endpoint, and an observer that posts to it. */
async function openAlerts(respond: RequestListener) {
  const bodies: unknown[] = [];
  const lines: Record<string, unknown>[] = [];
  const received = Promise.withResolvers<void>();
  const logged = Promise.withResolvers<void>();
  const server = createServer((req, res) => {
    let text = '';
    req.setEncoding('utf8').on('data', (part: string) => (text += part));
    req.once('end', () => {
      bodies.push(JSON.parse(text));
      received.resolve();
      respond(req, res);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const write = (line: string): void => {
    lines.push(JSON.parse(line) as Record<string, unknown>);
    logged.resolve();
  };
  // A server that listens on a port has an AddressInfo.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/token`;
  return {
    observer: withAlerts(noObserver, { url, log: pino({}, { write }) }),
    bodies,
    lines,
    received: received.promise,
    logged: logged.promise,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((done) => server.close(done));
      server.closeAllConnections();
      await closed;
    },
  };
}

it('posts the alert with a text for chat programs', async () => {
  await using alerts = await openAlerts((_req, res) => res.writeHead(204).end());
  alerts.observer.alerted(alert);
  await alerts.received;
  const text = 'All webhooks of org_1 fail since 2026-11-21T12:00:00.000Z.';
  expect(alerts.bodies).toEqual([{ type: 'webhooks.failing', text, ...alert }]);
});

it.each([
  ['an error', ((_req, res) => res.writeHead(500).end()) satisfies RequestListener, { status: 500 }],
  [
    'a redirect',
    ((_req, res) => res.writeHead(302, { Location: '/' }).end()) satisfies RequestListener,
    { status: 302 },
  ],
  ['no response', ((req) => req.socket.destroy()) satisfies RequestListener, { msg: 'could not post an alert' }],
] as const)('logs %s of the alert URL, without the URL, and does not post again', async (_kind, respond, line) => {
  await using alerts = await openAlerts(respond);
  alerts.observer.alerted(alert);
  await alerts.logged;
  expect(alerts.lines).toMatchObject([line]);
  expect(JSON.stringify(alerts.lines)).not.toContain('token');
  expect(alerts.bodies).toHaveLength(1);
});

it('posts at most four alerts at a time and logs the others', async () => {
  await using alerts = await openAlerts(() => undefined);
  for (let count = 0; count < 6; count += 1) alerts.observer.alerted({ ...alert, organization_id: `org_${count}` });
  expect(alerts.lines).toMatchObject([{ organization_id: 'org_4' }, { organization_id: 'org_5' }]);
});

// `serve --alert-url` posts an alert when webhooks do not arrive.

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
