/** Links that members, and strangers, request by email over a real mail server, and the sessions of one person. */
import type { IncomingMessage } from 'node:http';
import type {
  AdminError,
  AuditList,
  InvitedMember,
  IssuerSignIn,
  MemberRole,
  OwnSessions,
  Session,
} from '@booking-service/contract/admin';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createManualClock } from '@booking-service/kernel/testing';
import { createSmtpDashboardMail } from '../../src/providers/smtp-mail.ts';
import { type Mail, type MailServer, openMailServer } from '../sessions/open-mail-server.ts';
import { engines } from '../support/engines.ts';
import { type DashboardWorld, openDashboardWorld } from '../support/worlds/dashboard-world.ts';
import { signInAt, startIssuer, type TestIssuer } from './start-issuer.ts';
import { createFindSource } from '../../src/admin/start-admin-server.ts';
import { createHourlyCounts, createMemberMail } from '../../src/admin/members/member-mail.ts';

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
      const named = new Map([...headers].filter(([name]) => name !== 'date' && name !== 'request-id'));
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

describe('own sessions', () => {
  describe.each(engines)('%s', (engine) => {
    let issuer: TestIssuer;
    let world: DashboardWorld;
    beforeAll(async () => {
      issuer = await startIssuer('http://127.0.0.1:7423/sign-in/company');
      const { url, client_id, client_secret } = issuer;
      const named = { name: 'company', title: 'Example Company', issuer: url, client_id, client_secret };
      world = await openDashboardWorld(engine, {
        issuersOf: (organization_id) => [
          {
            ...named,
            scopes: ['profile', 'groups'],
            roles: [{ claim: 'groups', value: 'customers', role: 'developer', organization_id }],
          },
        ],
      });
      // Two accounts with one name.
      for (const login of ['ada', 'ivy']) issuer.people.set(login, { name: 'Ada Byron', groups: ['customers'] });
    });
    afterAll(async () => {
      await world?.[Symbol.asyncDispose]();
      await issuer?.[Symbol.asyncDispose]();
    });

    const cookieOf = ({ headers }: { readonly headers: Headers }) => headers.get('set-cookie')?.split(';')[0] ?? '';
    const list = async (cookie: string) => (await world.call<OwnSessions>('listOwnSessions', {}, cookie)).body.data;
    const idOf = async (cookie: string) => (await world.call<Session>('getSession', {}, cookie)).body.actor.id ?? '';
    const statusOf = async (cookie: string) => (await world.call('getSession', {}, cookie)).status;
    const end = (id: string, cookie: string) =>
      world.call<AdminError>('revokeOwnSession', { path: { dashboard_session_id: id } }, cookie);

    async function signIn(login: string): Promise<string> {
      const started = await world.call<IssuerSignIn>('startIssuerSignIn', { path: { issuer: 'company' } });
      const response = (await signInAt(started.body.url, login)).search.slice(1);
      const finish = { path: { issuer: 'company' }, body: { response } };
      return cookieOf(await world.call('finishIssuerSignIn', finish, cookieOf(started)));
    }

    it('a person lists and ends the own sessions, and none of another account with the same name', async () => {
      const [first, second, foreign] = [await signIn('ivy'), await signIn('ivy'), await signIn('ada')];
      const ids = [await idOf(second), await idOf(first)] as const;
      expect((await list(first)).map(({ id, state }) => [id, state])).toEqual(ids.map((id) => [id, 'active']));
      const foreignId = await idOf(foreign);
      expect(await end(foreignId, first)).toMatchObject({
        status: 404,
        body: { error: `You have no session with the id ${foreignId}.` },
      });
      expect((await end(ids[0], first)).status).toBe(200);
      expect((await end(ids[0], first)).status).toBe(404);
      expect([await statusOf(first), await statusOf(second), await statusOf(foreign)]).toEqual([200, 401, 200]);
      const path = { organization_id: world.organization_id };
      const audit = await world.call<AuditList>(
        'listAuditEntries',
        { path, query: { limit: 5 } },
        await world.signIn('admin'),
      );
      expect(audit.body.data).toContainEqual(
        expect.objectContaining({
          action: 'revokeOwnSession',
          target: ids[0],
          actor: expect.objectContaining({ id: ids[1] }),
        }),
      );
    });

    it('a member lists the sessions of the own membership, and the user of a link of an operator only the current one', async () => {
      const admin = await world.signIn('admin');
      const invite = async (email: string) => {
        const invited = await world.call<InvitedMember>(
          'inviteMember',
          { path: { organization_id: world.organization_id }, body: { email, role: 'developer' } },
          admin,
        );
        const link_token = invited.body.url?.split('#')[1] ?? '';
        return cookieOf(await world.call('signIn', { body: { link_token } }));
      };
      const [first, , second] = [
        await invite('ivy@diner.test'),
        await invite('joan@diner.test'),
        await invite('ivy@diner.test'),
      ];
      expect((await list(first)).map(({ id }) => id)).toEqual([await idOf(second), await idOf(first)]);
      await world.signIn('admin');
      expect((await list(admin)).map(({ id }) => id)).toEqual([await idOf(admin)]);
    });
  });

  it('allows 50 invitations of an organization or of the operator in an hour, and 5 of them to one address', async () => {
    const clock = createManualClock(start);
    const log = { warn: () => expect.fail('No mail is sent.') };
    const mail = createMemberMail({ send: async () => 'sent' }, { clock, log });
    const takeInvitation = (owner: string | null, email: string) => mail.takeInvitation(owner, email);
    for (const owner of ['org_1', 'org_2', null]) {
      for (let count = 0; count < 5; count += 1) expect(takeInvitation(owner, 'ada@diner.test')).toBe(true);
      expect(takeInvitation(owner, 'ada@diner.test')).toBe(false);
    }
    for (const owner of ['org_1', null]) {
      for (let count = 0; count < 45; count += 1) expect(takeInvitation(owner, `${count}@diner.test`)).toBe(true);
      expect(takeInvitation(owner, 'new@diner.test')).toBe(false);
    }
    expect(takeInvitation('org_2', 'new@diner.test')).toBe(true);
    await clock.advance(29 * 60_000);
    expect(takeInvitation('org_1', 'late@diner.test')).toBe(false);
    await clock.advance(60_000);
    expect([takeInvitation('org_1', 'late@diner.test'), takeInvitation('org_2', 'ada@diner.test')]).toEqual([
      true,
      true,
    ]);
  });

  it('counts a bounded number of names, and forgets the one that was counted first', () => {
    const take = createHourlyCounts(createManualClock(start), 2);
    const takes = (name: string) => take([name, 1]);
    expect(['a', 'b', 'a', 'c', 'b', 'a'].map(takes)).toEqual([true, true, false, true, false, true]);
  });

  it.each([
    { peer: '203.0.113.7', source: '203.0.113.7' },
    { peer: '::ffff:203.0.113.7', source: '203.0.113.7' },
    // One subscriber has a /64 network.
    { peer: '2001:db8:1:2:3:4:5:6', source: '2001:db8:1:2' },
    { peer: '127.0.0.1', source: '127.0.0.1' },
    // A client on the internet can send the header.
    { peer: '9.9.9.9', forwarded: '198.51.100.1', source: '9.9.9.9' },
    // A proxy that is not trusted stands for all of its clients.
    { peer: '127.0.0.1', forwarded: '198.51.100.1', source: undefined },
    { peer: '10.0.0.5', forwarded: '198.51.100.1', source: undefined },
    { peer: '10.0.0.5', forwarded: '1.1.1.1, 198.51.100.1', trusted: ['10.0.0.0/8'], source: '198.51.100.1' },
    { peer: undefined, source: undefined },
  ])(
    'counts requests of $peer with X-Forwarded-For $forwarded as $source',
    ({ peer, forwarded, trusted = [], source }) => {
      const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
      // It reads these fields of a request.
      const request = { headers, socket: { remoteAddress: peer } } as IncomingMessage;
      expect(createFindSource(trusted)(request)).toBe(source);
    },
  );
});

// The limits of mails: the invitations of an hour, and the clients whose requests are counted.

const start = new Date('2026-11-21T09:30:00.000Z');
