/** Members of the operator, whom an operator invites by email over a real mail server, on both engines. */
import type {
  AdminError,
  AuditList,
  DashboardRole,
  InvitedMember,
  Member,
  MemberList,
  OperatorRole,
  OrganizationList,
  OwnSessions,
  Session,
} from '@booking-service/contract/admin';
import { randomId } from '@booking-service/kernel/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSmtpDashboardMail } from '../../src/providers/smtp-mail.ts';
import { openMailServer, type MailServer } from '../sessions/open-mail-server.ts';
import { engines } from '../support/engines.ts';
import { openDashboardWorld, type DashboardWorld } from '../support/worlds/dashboard-world.ts';

const tokens = /bsl_[\w-]+/g;
const cookieOf = ({ headers }: { readonly headers: Headers }) => headers.get('set-cookie')?.split(';')[0] ?? '';

describe.each(engines)('%s', (engine) => {
  let post: MailServer;
  let world: DashboardWorld;
  let operator: string;
  beforeAll(async () => {
    post = await openMailServer();
    const mailer = createSmtpDashboardMail({
      host: '127.0.0.1',
      port: post.port,
      tls: 'none',
      from: 'dashboard@booking.test',
    });
    world = await openDashboardWorld(engine, { mailer });
    operator = await world.signIn('operator');
  });
  afterAll(async () => {
    await world?.[Symbol.asyncDispose]();
    await post?.[Symbol.asyncDispose]();
  });

  const invite = <Body = InvitedMember>(email: string, role: DashboardRole = 'support', cookie = operator) =>
    world.call<Body>('inviteOperatorMember', { body: { email, role } }, cookie);
  const changeRole = (member_id: string, role: OperatorRole, cookie = operator) =>
    world.call<Member>('changeOperatorMemberRole', { path: { member_id }, body: { role } }, cookie);
  const remove = <Body = Member>(member_id: string, cookie = operator) =>
    world.call<Body>('removeOperatorMember', { path: { member_id } }, cookie);
  const list = async (cookie = operator) => (await world.call<MemberList>('listOperatorMembers', {}, cookie)).body.data;
  const mailsTo = (email: string) => post.mails.filter(({ to }) => to.includes(email));
  const lastTo = (email: string) => mailsTo(email).at(-1) ?? expect.fail(`No mail went to ${email}.`);
  const textTo = (email: string) => lastTo(email).parts['text/plain'] ?? '';
  const use = (link_token = '') => world.call<AdminError>('signIn', { body: { link_token } });
  const sessionOf = async (cookie: string) => (await world.call<Session>('getSession', {}, cookie)).body;
  const statusOf = async (cookie: string) => (await world.call('getSession', {}, cookie)).status;
  const audit = async (limit: number) =>
    (await world.call<AuditList>('listAllAuditEntries', { query: { limit } }, operator)).body.data;

  /** Invites a person and signs in with the link of the mail. */
  async function join(email: string, role: OperatorRole = 'support'): Promise<{ member: Member; cookie: string }> {
    const { member } = (await invite(email, role)).body;
    return { member, cookie: cookieOf(await use(textTo(email).match(tokens)?.[0])) };
  }

  it('invites a person of support by a mail, who reads all organizations and changes no member', async () => {
    const invited = await invite('Grace@Booking.test');
    const member = {
      id: expect.stringMatching(/^mem_/),
      object: 'member',
      organization_id: null,
      email: 'grace@booking.test',
      role: 'support',
      created: world.sessionClock.now().toISOString(),
      signed_in_at: null,
    };
    expect([invited.status, invited.body]).toMatchObject([201, { member, url: null }]);
    expect(mailsTo('grace@booking.test')).toHaveLength(1);
    expect(lastTo('grace@booking.test').headers).toContain('Subject: Invitation to the dashboard of all organizations');
    expect(textTo('grace@booking.test')).toContain('the dashboard of all organizations, with the role support:');
    const [token] = textTo('grace@booking.test').match(tokens) ?? [];
    const signedIn = await use(token);
    expect([signedIn.status, (await use(token)).status]).toEqual([204, 401]);
    const cookie = cookieOf(signedIn);
    const { actor, role, organization_id } = await sessionOf(cookie);
    expect([role, organization_id, actor.name]).toEqual(['support', null, 'grace@booking.test']);
    expect(await list()).toEqual([{ ...member, signed_in_at: world.sessionClock.now().toISOString() }]);

    const organizations = await world.call<OrganizationList>('listOrganizations', {}, cookie);
    const ids = organizations.body.data.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining([world.organization_id, world.foreign_id]));
    const path = { organization_id: world.foreign_id };
    expect((await world.call('getSettings', { path }, cookie)).status).toBe(200);
    expect((await world.call('revealSigningSecret', { path }, cookie)).status).toBe(403);
    const { id } = invited.body.member;
    const refused = [
      await invite('eve@booking.test', 'operator', cookie),
      await changeRole(id, 'operator', cookie),
      await remove(id, cookie),
      await world.call('listOperatorMembers', {}, cookie),
    ];
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403]);

    const { organization_id: own } = world;
    const test = { path: { organization_id: own }, body: { type: 'booking.created' } };
    expect((await world.call('sendTestEvent', test, cookie)).status).toBe(201);
    const person = { kind: 'session', id: actor.id, name: 'grace@booking.test' };
    expect(await audit(3)).toMatchObject([
      { action: 'sendTestEvent', organization_id: own, actor: person },
      { action: 'signIn', organization_id: null, target: actor.id, actor: person },
      {
        action: 'inviteOperatorMember',
        organization_id: null,
        target: actor.id,
        actor: { name: 'A operator' },
        details: { email: 'grace@booking.test', role: 'support' },
      },
    ]);
  });

  it('sends one mail with a link for each membership, that of the operator first', async () => {
    const email = 'both@booking.test';
    const path = { organization_id: world.organization_id };
    await world.call('inviteMember', { path, body: { email, role: 'viewer' } }, operator);
    await invite(email, 'operator');
    const before = mailsTo(email).length;
    expect((await world.call('requestSignInLink', { body: { email: 'BOTH@booking.test' } })).status).toBe(204);
    await expect.poll(() => mailsTo(email).length).toBe(before + 1);
    expect(textTo(email)).toMatch(/all organizations, with the role operator:[^]*with the role viewer:/);
    const [first, second, ...others] = textTo(email).match(tokens) ?? [];
    expect(others).toEqual([]);
    const cookies = [cookieOf(await use(first)), cookieOf(await use(second))] as const;
    expect(await sessionOf(cookies[0])).toMatchObject({ role: 'operator', organization_id: null });
    expect(await sessionOf(cookies[1])).toMatchObject({ role: 'viewer', organization_id: world.organization_id });
    // A membership is not the other one: each has its own sessions, role and end.
    const own = await world.call<OwnSessions>('listOwnSessions', {}, cookies[0]);
    expect(own.body.data.map(({ role }) => role)).toEqual(['operator']);
    const found = (await list()).find((member) => member.email === email);
    await remove(found?.id ?? '');
    expect([await statusOf(cookies[0]), await statusOf(cookies[1])]).toEqual([401, 200]);
  });

  it('changes the role of a member in its session at once, and a repeated invitation does, too', async () => {
    const { member, cookie } = await join('role@booking.test');
    expect(await changeRole(member.id, 'operator')).toMatchObject({ status: 200, body: { role: 'operator' } });
    expect(await sessionOf(cookie)).toMatchObject({ role: 'operator' });
    expect((await invite('next@booking.test', 'support', cookie)).status).toBe(201);
    expect(await audit(2)).toMatchObject([
      { action: 'inviteOperatorMember', actor: { name: member.email }, details: { email: 'next@booking.test' } },
      {
        action: 'changeOperatorMemberRole',
        organization_id: null,
        target: member.id,
        details: { email: member.email, role: 'operator' },
      },
    ]);
    await invite(member.email, 'support');
    expect(await sessionOf(cookie)).toMatchObject({ role: 'support' });
    expect((await invite('late@booking.test', 'support', cookie)).status).toBe(403);
  });

  it('ends the sessions and the links of a member who is removed, also of the last operator', async () => {
    const [{ member, cookie }, other] = [await join('gone@booking.test', 'operator'), await join('stays@booking.test')];
    await invite(member.email, 'operator');
    const [unused] = textTo(member.email).match(tokens) ?? [];
    for (const { id, role } of await list()) if (role === 'operator' && id !== member.id) await remove(id);
    expect(await remove(member.id, cookie)).toMatchObject({ status: 200, body: { email: member.email } });
    expect([await statusOf(cookie), (await use(unused)).status, await statusOf(other.cookie)]).toEqual([401, 401, 200]);
    expect((await list()).filter(({ role }) => role === 'operator')).toEqual([]);
    expect(await audit(1)).toMatchObject([
      { action: 'removeOperatorMember', target: member.id, details: { email: member.email } },
    ]);
    const body = { error: `No member has the id ${member.id}.`, error_code: 'not_found' };
    expect(await remove<AdminError>(member.id)).toMatchObject({ status: 404, body });
    expect(await changeRole(member.id, 'support')).toMatchObject({ status: 404, body });
    // A link of a command signs an operator in, so the service keeps one.
    expect((await invite(member.email, 'operator', await world.signIn('operator'))).status).toBe(201);
  });

  it('finds a member of an organization only there, and one of the operator only here', async () => {
    const path = { organization_id: world.organization_id };
    const body = { email: 'apart@booking.test', role: 'admin' };
    const ofOrganization = (await world.call<InvitedMember>('inviteMember', { path, body }, operator)).body.member;
    const { member } = await join('apart@booking.test');
    expect((await changeRole(ofOrganization.id, 'operator')).status).toBe(404);
    expect((await remove(ofOrganization.id)).status).toBe(404);
    const named = { path: { ...path, member_id: member.id } };
    expect((await world.call('removeMember', named, operator)).status).toBe(404);
    expect((await world.call('changeMemberRole', { ...named, body: { role: 'admin' } }, operator)).status).toBe(404);
    expect((await list()).map(({ id }) => id)).not.toContain(ofOrganization.id);
    const members = (await world.call<MemberList>('listMembers', { path }, operator)).body.data;
    expect(members.map(({ id }) => id)).not.toContain(member.id);
  });

  it('refuses the roles of the other kind, and more members than the operator may have', async () => {
    const path = { organization_id: world.organization_id };
    for (const role of ['viewer', 'developer', 'admin', 'monitoring'] as DashboardRole[])
      expect((await invite('ada@booking.test', role)).status).toBe(400);
    for (const role of ['support', 'operator'])
      expect(
        (await world.call('inviteMember', { path, body: { email: 'ada@booking.test', role } }, operator)).status,
      ).toBe(400);

    const created = world.sessionClock.now().toISOString();
    const times = { created, signed_in_at: null, last_used_at: null, expires_at: created };
    for (let count = (await list()).length; count < 200; count += 1) {
      const member = {
        id: randomId('mem'),
        organization_id: null,
        email: `${count}@full.test`,
        role: 'support',
      } as const;
      const id = randomId('das');
      const link = { id, organization_id: null, role: 'support', name: member.email, digest: id, ...times } as const;
      await world.store.inviteMember({ member: { ...member, created }, link, maximum: 200 });
    }
    expect(await invite<AdminError>('full@booking.test')).toMatchObject({
      status: 409,
      body: { error: 'The operator has 200 members, which is the maximum. Remove one first.' },
    });
    expect(mailsTo('full@booking.test')).toEqual([]);
  });
});

it('has the link in the response where no mail is configured', async () => {
  await using world = await openDashboardWorld('sqlite');
  const body = { email: 'grace@booking.test', role: 'operator' };
  const invited = await world.call<InvitedMember>('inviteOperatorMember', { body }, await world.signIn('operator'));
  const [, link_token] = /^http:\/\/127\.0\.0\.1:7423\/sign-in#(bsl_[\w-]+)$/.exec(invited.body.url ?? '') ?? [];
  expect((await world.call('signIn', { body: { link_token } })).status).toBe(204);
});
