/** The mails about webhooks that keep failing, over a real mail server, on both engines. */
import { randomId } from '@booking-service/kernel/contract';
import { describe, expect, it } from 'vitest';
import { createWebhookNotices } from '../../src/admin/members/member-mail.ts';
import { createLog } from '../../src/log/log.ts';
import { noObserver } from '../../src/log/observer.ts';
import { createSmtpDashboardMail } from '../../src/providers/smtp-mail.ts';
import { openMailServer, type MailServer, type SmtpRefusal } from '../sessions/open-mail-server.ts';
import { engines, openWorldOn, type EngineName, type EngineWorld } from '../support/engines.ts';
import { newBooking } from '../support/new-booking.ts';

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
    alerted: (alert: Parameters<typeof noObserver.alerted>[0]) => observers.forEach((each) => each.alerted(alert)),
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
    link: { ...link, signed_in: null, last_used: null, expires: created },
    maximum: 200,
  });
}

describe.each(engines)('%s', (engine) => {
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
