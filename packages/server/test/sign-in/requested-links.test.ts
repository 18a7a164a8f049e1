/** Links that members, and strangers, request by email over a real mail server, on both engines. */
import type { AdminError, InvitedMember, MemberRole, Session } from '@booking-service/contract/admin';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSmtpDashboardMail } from '../../src/providers/smtp-mail.ts';
import { openMailServer, type Mail, type MailServer } from '../sessions/open-mail-server.ts';
import { engines } from '../support/engines.ts';
import { openDashboardWorld, type DashboardWorld } from '../support/worlds/dashboard-world.ts';

const minute_ms = 60_000;
const tokens = /bsl_[\w-]+/g;

/** The tokens of the links in a mail. Both of its parts have the same. */
function tokensIn({ parts }: Mail): string[] {
  const found = parts['text/plain']?.match(tokens) ?? [];
  expect(parts['text/html']?.match(tokens)).toEqual(found);
  return found;
}

const mailerOf = ({ port }: MailServer) =>
  createSmtpDashboardMail({ host: '127.0.0.1', port, tls: 'none', from: 'dashboard@booking.test' });

describe.each(engines)('%s', (engine) => {
  let post: MailServer;
  let world: DashboardWorld;
  let admin: string;
  beforeAll(async () => {
    post = await openMailServer();
    world = await openDashboardWorld(engine, { mailer: mailerOf(post) });
    admin = await world.signIn('admin');
  });
  afterAll(async () => {
    await world?.[Symbol.asyncDispose]();
    await post?.[Symbol.asyncDispose]();
  });

  const of = (more: object = {}) => ({ path: { organization_id: world.organization_id, ...more } });
  const invite = <Body = InvitedMember>(email: string, role: MemberRole = 'developer', cookie = admin) =>
    world.call<Body>('inviteMember', { ...of(), body: { email, role } }, cookie);
  const mailsTo = (email: string) => post.mails.filter(({ to }) => to.includes(email));
  const lastTo = (email: string) => mailsTo(email).at(-1) ?? expect.fail(`No mail went to ${email}.`);
  const use = (link_token = '') => world.call<AdminError>('signIn', { body: { link_token } });
  const request = (email: string) => world.call<AdminError>('requestSignInLink', { body: { email } });
  const sessionOf = async (cookie: string) => (await world.call<Session>('getSession', {}, cookie)).body;

  it('sends a link to a member who asks for one, for each organization, and it works for 15 minutes', async () => {
    const email = 'both@diner.test';
    await invite(email, 'viewer');
    const path = { organization_id: world.foreign_id };
    const operator = await world.signIn();
    await world.call('inviteMember', { path, body: { email, role: 'admin' } }, operator);
    const before = mailsTo(email).length;
    const asked = await request('BOTH@diner.test');
    expect(asked.status).toBe(204);
    await expect.poll(() => mailsTo(email).length).toBe(before + 1);
    const [first, second, ...others] = tokensIn(lastTo(email));
    expect(others).toEqual([]);
    await world.sessionClock.advance(15 * minute_ms - 1);
    const cookie = (await use(second)).headers.get('set-cookie')?.split(';')[0] ?? '';
    await world.sessionClock.advance(1);
    expect((await use(first)).status).toBe(401);
    // The members of both are in the order of their ids.
    const session = await sessionOf(cookie);
    expect(session.role).toBe(session.organization_id === world.foreign_id ? 'admin' : 'viewer');
  });

  it('shows in no invitation who is a member elsewhere, after six requests of strangers for a link', async () => {
    const foreign = await world.signIn('admin', world.foreign_id);
    await invite('elsewhere@diner.test');
    const invited = [];
    for (const email of ['elsewhere@diner.test', 'nowhere@diner.test']) {
      for (let count = 0; count < 6; count += 1) expect((await request(email)).status).toBe(204);
      const path = { organization_id: world.foreign_id };
      const { status, body } = await world.call<InvitedMember>(
        'inviteMember',
        { path, body: { email, role: 'viewer' } },
        foreign,
      );
      invited.push({ status, ...body, member: { ...body.member, id: '', email: '' } });
    }
    expect(invited[0]).toEqual(invited[1]);
    expect(invited[0]?.status).toBe(201);
  });

  it('sends the same link again, five times, until it is used or ends, so that strangers leave a member with a link', async () => {
    const email = 'asked@diner.test';
    await invite(email);
    for (let count = 0; count < 7; count += 1) await request(email);
    await expect.poll(() => mailsTo(email).length).toBe(1 + 5);
    const sent = mailsTo(email)
      .slice(1)
      .map((mail) => tokensIn(mail));
    expect(sent).toEqual(Array.from({ length: 5 }, () => sent[0]));
    expect(new Set(mailsTo(email).map(({ headers }) => /^Message-ID: .*$/im.exec(headers)?.[0])).size).toBe(6);
    expect((await use(sent[0]?.[0])).status).toBe(204);
    // The mails of an address are sent in order, so the requests before sent none.
    await request(email);
    await expect.poll(() => mailsTo(email).length).toBe(1 + 6);
    const [next] = tokensIn(lastTo(email));
    expect(next).not.toBe(sent[0]?.[0]);
    // A mail has a link that works for some minutes more.
    await world.sessionClock.advance(10 * minute_ms + 1);
    await request(email);
    await expect.poll(() => mailsTo(email).length).toBe(1 + 7);
    expect(tokensIn(lastTo(email))).not.toEqual([next]);
    await world.sessionClock.advance(15 * minute_ms);
    await request(email);
    await expect.poll(() => mailsTo(email).length).toBe(1 + 8);
    expect((await use(tokensIn(lastTo(email))[0])).status).toBe(204);
  });
});

describe.each(engines)('the response to a request for a link, on %s', (engine) => {
  it('is the same for every address, and does not wait for the mail server', async () => {
    const held = Promise.withResolvers<void>();
    await using post = await openMailServer({ hold: () => held.promise });
    const world = await openDashboardWorld(engine, { mailer: mailerOf(post) });
    const { organization_id } = world;
    const admin = await world.signIn('admin');
    const body = { email: 'ada@diner.test', role: 'viewer' };
    const invited = world.call('inviteMember', { path: { organization_id }, body }, admin);
    await expect.poll(async () => (await world.store.findMembersByEmail(body.email)).length).toBe(1);
    const responses = [];
    for (const email of [body.email, 'none@diner.test']) {
      const { status, headers } = await world.call('requestSignInLink', { body: { email } });
      const named = new Map([...headers].filter(([name]) => name !== 'date'));
      responses.push({ status, named });
    }
    expect(responses[0]).toEqual(responses[1]);
    expect([responses[0]?.status, post.mails]).toEqual([204, []]);
    held.resolve();
    expect((await invited).status).toBe(201);
    // The end of the service waits for its mails.
    await world[Symbol.asyncDispose]();
    expect(post.mails.map(({ to }) => to)).toEqual([[body.email], [body.email]]);
    expect(JSON.stringify(world.lines)).not.toMatch(/diner\.test|bsl_/);
  });
});

it('refuses the 61st request for a link from one network in an hour, for any address', async () => {
  await using post = await openMailServer();
  await using world = await openDashboardWorld('sqlite', { mailer: mailerOf(post) });
  const request = (email: string) => world.call<AdminError>('requestSignInLink', { body: { email } });
  for (let count = 0; count < 60; count += 1) expect((await request(`${count % 30}@diner.test`)).status).toBe(204);
  const limited = { status: 429, body: { error_code: 'rate_limited' } };
  for (const email of ['0@diner.test', 'new@diner.test']) expect(await request(email)).toMatchObject(limited);
  await world.sessionClock.advance(60 * minute_ms);
  expect((await request('0@diner.test')).status).toBe(204);
});
