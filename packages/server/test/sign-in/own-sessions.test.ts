/** The sessions of one person: members and people of an issuer, on both engines. */
import type { IncomingMessage } from 'node:http';
import type {
  AdminError,
  AuditList,
  InvitedMember,
  IssuerSignIn,
  OwnSessions,
  Session,
} from '@booking-service/contract/admin';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createManualClock } from '@booking-service/kernel/testing';
import { engines } from '../support/engines.ts';
import { type DashboardWorld, openDashboardWorld } from '../support/worlds/dashboard-world.ts';
import { signInAt, startIssuer, type TestIssuer } from './start-issuer.ts';
import { createFindSource } from '../../src/admin/start-admin-server.ts';
import { createHourlyCounts, createMemberMail } from '../../src/admin/members/member-mail.ts';

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

// The limits of mails: the invitations of an hour, and the clients whose requests are counted.

const start = new Date('2026-11-21T09:30:00.000Z');

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
  expect([takeInvitation('org_1', 'late@diner.test'), takeInvitation('org_2', 'ada@diner.test')]).toEqual([true, true]);
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
