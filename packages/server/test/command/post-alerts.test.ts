import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { noObserver, type DeliveryAlert } from '../../src/log/observer.ts';
import { withAlerts } from '../../src/command/service/serve-store.ts';

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
