/** The dashboard of an application with its own sign-in, and the requests that a person may send (ADM-8). */
import { createServer } from 'node:http';
import {
  type AdminError,
  adminLimits,
  adminRoutes,
  type AuditList,
  type Session,
} from '@booking-service/contract/admin';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operationTable } from '@booking-service/contract';
import { newNumberedId, tokenDigest } from '@booking-service/kernel/contract';
import { createBookingServer, createLog, type DashboardUser, findDashboardFiles } from '../../../src/index.ts';
import { openWorld, type World } from '../../../src/testing.ts';
import { checkAdminResponse, makePages, pages } from '../../support/worlds/admin-world.ts';
import { type DashboardWorld, fromPage, openDashboardWorld } from '../../support/worlds/dashboard-world.ts';
// @boundaries-ignore receivers and proxies of tests come from one place
import { listenOnLoopback } from '../../../../kernel/test/support/network/listen-on-loopback.ts';
import { newDashboardToken } from '../../../src/admin/dashboard/sessions.ts';
import {
  auditFilters,
  bookingFilters,
  type FilterKinds,
  organizationRequestFilters,
  publicFilters,
} from '../../../src/store/lists/list-filters.ts';
import { engines } from '../../support/engines.ts';

const opened = new AsyncDisposableStack();
let world: World;
let url: string;
/** Who is signed in to the application; an error if it fails. */
let user: DashboardUser | undefined | Error;
let asked = 0;

describe('an own sign-in', () => {
  beforeAll(async () => {
    world = opened.use(await openWorld());
    const { folder } = opened.use(await makePages());
    const { store, clock } = world;
    const dashboard = {
      url: 'https://dashboard.diner.test',
      files: await findDashboardFiles(folder),
      dashboardAuth() {
        asked += 1;
        if (user instanceof Error) throw user;
        return user;
      },
    };
    const server = createBookingServer({ store, clock, log: createLog({ level: 'silent' }), suppliers: [], dashboard });
    if (!server.dashboard) throw new Error('The server has no dashboard.');
    const host = createServer(server.dashboard);
    url = await listenOnLoopback(host);
    opened.defer(() => void host.close());
  });
  afterAll(() => opened[Symbol.asyncDispose]());

  it('serves the pages, and its operations to the person whom the application has signed in', async () => {
    user = viewer();
    expect(await (await fetch(`${url}/sign-in`)).text()).toBe(pages['/index.html']);
    expect(await call<Session>('GET /session')).toMatchObject({
      status: 200,
      body: {
        role: 'viewer',
        organization_id: user.organization_id,
        actor: { kind: 'host', id: 'user-7', name: 'Ada Byron' },
        expires_at: null,
      },
    });
    const of = `/api/organizations/${user.organization_id}`;
    expect((await call(`GET ${of}/deliveries`)).status).toBe(200);
    expect((await call('GET /api/organizations/org_none/deliveries')).status).toBe(404);
    expect((await call(`POST ${of}/signing-secret/reveal`)).status).toBe(403);
  });

  it('records the person in the audit log', async () => {
    user = { ...viewer(), role: 'admin', id: 'u'.repeat(101) };
    const of = `/api/organizations/${user.organization_id}`;
    expect((await call(`POST ${of}/signing-secret/reveal`)).status).toBe(200);
    const { body } = await call<AuditList>(`GET ${of}/audit?limit=1`);
    expect(body.data).toMatchObject([
      { action: 'revealSigningSecret', actor: { kind: 'host', id: 'u'.repeat(100), name: 'Ada Byron' } },
    ]);
  });

  it('serves support and operators in all organizations', async () => {
    for (const role of ['support', 'operator'] as const) {
      user = { role, organization_id: null, id: 'user-1' };
      expect((await call<Session>('GET /session')).body).toMatchObject({ role, organization_id: null });
      expect((await call('GET /api/organizations')).status).toBe(200);
      expect((await call('GET /api/operator/members')).status).toBe(role === 'operator' ? 200 : 403);
    }
  });

  it('has no links and no sessions of its own', async () => {
    user = { role: 'operator', organization_id: null, id: 'user-1' };
    expect((await call('POST /session', { body: { link_token: 'bsl_1' } })).status).toBe(405);
    expect((await call('POST /api/dashboard-links', { body: { role: 'operator' } })).status).toBe(409);
    expect((await call('DELETE /session')).status).toBe(409);
  });

  it('refuses a request without a signed-in person, and one from another origin before it asks who sends it', async () => {
    user = undefined;
    expect((await call('GET /session')).status).toBe(401);
    const before = asked;
    expect((await call('GET /session', { headers: { 'Sec-Fetch-Site': 'same-site' } })).status).toBe(403);
    expect((await call('DELETE /session', { headers: {} })).status).toBe(403);
    expect(asked).toBe(before);
  });

  it('fails with 500 if the application fails or returns an impossible person', async () => {
    const impossible: DashboardUser[] = [
      { role: 'operator', organization_id: 'org_1', id: 'user-1' },
      { role: 'support', organization_id: 'org_1', id: 'user-1' },
      { role: 'viewer', organization_id: null, id: 'user-1' },
    ];
    for (const each of [new Error('No session store.'), ...impossible]) {
      user = each;
      expect((await call('GET /session')).body).toEqual({
        error: 'The operation failed. See the log for the reason.',
        error_code: 'internal_error',
        request_id: expect.stringMatching(/^req_/) as string,
      });
    }
  });

  it('serves the operations without the pages if they are not built', async () => {
    user = viewer();
    const files = await findDashboardFiles('/nowhere');
    expect(files).toBeUndefined();
    const { store, clock } = world;
    const dashboard = { url: 'https://dashboard.diner.test', files, dashboardAuth: () => viewer() };
    const log = createLog({ level: 'silent' });
    const server = createBookingServer({ store, clock, log, suppliers: [], dashboard });
    if (!server.dashboard) throw new Error('The server has no dashboard.');
    const host = createServer(server.dashboard);
    const address = await listenOnLoopback(host);
    const page = await fetch(address);
    expect([page.status, await page.text()]).toEqual([404, expect.stringContaining('npm run dashboard')]);
    expect((await fetch(`${address}/session`)).status).toBe(200);
    host.close();
  });
});

const viewer = (): DashboardUser => ({
  role: 'viewer',
  organization_id: world.organization.organization_id,
  id: 'user-7',
  name: 'Ada Byron',
});

async function call<Body = AdminError>(
  target: string,
  { headers = fromPage, body }: { headers?: Record<string, string>; body?: unknown } = {},
) {
  const [method = '', path = ''] = target.split(' ');
  const response = await fetch(url + path, {
    method,
    headers: { ...headers, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const parts = { status: response.status, headers: response.headers, text: await response.text() };
  return { ...parts, body: checkAdminResponse({ method, path: path.replace('/api', ''), ...parts }) as Body };
}

/** Signs in a person with this account at an issuer. Returns the Cookie header of the session. */
async function signInPerson(of: DashboardWorld, account_digest: string): Promise<string> {
  const token = newDashboardToken('session');
  const now = of.sessionClock.now().toISOString();
  const times = { created: now, signed_in_at: now, last_used_at: now, expires_at: '2030-01-01T00:00:00.000Z' };
  const person = { organization_id: of.organization_id, role: 'viewer', name: 'Ada', account_digest } as const;
  await of.store.createDashboardSession({
    id: newNumberedId('das', undefined),
    ...person,
    ...times,
    digest: tokenDigest(token),
  });
  // The name of the cookie has the port of the address.
  return `${(await of.signIn('viewer')).split('=')[0]}=${token}`;
}

describe('limits', () => {
  describe.each(engines)('on %s, the requests of a member', (engine) => {
    const { units } = adminLimits.calls;

    it('ADM-8: are counted for each person, over all sessions, at the cost of their rows', async () => {
      await using own = await openDashboardWorld(engine);
      const { organization_id } = own;
      const [first, second, other] = [
        await signInPerson(own, 'a'.repeat(64)),
        await signInPerson(own, 'a'.repeat(64)),
        await signInPerson(own, 'b'.repeat(64)),
      ];
      const callAs = (as: string, operationId: keyof typeof adminRoutes, query: Record<string, string> = {}) =>
        own.call<AdminError>(operationId, { path: { organization_id }, query }, as);
      const remaining = async (...of: Parameters<typeof callAs>) =>
        Number((await callAs(...of)).headers.get('ratelimit-remaining'));
      expect(await remaining(first, 'getSession')).toBe(units - 1);
      expect(await remaining(second, 'listOrganizationBookings', { limit: '49' })).toBe(units - 2);
      expect(await remaining(first, 'listOrganizationBookings')).toBe(units - 4);
      expect(await remaining(second, 'listOrganizationBookings', { limit: '1', provider: 'sandbox' })).toBe(units - 9);
      // Counted before the role is compared.
      const forbidden = await callAs(first, 'listAuditEntries', { limit: '1' });
      expect([forbidden.status, forbidden.headers.get('ratelimit-remaining')]).toEqual([403, String(units - 10)]);

      let left = units - 10;
      for (; left > 0; left -= 401) expect((await callAs(second, 'countRequests')).status).toBe(200);
      const refused = await callAs(first, 'getSettings');
      expect(refused).toMatchObject({ status: 429, body: { error_code: 'rate_limited' } });
      const { headers } = refused;
      expect(headers.get('retry-after')).toBe(headers.get('ratelimit-reset'));
      expect([headers.get('ratelimit-limit'), headers.get('ratelimit-remaining')]).toEqual([String(units), '0']);

      expect(await remaining(other, 'getSettings')).toBe(units - 1);
      // Callers of all organizations are not counted.
      const operator = await own.call('getSettings', { path: { organization_id } }, await own.signIn('operator'));
      expect([operator.status, operator.headers.get('ratelimit-limit')]).toEqual([200, null]);
      await own.clock.advance(300_000);
      expect(await remaining(first, 'getSettings')).toBe(units - 1);
    });
  });

  it('LIM-8: the contracts name each filter that compares rows', () => {
    const comparedBy = (filters: FilterKinds) =>
      Object.keys(filters).filter((name) => {
        const kind = filters[name];
        return kind === 'field' || (typeof kind === 'object' && !Array.isArray(kind));
      });
    const { listOrganizationBookings, listOrganizationRequests, listAuditEntries, listAllAuditEntries } = adminRoutes;
    const { listBookings, listRequests } = operationTable;
    expect(listBookings.reads.compared).toEqual(comparedBy(publicFilters.listBookings));
    expect(listRequests.reads.compared).toEqual(comparedBy(publicFilters.listRequests));
    expect(comparedBy(publicFilters.listEvents)).toEqual([]);
    expect(listOrganizationBookings.reads.compared).toEqual(comparedBy(bookingFilters));
    expect(listOrganizationRequests.reads.compared).toEqual(comparedBy(organizationRequestFilters));
    for (const { reads } of [listAuditEntries, listAllAuditEntries])
      expect(reads.compared).toEqual(comparedBy(auditFilters));
  });
});
