/** The sign-in at a real issuer of OpenID Connect, on both engines: what starts a session, and what is refused. */
import { generateKeyPairSync } from 'node:crypto';
import type { AdminError, AuditList, IssuerSignIn, Session, SignInOptions } from '@booking-service/contract/admin';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../support/engines.ts';
import { signInAt, startIssuer, type TestIssuer, type TokenParts } from './start-issuer.ts';
import { openDashboardWorld, type DashboardWorld } from '../support/worlds/dashboard-world.ts';

const failed = {
  status: 401,
  body: {
    error:
      'The sign-in did not complete. It was started in another browser, took too long, was used before, or the issuer refused it.',
    error_code: 'sign_in_failed',
  },
};
const notAdmitted = {
  status: 403,
  body: { error: 'Your account has no access to this dashboard.', error_code: 'not_admitted' },
};

describe.each(engines)('%s', (engine) => {
  let issuer: TestIssuer;
  let world: DashboardWorld;
  beforeAll(async () => {
    issuer = await startIssuer('http://127.0.0.1:7423/sign-in/company');
    const { url, client_id, client_secret } = issuer;
    const common = { title: 'Example Company', issuer: url, client_id, client_secret };
    world = await openDashboardWorld(engine, {
      issuersOf: (organization_id) => [
        {
          ...common,
          name: 'company',
          scopes: ['profile', 'email', 'groups'],
          roles: [
            { claim: 'groups', value: 'operators', role: 'operator' },
            { claim: 'email', value: 'grace@customer.test', role: 'admin', organization_id },
            { claim: 'groups', value: 'customers', role: 'developer', organization_id },
            { claim: 'groups', value: 'gone', role: 'viewer', organization_id: 'org_none' },
          ],
        },
        { ...common, name: 'other', roles: [{ claim: 'sub', value: 'ada', role: 'operator' }] },
      ],
    });
    issuer.people.set('ada', { name: 'Ada Byron', groups: ['customers', 'everyone'] });
  });
  afterAll(async () => {
    await world?.[Symbol.asyncDispose]();
    await issuer?.[Symbol.asyncDispose]();
  });
  afterEach(() => {
    issuer.alter = undefined;
    issuer.faults.clear();
  });

  /** Starts a sign-in. Returns the page of the issuer, and the cookie that the browser keeps. */
  async function start(name = 'company'): Promise<{ page: string; cookie: string; setCookie: string }> {
    const { status, headers, body } = await world.call<IssuerSignIn>('startIssuerSignIn', { path: { issuer: name } });
    expect(status).toBe(200);
    const setCookie = headers.get('set-cookie') ?? '';
    return { page: body.url, cookie: setCookie.split(';')[0] ?? '', setCookie };
  }

  const finish = (response: string, cookie: string | null, name = 'company') =>
    world.call<AdminError>('finishIssuerSignIn', { path: { issuer: name }, body: { response } }, cookie);

  /** Signs a person in with one browser. */
  async function signIn(login: string) {
    const { page, cookie } = await start();
    const back = await signInAt(page, login);
    return finish(back.search.slice(1), cookie);
  }

  const sessionOf = ({ headers }: { headers: Headers }) => headers.get('set-cookie')?.split(';')[0] ?? '';

  it('lists the issuers for the page of the sign-in, without their secrets', async () => {
    const { status, body } = await world.call<SignInOptions>('getSignInOptions');
    expect([status, body]).toEqual([
      200,
      {
        object: 'sign_in_options',
        service_name: null,
        contact: null,
        issuers: [
          { object: 'sign_in_issuer', name: 'company', title: 'Example Company' },
          { object: 'sign_in_issuer', name: 'other', title: 'Example Company' },
        ],
        email: false,
      },
    ]);
  });

  it('starts at the issuer with PKCE, state and nonce, and keeps their secrets in a cookie of this browser', async () => {
    const { page, setCookie } = await start();
    const { origin, searchParams } = new URL(page);
    expect(origin).toBe(issuer.url);
    expect(Object.fromEntries(searchParams)).toEqual({
      client_id: 'dashboard',
      response_type: 'code',
      redirect_uri: 'http://127.0.0.1:7423/sign-in/company',
      scope: 'openid profile email groups',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
    expect(setCookie).toMatch(
      /^__Host-sign-in-7423=company(?:\.[\w-]{43}){3}\.[\da-z]{6}\.[\w-]{43}; Max-Age=600; Path=\/; Secure; HttpOnly; SameSite=Strict$/,
    );
    const again = new URL((await start()).page).searchParams;
    for (const name of ['state', 'nonce', 'code_challenge']) expect(again.get(name)).not.toBe(searchParams.get(name));
  });

  it('starts a session with the role of the first rule that the person fulfills, and records the person', async () => {
    const signedIn = await signIn('ada');
    expect([signedIn.status, signedIn.headers.get('set-cookie')]).toEqual([
      204,
      expect.stringMatching(
        /^__Host-dashboard-7423=bss_(?:2_)?[\w-]{43}; Max-Age=604800; Path=\/; Secure; HttpOnly; SameSite=Strict$/,
      ),
    ]);
    const session = (await world.call<Session>('getSession', {}, sessionOf(signedIn))).body;
    expect(session).toMatchObject({
      role: 'developer',
      organization_id: world.organization_id,
      actor: { kind: 'session', name: 'Ada Byron' },
      expires_at: new Date(world.sessionClock.now().getTime() + 7 * 86_400_000).toISOString(),
    });
    const operator = await world.signIn();
    const path = { organization_id: world.organization_id };
    const audit = await world.call<AuditList>('listAuditEntries', { path, query: { limit: 1 } }, operator);
    expect(audit.body.data).toMatchObject([
      {
        action: 'finishIssuerSignIn',
        target: session.actor.id,
        actor: { kind: 'session', id: session.actor.id, name: 'Ada Byron' },
        details: { role: 'developer', issuer: 'company', subject: 'ada' },
      },
    ]);
  });

  it('signs operators in for all organizations, and ends their session when they sign out', async () => {
    issuer.people.set('olga', { groups: ['customers', 'operators'] });
    const cookie = sessionOf(await signIn('olga'));
    const { body } = await world.call<Session>('getSession', {}, cookie);
    expect(body).toMatchObject({ role: 'operator', organization_id: null, actor: { name: 'olga' } });
    expect((await world.call('listOrganizations', {}, cookie)).status).toBe(200);
    expect((await world.call('signOut', {}, cookie)).status).toBe(204);
    expect((await world.call('getSession', {}, cookie)).status).toBe(401);
  });

  it('trusts an email only if the issuer has verified it', async () => {
    const email = 'grace@customer.test';
    issuer.people.set('grace', { email, email_verified: false });
    expect(await signIn('grace')).toMatchObject(notAdmitted);
    issuer.people.set('grace', { email });
    expect(await signIn('grace')).toMatchObject(notAdmitted);
    issuer.people.set('grace', { email, email_verified: true });
    const { body } = await world.call<Session>('getSession', {}, sessionOf(await signIn('grace')));
    expect(body).toMatchObject({ role: 'admin', actor: { name: email } });
  });

  it('takes an email and its verification from one source', async () => {
    const email = 'grace@customer.test';
    // Each source verifies another address than the one that the other states.
    issuer.people.set('mixed', { email: 'eve@elsewhere.test', email_verified: true });
    issuer.alter = (parts) => claim({ email })(parts);
    expect(await signIn('mixed')).toMatchObject(notAdmitted);
    issuer.alter = (parts) => claim({ email, email_verified: false })(parts);
    expect(await signIn('mixed')).toMatchObject(notAdmitted);
    issuer.people.set('mixed', { email });
    issuer.alter = (parts) => claim({ email_verified: true })(parts);
    expect(await signIn('mixed')).toMatchObject(notAdmitted);
    issuer.alter = (parts) => claim({ email, email_verified: true })(parts);
    expect((await signIn('mixed')).status).toBe(204);
    issuer.people.set('mixed', { email, email_verified: true });
    issuer.alter = (parts) => claim({ email: 'eve@elsewhere.test' })(parts);
    expect((await signIn('mixed')).status).toBe(204);
  });

  it('refuses people without a mapped claim, and those of an organization that does not exist', async () => {
    issuer.people.set('eve', { name: 'Eve', groups: ['everyone'] });
    issuer.people.set('gus', { name: 'Gus', groups: 'gone' });
    for (const login of ['eve', 'gus']) expect(await signIn(login)).toMatchObject(notAdmitted);
  });

  it('refuses a response without the cookie of this sign-in, or with that of another one', async () => {
    const [mine, other] = [await start(), await start()];
    const response = (await signInAt(mine.page, 'ada')).search.slice(1);
    expect(await finish(response, null)).toMatchObject(failed);
    expect(await finish(response, '__Host-sign-in-7423=company.a.b.c')).toMatchObject(failed);
    expect(await finish(response, other.cookie)).toMatchObject(failed);
    // Another issuer cannot finish it.
    expect(await finish(response, mine.cookie, 'other')).toMatchObject(failed);
    const wrongState = response.replace(/state=[^&]*/, 'state=wrong');
    expect(await finish(wrongState, mine.cookie)).toMatchObject(failed);
    expect((await finish(response, mine.cookie)).status).toBe(204);
  });

  it('refuses a code that was used before, and one that the issuer did not give', async () => {
    const { page, cookie } = await start();
    const response = (await signInAt(page, 'ada')).search.slice(1);
    expect((await finish(response, cookie)).status).toBe(204);
    expect(await finish(response, cookie)).toMatchObject(failed);
    expect(await finish(response.replace(/code=[^&]*/, 'code=guessed'), cookie)).toMatchObject(failed);
    const denied = response.replace(/code=[^&]*/, 'error=access_denied');
    expect(await finish(denied, cookie)).toMatchObject(failed);
    expect(await finish('nonsense', cookie)).toMatchObject(failed);
  });

  it('refuses another code for a sign-in that has started a session, and one after 10 minutes, whatever the browser keeps', async () => {
    const { page, cookie } = await start();
    const again = async () => (await signInAt(page, 'ada')).search.slice(1);
    expect((await finish(await again(), cookie)).status).toBe(204);
    expect(await finish(await again(), cookie)).toMatchObject(failed);

    const late = await start();
    await world.sessionClock.advance(600_000 - 1);
    const response = (await signInAt(late.page, 'ada')).search.slice(1);
    const prolonged = late.cookie.replace(/\.[\da-z]{6}\./, (ends) => ends.replace(/.\./, 'z.'));
    expect(await finish(response, prolonged)).toMatchObject(failed);
    await world.sessionClock.advance(1);
    expect(await finish(response, late.cookie)).toMatchObject(failed);
  });

  const claim = (changes: object) => (parts: TokenParts) => ({ ...parts, claims: { ...parts.claims, ...changes } });
  const { privateKey: foreignKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const seconds = () => Math.floor(Date.now() / 1000);
  const wrongTokens: Readonly<Record<string, (parts: TokenParts) => TokenParts>> = {
    'another nonce': claim({ nonce: 'wrong' }),
    'no nonce': claim({ nonce: undefined }),
    'another audience': claim({ aud: 'another-client' }),
    'more than one audience, and another party': claim({ aud: ['dashboard', 'another'], azp: 'another' }),
    'another issuer': claim({ iss: 'https://issuer.test' }),
    'no subject': claim({ sub: undefined }),
    'an end before the tolerance': (parts) => claim({ exp: seconds() - 40 })(parts),
    'a start after the tolerance': (parts) => claim({ nbf: seconds() + 40 })(parts),
    'the signature of another key': (parts) => ({ ...parts, key: foreignKey }),
    'no signature': (parts) => ({ ...parts, header: { ...parts.header, alg: 'none' } }),
    'another algorithm': (parts) => ({ ...parts, header: { ...parts.header, alg: 'RS512' } }),
    'the subject of another person than the claims': claim({ sub: 'olga' }),
  };
  it.each(Object.entries(wrongTokens))('refuses an ID token with %s', async (_fault, alter) => {
    issuer.alter = alter;
    expect(await signIn('ada')).toMatchObject(failed);
    issuer.alter = (parts) => parts;
    expect((await signIn('ada')).status).toBe(204);
  });

  it('accepts a token whose end is within the tolerance', async () => {
    issuer.alter = (parts) => claim({ exp: seconds() - 20 })(parts);
    expect((await signIn('ada')).status).toBe(204);
  });

  it('refuses an issuer that the service does not have', async () => {
    const notFound = { status: 404, body: { error: 'No issuer has the name google.', error_code: 'not_found' } };
    expect(await world.call('startIssuerSignIn', { path: { issuer: 'google' } })).toMatchObject(notFound);
    expect(await finish('code=a', null, 'google')).toMatchObject(notFound);
  });

  it('leaves no code, token or secret in the database and the log, and the reason of a refusal in the log', async () => {
    const { page, cookie } = await start();
    const response = (await signInAt(page, 'ada')).search.slice(1);
    const session = sessionOf(await finish(response, cookie)).split('=')[1] ?? '';
    await finish(response, cookie);
    const rows = await Promise.all(
      ['dashboard_sessions', 'audit_entries'].map((table) => world.query(`SELECT * FROM ${table}`)),
    );
    const seen = JSON.stringify([rows, world.lines]);
    const secrets = [
      new URLSearchParams(response).get('code') ?? '',
      ...cookie.split('.').slice(1, 4),
      session.slice(4),
    ];
    expect(secrets.every((each) => each.length >= 43)).toBe(true);
    for (const secret of [...secrets, issuer.client_secret]) expect(seen).not.toContain(secret);
    expect(world.lines.map((line) => JSON.parse(line) as object)).toContainEqual(
      expect.objectContaining({ msg: 'a sign-in failed', issuer: 'company', reason: 'invalid_grant' }),
    );
  });
});
