/** The sessions of one person: members and people of an issuer, on both engines. */
import type {
  AdminError,
  AuditList,
  InvitedMember,
  IssuerSignIn,
  OwnSessions,
  Session,
} from '@booking-service/contract/admin';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../support/engines.ts';
import { openDashboardWorld, type DashboardWorld } from '../support/worlds/dashboard-world.ts';
import { signInAt, startIssuer, type TestIssuer } from './start-issuer.ts';

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
