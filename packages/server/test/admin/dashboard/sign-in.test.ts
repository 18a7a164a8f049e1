/** Links and sessions of the dashboard, on both engines: the start and the end of a session, and the stored rows. */
import type { AdminError, AuditList, DashboardSessionList, Session } from '@booking-service/contract/admin';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newDashboardToken } from '../../../src/admin/dashboard/sessions.ts';
import { openDashboardWorld, type DashboardWorld } from '../../support/worlds/dashboard-world.ts';
import { engines } from '../../support/engines.ts';

const minute_ms = 60_000;
const hour_ms = 60 * minute_ms;
const ended = 'You are not signed in, or your session has ended. Sign in again.';

describe.each(engines)('%s', (engine) => {
  let world: DashboardWorld;
  beforeAll(async () => {
    world = await openDashboardWorld(engine);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const use = (link_token: string) => world.call<AdminError>('signIn', { body: { link_token } });
  const statusOf = async (cookie: string) => (await world.call('getSession', {}, cookie)).status;
  const refusedLink = {
    status: 401,
    body: { error: 'The sign-in link is unknown, expired or already used.', error_code: 'invalid_link' },
  };

  it('a link starts a session with a cookie that scripts and other sites cannot use', async () => {
    const { url, token, session } = await world.addLink('developer');
    expect(url).toBe(`http://127.0.0.1:7423/sign-in#${token}`);
    const { status, headers } = await use(token);
    const cookie = headers.get('set-cookie') ?? '';
    expect(status).toBe(204);
    expect(cookie).toMatch(
      /^__Host-dashboard-7423=bss_(?:2_)?[\w-]{43}; Max-Age=604800; Path=\/; Secure; HttpOnly; SameSite=Strict$/,
    );
    const { body } = await world.call<Session>('getSession', {}, cookie.split(';')[0]);
    expect(body).toEqual({
      object: 'session',
      role: 'developer',
      organization_id: world.organization_id,
      actor: { kind: 'session', id: session.id, name: 'A developer' },
      expires_at: new Date(world.sessionClock.now().getTime() + 7 * 24 * hour_ms).toISOString(),
      service_url: world.url,
      modes: ['test', 'live'],
      sandbox: false,
      sandbox_organization_id: null,
      receiver_url: null,
    });
  });

  it('reads whom a link signs in, any number of times, and leaves it unused', async () => {
    const read = (link_token: string) => world.call('readSignInLink', { body: { link_token } });
    const { token, session } = await world.addLink('developer');
    const { organization } = world;
    const shown = {
      object: 'sign_in_link',
      name: 'A developer',
      role: 'developer',
      organization_id: organization.organization_id,
      organization_name: expect.stringMatching(/./),
      expires_at: session.expires_at,
    };
    for (let count = 0; count < 3; count += 1) {
      const { status, headers, body } = await read(token);
      expect([status, headers.get('set-cookie'), body]).toEqual([200, null, shown]);
    }
    const operator = await world.addLink();
    const ofAll = { role: 'operator', organization_id: null, organization_name: null };
    expect((await read(operator.token)).body).toMatchObject(ofAll);
    expect((await use(token)).status).toBe(204);
    for (const wrong of [token, newDashboardToken('link'), 'bsl_short'])
      expect(await read(wrong)).toMatchObject(refusedLink);
  });

  it('refuses a link that is used, also at the same time, and texts that are no link', async () => {
    const { token } = await world.addLink();
    const both = await Promise.all([use(token), use(token)]);
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([204, 401]));
    const cookie = await world.signIn();
    const sessionToken = cookie.split('=')[1] ?? '';
    for (const wrong of [token, newDashboardToken('link'), sessionToken, 'bsl_short', `${token}x`, "' OR ''='"]) {
      expect([wrong, await use(wrong)]).toMatchObject([wrong, refusedLink]);
    }
  });

  it('refuses a link after 15 minutes', async () => {
    const [first, second] = [await world.addLink(), await world.addLink()];
    await world.sessionClock.advance(15 * minute_ms - 1);
    expect((await use(first.token)).status).toBe(204);
    await world.sessionClock.advance(1);
    expect(await use(second.token)).toMatchObject(refusedLink);
  });

  it('ends a session after 12 hours without a request', async () => {
    const [used, idle] = [await world.signIn(), await world.signIn()];
    await world.sessionClock.advance(6 * hour_ms);
    expect(await statusOf(used)).toBe(200);
    await world.sessionClock.advance(6 * hour_ms - 1);
    expect(await statusOf(used)).toBe(200);
    await world.sessionClock.advance(1);
    expect(await world.call<AdminError>('getSession', {}, idle)).toMatchObject({
      status: 401,
      body: { error: ended, error_code: 'unauthorized' },
    });
    expect(await statusOf(used)).toBe(200);
  });

  it('ends a session after 7 days, although it is used', async () => {
    const cookie = await world.signIn();
    for (let half = 1; half <= 14; half += 1) {
      await world.sessionClock.advance(12 * hour_ms - minute_ms);
      expect(await statusOf(cookie)).toBe(200);
    }
    await world.sessionClock.advance(13 * minute_ms);
    expect(await statusOf(cookie)).toBe(200);
    await world.sessionClock.advance(minute_ms);
    expect(await statusOf(cookie)).toBe(401);
  });

  it('ends a session when it is revoked, and when its person signs out', async () => {
    const operator = await world.signIn();
    const [revoked, left] = [await world.signIn('viewer'), await world.signIn('admin')];
    const { body } = await world.call<DashboardSessionList>('listDashboardSessions', { query: { limit: 2 } }, operator);
    expect(body.data.map(({ role, state }) => [role, state])).toEqual([
      ['admin', 'active'],
      ['viewer', 'active'],
    ]);
    const path = { dashboard_session_id: body.data[1]?.id ?? '' };
    expect((await world.call('revokeDashboardSession', { path }, operator)).status).toBe(200);
    expect((await world.call('revokeDashboardSession', { path }, operator)).status).toBe(404);
    expect(await statusOf(revoked)).toBe(401);

    expect(await statusOf(left)).toBe(200);
    const out = await world.call('signOut', {}, left);
    expect([out.status, out.headers.get('set-cookie')]).toEqual([
      204,
      '__Host-dashboard-7423=; Max-Age=0; Path=/; Secure; HttpOnly; SameSite=Strict',
    ]);
    expect(await statusOf(left)).toBe(401);
    expect(await statusOf(operator)).toBe(200);
  });

  it('an admin lists and ends the sessions of its organization, and finds no other one', async () => {
    const { organization_id, foreign_id } = world;
    const [admin, member] = [await world.signIn('admin'), await world.signIn('developer')];
    const [foreign, operator] = [await world.signIn('viewer', foreign_id), await world.signIn()];
    const idOf = async (cookie: string) => (await world.call<Session>('getSession', {}, cookie)).body.actor.id ?? '';
    const list = await world.call<DashboardSessionList>(
      'listOrganizationSessions',
      { path: { organization_id } },
      admin,
    );
    expect(new Set(list.body.data.map((session) => session.organization_id))).toEqual(new Set([organization_id]));
    expect(list.body.data.slice(0, 2).map(({ role }) => role)).toEqual(['developer', 'admin']);

    const revoke = (id: string, cookie: string) =>
      world.call<AdminError>(
        'revokeOrganizationSession',
        { path: { organization_id, dashboard_session_id: id } },
        cookie,
      );
    const id = await idOf(member);
    expect((await revoke(id, member)).status).toBe(403);
    for (const other of [await idOf(foreign), await idOf(operator), 'das_none']) {
      expect(await revoke(other, admin)).toMatchObject({
        status: 404,
        body: { error: `No link and no session has the id ${other}.` },
      });
    }
    expect((await revoke(id, admin)).status).toBe(200);
    expect([await statusOf(member), await statusOf(foreign), await statusOf(operator)]).toEqual([401, 200, 200]);
    const audit = await world.call<AuditList>(
      'listAuditEntries',
      { path: { organization_id }, query: { limit: 1 } },
      admin,
    );
    expect(audit.body.data).toMatchObject([{ action: 'revokeOrganizationSession', target: id }]);
    expect((await revoke(await idOf(admin), operator)).status).toBe(200);
  });

  it('revokes a link before it is used', async () => {
    const operator = await world.signIn();
    const { token, session } = await world.addLink('viewer');
    const path = { dashboard_session_id: session.id };
    expect(await world.call('revokeDashboardSession', { path }, operator)).toMatchObject({
      status: 200,
      body: { id: session.id, state: 'link', signed_in_at: null },
    });
    expect(await use(token)).toMatchObject(refusedLink);
  });

  it('an operator creates links for members, and no one else does', async () => {
    const { organization_id } = world;
    const create = (body: object, cookie: string) => world.call<AdminError>('createDashboardLink', { body }, cookie);
    const operator = await world.signIn();
    const body = { role: 'viewer', organization_id, name: 'Ada Byron' };
    expect(await create(body, operator)).toMatchObject({
      status: 201,
      body: { url: expect.stringMatching(/\/sign-in#bsl_/), session: { name: 'Ada Byron', state: 'link' } },
    });
    expect((await create(body, await world.signIn('admin'))).status).toBe(403);
    expect((await create({ role: 'viewer' }, operator)).status).toBe(400);
    expect((await create({ role: 'operator', organization_id }, operator)).status).toBe(400);
    expect((await create({ role: 'viewer', organization_id: 'org_none' }, operator)).status).toBe(404);
  });

  it('a member sees its own organization only, and may do what its role allows', async () => {
    const viewer = await world.signIn('viewer');
    const of = (organization_id: string) => ({ path: { organization_id } });
    expect((await world.call('listDeliveries', of(world.organization_id), viewer)).status).toBe(200);
    const foreign = await world.call<AdminError>('listDeliveries', of(world.foreign_id), viewer);
    const missing = await world.call<AdminError>('listDeliveries', of('org_none'), viewer);
    expect([foreign.status, missing.status]).toEqual([404, 404]);
    expect(foreign.body.error.replace(world.foreign_id, 'org_none')).toBe(missing.body.error);
    expect((await world.call('revealSigningSecret', of(world.organization_id), viewer)).status).toBe(403);
    expect((await world.call('listOrganizations', {}, viewer)).status).toBe(403);
    const operator = await world.signIn();
    expect((await world.call('listDeliveries', of(world.foreign_id), operator)).status).toBe(200);
    expect((await world.call('listDeliveries', of('org_none'), operator)).status).toBe(404);
  });

  it('needs a session for every operation, also for one that is open on the admin port', async () => {
    for (const operationId of ['getMetrics', 'listOrganizations', 'getSession', 'signOut'] as const) {
      const { status, headers } = await world.call(operationId);
      expect([operationId, status, headers.get('www-authenticate')]).toEqual([operationId, 401, 'DashboardLink']);
    }
    expect((await fetch(`${world.dashboardUrl}/api/readyz`)).status).toBe(401);
    expect((await world.call('getReadiness', {}, await world.signIn('viewer'))).status).toBe(200);
  });

  it('records links and sign-ins with their person, and leaves no token in the database, the audit log or the log', async () => {
    const { token, session } = await world.addLink('admin');
    const signedIn = await use(token);
    const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
    const path = { organization_id: world.organization_id };
    const { body } = await world.call<AuditList>('listAuditEntries', { path, query: { limit: 2 } }, cookie);
    expect(body.data).toMatchObject([
      { action: 'signIn', target: session.id, actor: { kind: 'session', id: session.id, name: 'A admin' } },
      { action: 'createDashboardLink', target: session.id, actor: { kind: 'command' } },
    ]);
    const unused = (await world.addLink('admin')).token;
    const stored = await world.query('SELECT * FROM dashboard_sessions');
    const entries = await world.query('SELECT * FROM audit_entries');
    expect(JSON.stringify(stored)).toContain(session.id);
    for (const each of [token, unused, cookie.split('=')[1] ?? '']) {
      expect(each).toMatch(/^bs[ls]_/);
      expect(JSON.stringify([stored, entries, world.lines])).not.toContain(each.slice(4));
    }
  });

  it('removes links and sessions that have ended within an hour, and no others', async () => {
    const count = async () => (await world.store.listDashboardSessions({ limit: 10 })).length;
    await world.addLink();
    const cookie = await world.signIn();
    await world.sessionClock.advance(11 * hour_ms);
    expect(await statusOf(cookie)).toBe(200);
    await world.sessionClock.advance(3 * hour_ms);
    await expect.poll(count).toBe(1);
    expect(await statusOf(cookie)).toBe(200);
    await world.sessionClock.advance(14 * hour_ms);
    await expect.poll(count).toBe(0);
  });
});
