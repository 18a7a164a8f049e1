/** Members, whom an admin invites by email over a real mail server, on both engines. */
import type {
  AdminError,
  AuditList,
  InvitedMember,
  Member,
  MemberList,
  MemberRole,
  Session,
  SignInOptions,
} from '@booking-service/contract/admin';
import { randomId } from '@booking-service/kernel/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSmtpDashboardMail } from '../../src/providers/smtp-mail.ts';
import { openMailServer, type Mail, type MailServer } from '../sessions/open-mail-server.ts';
import { engines } from '../support/engines.ts';
import { openDashboardWorld, type DashboardWorld } from '../support/worlds/dashboard-world.ts';

const minute_ms = 60_000;
const day_ms = 24 * 60 * minute_ms;
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
  const statusOf = async (cookie: string) => (await world.call('getSession', {}, cookie)).status;

  /** Invites a person and signs in with the link of the mail. */
  async function join(email: string, role: MemberRole = 'developer'): Promise<{ member: Member; cookie: string }> {
    const { member } = (await invite(email, role)).body;
    const { headers } = await use(tokensIn(lastTo(email))[0]);
    return { member, cookie: headers.get('set-cookie')?.split(';')[0] ?? '' };
  }

  it('invites by a mail whose link works once within 7 days, and records the person by the email address', async () => {
    const { status, body } = await invite('Ada@Diner.test');
    const now = world.sessionClock.now().getTime();
    const member = {
      id: expect.stringMatching(/^mem_/),
      object: 'member',
      organization_id: world.organization_id,
      email: 'ada@diner.test',
      role: 'developer',
      created: new Date(now).toISOString(),
      signed_in_at: null,
    };
    const expires_at = new Date(now + 7 * day_ms).toISOString();
    expect([status, body]).toEqual([201, { object: 'invited_member', member, url: null, expires_at }]);
    const [mail, ...others] = mailsTo('ada@diner.test');
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ from: 'dashboard@booking.test', to: ['ada@diner.test'] });
    expect(mail?.headers).toContain('Subject: Invitation to the dashboard of');
    expect(mail?.headers).not.toContain('bsl_');
    const [token = ''] = mail ? tokensIn(mail) : [];
    expect(mail?.parts['text/plain']).toContain(`http://127.0.0.1:7423/sign-in#${token}`);
    expect(mail?.parts['text/plain']).toContain('with the role developer');

    await world.sessionClock.advance(7 * day_ms - 1);
    admin = await world.signIn('admin');
    const { headers, status: signedIn } = await use(token);
    expect([signedIn, (await use(token)).status]).toEqual([204, 401]);
    const cookie = headers.get('set-cookie')?.split(';')[0] ?? '';
    const { actor, role, organization_id } = await sessionOf(cookie);
    expect([role, organization_id, actor.name]).toEqual(['developer', world.organization_id, 'ada@diner.test']);
    const list = (await world.call<MemberList>('listMembers', of(), cookie)).body.data;
    expect(list).toEqual([{ ...member, signed_in_at: world.sessionClock.now().toISOString() }]);

    expect((await world.call('sendTestEvent', { ...of(), body: { type: 'booking.created' } }, cookie)).status).toBe(
      201,
    );
    const audit = await world.call<AuditList>('listAuditEntries', { ...of(), query: { limit: 4 } }, admin);
    expect(audit.body.data.filter(({ action }) => action !== 'createDashboardLink')).toMatchObject([
      { action: 'sendTestEvent', actor: { kind: 'session', name: 'ada@diner.test' } },
      { action: 'signIn', target: actor.id, actor: { kind: 'session', name: 'ada@diner.test' } },
      { action: 'signIn', actor: { name: 'A admin' } },
    ]);
    const entries = await world.query('SELECT * FROM audit_entries');
    const stored = await world.query('SELECT * FROM dashboard_sessions');
    expect(JSON.stringify(entries)).toContain('"inviteMember"');
    for (const secret of [token, cookie.split('=')[1] ?? ''])
      expect(JSON.stringify([entries, stored, world.lines])).not.toContain(secret.slice(4));
  });

  it('refuses the link of an invitation after 7 days', async () => {
    await invite('late@diner.test');
    const [token] = tokensIn(lastTo('late@diner.test'));
    await world.sessionClock.advance(7 * day_ms);
    expect(await use(token)).toMatchObject({ status: 401, body: { error_code: 'invalid_link' } });
    admin = await world.signIn('admin');
  });

  it('changes the role of a member in its session at once', async () => {
    const { member, cookie } = await join('role@diner.test', 'admin');
    const change = (role: MemberRole, by: string) =>
      world.call<Member>('changeMemberRole', { ...of({ member_id: member.id }), body: { role } }, by);
    expect(await change('viewer', admin)).toMatchObject({ status: 200, body: { email: member.email, role: 'viewer' } });
    expect(await sessionOf(cookie)).toMatchObject({ role: 'viewer' });
    expect((await change('admin', cookie)).status).toBe(403);
    // A repeated invitation gives the role, too.
    await invite(member.email, 'developer');
    expect(await sessionOf(cookie)).toMatchObject({ role: 'developer' });
    const { body } = await world.call<AuditList>('listAuditEntries', { ...of(), query: { limit: 2 } }, admin);
    expect(body.data).toMatchObject([
      { action: 'inviteMember', details: { email: member.email, role: 'developer' } },
      { action: 'changeMemberRole', target: member.id, details: { email: member.email, role: 'viewer' } },
    ]);
  });

  it('ends the sessions and the links of a member who is removed, and leaves those of others', async () => {
    const [{ member, cookie }, other] = [await join('gone@diner.test'), await join('stays@diner.test')];
    await invite(member.email);
    const [unused] = tokensIn(lastTo(member.email));
    const remove = (id: string, by = admin) => world.call<AdminError>('removeMember', of({ member_id: id }), by);
    expect((await remove(member.id, other.cookie)).status).toBe(403);
    expect(await remove(member.id)).toMatchObject({ status: 200, body: { email: member.email } });
    expect([await statusOf(cookie), (await use(unused)).status, await statusOf(other.cookie)]).toEqual([401, 401, 200]);
    const body = { error: `No member has the id ${member.id}.`, error_code: 'not_found' };
    expect(await remove(member.id)).toMatchObject({ status: 404, body });
    const change = { ...of({ member_id: member.id }), body: { role: 'admin' } };
    expect(await world.call('changeMemberRole', change, admin)).toMatchObject({ status: 404, body });
    const { body: audit } = await world.call<AuditList>('listAuditEntries', { ...of(), query: { limit: 1 } }, admin);
    expect(audit.data).toMatchObject([{ action: 'removeMember', target: member.id, details: { email: member.email } }]);
    expect((await invite(member.email)).status).toBe(201);
  });

  it('a member of one organization is not found in another one', async () => {
    const { member } = await join('own@diner.test');
    const foreign = await world.signIn('admin', world.foreign_id);
    const path = { organization_id: world.foreign_id, member_id: member.id };
    const missing = { status: 404, body: { error: `No member has the id ${member.id}.` } };
    expect(await world.call<AdminError>('removeMember', { path }, foreign)).toMatchObject(missing);
    const change = { path, body: { role: 'admin' } };
    expect(await world.call<AdminError>('changeMemberRole', change, foreign)).toMatchObject(missing);
    const { body } = await world.call<MemberList>('listMembers', { path }, foreign);
    expect(body.data.map(({ organization_id }) => organization_id)).not.toContain(world.organization_id);
  });

  it('invites an address five times in an hour, whatever others send to it', async () => {
    const email = 'often@diner.test';
    for (let count = 0; count < 5; count += 1) expect((await invite(email)).status).toBe(201);
    const limited = { status: 429, body: { error_code: 'rate_limited' } };
    expect(await invite<AdminError>(email)).toMatchObject(limited);
    expect((await invite('another@diner.test')).status).toBe(201);
    const foreign = await world.signIn('admin', world.foreign_id);
    const path = { organization_id: world.foreign_id };
    const body = { email, role: 'viewer' };
    expect((await world.call('inviteMember', { path, body }, foreign)).status).toBe(201);
    await request(email);
    await expect.poll(() => mailsTo(email).length).toBe(7);
    await world.sessionClock.advance(60 * minute_ms);
    expect((await invite(email)).status).toBe(201);
  });

  it('refuses more members than an organization may have, and a text that cannot be an address', async () => {
    const organization_id = world.foreign_id;
    const operator = await world.signIn();
    const created = world.sessionClock.now().toISOString();
    const times = { created, signed_in_at: null, last_used_at: null, expires_at: created };
    for (let count = 0; count < 200; count += 1) {
      const member = { id: randomId('mem'), organization_id, email: `${count}@full.test`, role: 'viewer' } as const;
      const id = randomId('das');
      const link = { id, organization_id, role: 'viewer', name: member.email, digest: id, ...times } as const;
      await world.store.inviteMember({ member: { ...member, created }, link, maximum: 200 });
    }
    const full = { path: { organization_id }, body: { email: 'full@diner.test', role: 'viewer' } };
    expect(await world.call<AdminError>('inviteMember', full, operator)).toMatchObject({
      status: 409,
      body: { error: 'The organization has 200 members, which is the maximum. Remove one first.' },
    });
    expect(mailsTo('full@diner.test')).toEqual([]);
    for (const email of [
      '',
      'ada',
      'ada@diner.test\r\nBcc: eve@diner.test',
      `${'a'.repeat(90)}@diner.test`,
      '<a@b.test>',
      'ada@müller.test',
      'ädа@diner.test',
    ])
      expect((await invite<AdminError>(email)).status).toBe(400);
    expect((await request('ada@müller.test')).body.error).toMatch(/ASCII form, such as xn--mller-kva\.test$/);
    expect((await invite('ada@xn--mller-kva.test')).status).toBe(201);
    expect((await invite<AdminError>('ada@diner.test', 'operator' as MemberRole)).status).toBe(400);
  });
});

it('has the link in the response where no mail is configured, and sends none', async () => {
  await using world = await openDashboardWorld('sqlite');
  const path = { organization_id: world.organization_id };
  const body = { email: 'ada@diner.test', role: 'viewer' };
  const invited = await world.call<InvitedMember>('inviteMember', { path, body }, await world.signIn('admin'));
  const [, link_token] = /^http:\/\/127\.0\.0\.1:7423\/sign-in#(bsl_[\w-]+)$/.exec(invited.body.url ?? '') ?? [];
  expect((await world.call('signIn', { body: { link_token } })).status).toBe(204);
  expect((await world.call<SignInOptions>('getSignInOptions')).body.email).toBe(false);
  expect(await world.call<AdminError>('requestSignInLink', { body: { email: body.email } })).toMatchObject({
    status: 409,
    body: { error: 'This service sends no mail. Ask an admin for a sign-in link.', error_code: 'invalid_state' },
  });
  expect(JSON.stringify(await world.query('SELECT * FROM audit_entries'))).not.toContain('bsl_');
});

it.each([
  { refuse: { rcpt: { code: 550, text: '5.1.1 unknown ada@diner.test' } }, error: 'refuses the address' },
  { refuse: { data: { code: 451, text: '4.3.0 not now, ada@diner.test' } }, error: 'did not accept the invitation' },
])('reports an invitation that the mail server $error, and logs no address', async ({ refuse, error }) => {
  await using post = await openMailServer({ refuse });
  await using world = await openDashboardWorld('sqlite', { mailer: mailerOf(post) });
  const path = { organization_id: world.organization_id };
  const admin = await world.signIn('admin');
  const body = { email: 'ada@diner.test', role: 'viewer' };
  const failed = await world.call<AdminError>('inviteMember', { path, body }, admin);
  expect(failed).toMatchObject({
    status: 502,
    body: { error_code: 'mail_failed', error: expect.stringContaining(error) },
  });
  const { data } = (await world.call<MemberList>('listMembers', { path }, admin)).body;
  expect(data).toMatchObject([{ email: 'ada@diner.test', signed_in_at: null }]);
  expect(JSON.stringify([world.lines, failed.body])).not.toMatch(/diner\.test|bsl_/);
});
