/** Notices about webhooks that keep failing: mails to members, and alerts to a URL. */
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { randomId } from '@booking-service/kernel/contract';
import { describe, expect, it } from 'vitest';
import { pino } from 'pino';
import { createWebhookNotices } from '../../src/admin/members/member-mail.ts';
import { createLog } from '../../src/log/log.ts';
import { type DeliveryAlert, noObserver } from '../../src/log/observer.ts';
import { createSmtpDashboardMail } from '../../src/providers/smtp-mail.ts';
import { type MailServer, openMailServer, type SmtpRefusal } from '../sessions/open-mail-server.ts';
import { type EngineName, engines, type EngineWorld, openWorldOn } from '../support/engines.ts';
import { newBooking } from '../support/new-booking.ts';
import { withAlerts } from '../../src/command/service/serve-store.ts';
import { openBooking, toEvents } from '../../src/domain/booking.ts';
import { openSqliteStore } from '../../src/index.ts';
import { testSealing } from '../../src/testing.ts';
import { createDatabase, prepare, serve } from '../support/processes/served.ts';

const minute_ms = 60_000;

interface NoticeWorld extends AsyncDisposable {
  readonly world: EngineWorld;
  readonly post: MailServer;
  readonly lines: readonly string[];
  /** Makes the receiver fail, or not, from now on. */
  fail(isFailing: boolean): void;
  /** Reports an alert about one delivery, as the worker does. */
  alert(): void;
  /** Creates a booking, so that there are webhooks, and advances the clock. */
  book(minutes: number): Promise<void>;
}

/** A service with the notices of two instances, which share its database and see its alerts. */
async function openNoticeWorld(
  engine: EngineName,
  refuse: Partial<Record<'mail', SmtpRefusal>> = {},
): Promise<NoticeWorld> {
  await using opened = new AsyncDisposableStack();
  const post = opened.use(await openMailServer({ refuse }));
  const observers = [noObserver];
  const observer = {
    ...noObserver,
    alerted: (reportAlert: Parameters<typeof noObserver.alerted>[0]) =>
      observers.forEach((each) => each.alerted(reportAlert)),
  };
  const world = opened.use(await openWorldOn(engine, { observer, organization: { name: 'Harbour & Sons' } }));
  const lines: string[] = [];
  const log = createLog({ destination: { write: (line) => void lines.push(line) } });
  const mailer = createSmtpDashboardMail({
    host: '127.0.0.1',
    port: post.port,
    tls: 'none',
    from: 'dashboard@booking.test',
  });
  for (let instance = 0; instance < 2; instance += 1) {
    const options = { store: world.store, mailer, clock: world.clock, log, dashboard_url: 'https://booking.test' };
    observers.push(opened.use(createWebhookNotices(options)).observe(noObserver));
  }
  const running = opened.move();
  return {
    world,
    post,
    lines,
    fail(isFailing) {
      world.endpoint.responses.splice(0, Infinity, ...Array<number>(isFailing ? 1_000 : 0).fill(500));
    },
    alert() {
      const { organization_id } = world.organization;
      observer.alerted({ organization_id, reason: 'abandoned', failing_since: null, failures: 0 });
    },
    async book(minutes) {
      await world.call('POST', '/v1/bookings', { body: newBooking({ venue: 'express_counter' }) });
      for (let minute = 0; minute < minutes; minute += 1) await world.clock.advance(minute_ms);
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

async function addMember(
  { store, organization, clock }: EngineWorld,
  email: string,
  role: 'viewer' | 'developer' | 'admin',
) {
  const { organization_id } = organization;
  const created = clock.now().toISOString();
  const link = { id: randomId('das'), organization_id, role, name: email, digest: email, created };
  await store.inviteMember({
    member: { id: randomId('mem'), organization_id, email, role, created },
    link: { ...link, signed_in_at: null, last_used_at: null, expires_at: created },
    maximum: 200,
  });
}

describe.each(engines)('mails, on %s', (engine) => {
  it('mails the developers and admins once when webhooks keep failing, and once when they arrive again', async () => {
    await using notices = await openNoticeWorld(engine);
    const { world, post } = notices;
    await addMember(world, 'ada@diner.test', 'admin');
    await addMember(world, 'grace@diner.test', 'developer');
    await addMember(world, 'view@diner.test', 'viewer');
    notices.fail(true);
    await notices.book(4);
    expect(post.mails).toEqual([]);
    await notices.book(30);
    expect(post.mails.flatMap(({ to }) => to).toSorted()).toEqual(['ada@diner.test', 'grace@diner.test']);
    const [mail] = post.mails;
    expect(mail?.headers).toMatch(/^Subject: Webhooks of Harbour & Sons fail\r?$/m);
    const page = `https://booking.test/organizations/${world.organization.organization_id}/webhooks`;
    expect(mail?.parts['text/plain']).toContain(page);
    expect(mail?.parts['text/plain']).toMatch(/has failed since 2026-11-21 09:3\d UTC\./);
    expect(mail?.parts['text/html']).toContain('Harbour &amp; Sons');
    expect(JSON.stringify(post.mails)).not.toContain(world.endpoint.url);
    expect(JSON.stringify(post.mails)).not.toContain('whsec_');

    notices.fail(false);
    await notices.book(10);
    expect(post.mails).toHaveLength(4);
    expect(post.mails[3]?.headers).toMatch(/^Subject: Webhooks of Harbour & Sons arrive again\r?$/m);

    // The next incident has mails of its own.
    await notices.book(60);
    notices.fail(true);
    await notices.book(30);
    expect(post.mails).toHaveLength(6);
    expect(notices.lines).toEqual([]);
  });

  it('sends nothing after an alert about one delivery while others arrive, or for a failure of a few minutes', async () => {
    await using notices = await openNoticeWorld(engine);
    const { world, post } = notices;
    await addMember(world, 'ada@diner.test', 'admin');
    await notices.book(2);
    notices.alert();
    await notices.book(6);
    notices.fail(true);
    notices.alert();
    await notices.book(3);
    notices.fail(false);
    await notices.book(15);
    expect(post.mails).toEqual([]);
    // The same alert has a mail if the failure lasts.
    notices.fail(true);
    await notices.book(1);
    notices.alert();
    await notices.book(6);
    expect(post.mails).toHaveLength(1);
  });

  it('tries again a minute later if the mail server accepts no mail', async () => {
    const refuse: Partial<Record<'mail', SmtpRefusal>> = { mail: { code: 451, text: 'Try again later' } };
    await using notices = await openNoticeWorld(engine, refuse);
    const { world, post } = notices;
    await addMember(world, 'ada@diner.test', 'admin');
    await addMember(world, 'grace@diner.test', 'developer');
    notices.fail(true);
    await notices.book(20);
    expect(post.mails).toEqual([]);
    expect(notices.lines.length).toBeGreaterThan(1);
    expect(notices.lines.join('')).not.toContain('@diner.test');
    delete refuse.mail;
    await notices.book(2);
    expect(post.mails).toHaveLength(2);
  });
});

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

describe('alerts', () => {
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
