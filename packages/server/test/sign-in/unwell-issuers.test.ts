/** An issuer of OpenID Connect that fails, hangs or sends too much, on both engines. */
import type { ServerResponse } from 'node:http';
import type { AdminError, IssuerSignIn } from '@booking-service/contract/admin';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../support/engines.ts';
import { signInAt, startIssuer, type TestIssuer } from './start-issuer.ts';
import { openDashboardWorld, type DashboardWorld } from '../support/worlds/dashboard-world.ts';

const unavailable = {
  status: 503,
  body: { error: 'The issuer that signs you in does not respond as it should.', error_code: 'issuer_unavailable' },
};

describe.each(engines)('%s', (engine) => {
  let issuer: TestIssuer;
  let world: DashboardWorld;
  beforeAll(async () => {
    issuer = await startIssuer('http://127.0.0.1:7423/sign-in/company');
    const { url, client_id, client_secret } = issuer;
    const roles = [{ claim: 'sub', value: 'ada', role: 'operator' }] as const;
    const company = { name: 'company', title: 'Example Company', issuer: url, client_id, client_secret, roles };
    world = await openDashboardWorld(engine, { issuersOf: () => [company] });
  });
  afterAll(async () => {
    await world?.[Symbol.asyncDispose]();
    await issuer?.[Symbol.asyncDispose]();
  });
  afterEach(() => {
    issuer.padding = undefined;
    issuer.faults.clear();
  });

  /** Starts a sign-in. Returns the page of the issuer, and the cookie that the browser keeps. */
  async function start(): Promise<{ page: string; cookie: string }> {
    const path = { issuer: 'company' };
    const { status, headers, body } = await world.call<IssuerSignIn>('startIssuerSignIn', { path });
    expect(status).toBe(200);
    return { page: body.url, cookie: headers.get('set-cookie')?.split(';')[0] ?? '' };
  }

  const finish = (response: string, cookie: string | null) =>
    world.call<AdminError>('finishIssuerSignIn', { path: { issuer: 'company' }, body: { response } }, cookie);

  const documents = ['/.well-known/openid-configuration', '/jwks', '/token', '/me'];
  it('reports an issuer that does not respond as it should, and signs in when it does again', async () => {
    const { page, cookie } = await start();
    const response = (await signInAt(page, 'ada')).search.slice(1);
    issuer.faults.set('/token', (_req, res) => void res.destroy());
    expect(await finish(response, cookie)).toMatchObject(unavailable);
    issuer.faults.set('/token', (_req, res) => void res.writeHead(500).end('<p>a-secret-text</p>'));
    expect(await finish(response, cookie)).toMatchObject(unavailable);
    issuer.faults.set('/token', (_req, res) => {
      res.writeHead(401, { 'Content-Type': 'application/json' }).end('{"error":"invalid_client"}');
    });
    expect(await finish(response, cookie)).toMatchObject(unavailable);
    issuer.faults.clear();
    expect((await finish(response, cookie)).status).toBe(204);
    expect(world.lines.join('')).not.toContain('a-secret-text');
  });

  it.each(documents.flatMap((path) => [true, false].map((isCompressed) => ({ path, isCompressed }))))(
    'reads at most 64 KiB of $path, compressed: $isCompressed',
    async ({ path, isCompressed }) => {
      const attempt = async () => {
        // The documents of the issuer are read again.
        await world.sessionClock.advance(3_600_000);
        const { status, body, headers } = await world.call<IssuerSignIn>('startIssuerSignIn', {
          path: { issuer: 'company' },
        });
        if (status !== 200) return status;
        const response = (await signInAt(body.url, 'ada')).search.slice(1);
        return (await finish(response, headers.get('set-cookie')?.split(';')[0] ?? '')).status;
      };
      issuer.padding = { path, bytes: 65_536, isCompressed };
      expect(await attempt()).toBe(204);
      issuer.padding = { path, bytes: 65_537, isCompressed };
      expect(await attempt()).toBe(503);
      expect(world.lines.slice(-2).join('')).toContain('"reason":"RESPONSE_TOO_LARGE"');
      expect(issuer.encodings.get(path)).toBe('identity');
    },
  );

  it('finishes 8 sign-ins of an issuer at a time, and refuses one more until one of them ends', async () => {
    const held: ServerResponse[] = [];
    issuer.faults.set('/token', (_req, res) => void held.push(res));
    const { page, cookie } = await start();
    const response = (await signInAt(page, 'ada')).search.slice(1);
    const first = Array.from({ length: 8 }, () => finish(response, cookie));
    await expect.poll(() => held.length).toBe(8);
    expect(await finish(response, cookie)).toMatchObject({
      status: 503,
      body: {
        error: 'Too many people are signing in at this issuer at the same time. Sign in again in some seconds.',
        error_code: 'issuer_unavailable',
      },
    });
    for (const res of held) res.destroy();
    for (const each of await Promise.all(first)) expect(each).toMatchObject(unavailable);
    issuer.faults.clear();
    expect((await finish(response, cookie)).status).toBe(204);
  });

  it('keeps the document of the issuer for an hour, and reads it again then', async () => {
    let reads = 0;
    await start();
    await world.sessionClock.advance(3_599_999);
    issuer.faults.set('/.well-known/openid-configuration', (_req, res) => {
      reads += 1;
      res.writeHead(503).end();
    });
    await start();
    expect(reads).toBe(0);
    await world.sessionClock.advance(3_600_000);
    const startAgain = () => world.call<AdminError>('startIssuerSignIn', { path: { issuer: 'company' } });
    expect(await startAgain()).toMatchObject(unavailable);
    expect(reads).toBe(1);
    issuer.faults.clear();
    expect((await startAgain()).status).toBe(200);
  });
});
