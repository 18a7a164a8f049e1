/** The dashboard of an application with its own sign-in. */
import { createServer } from 'node:http';
import type { AdminError, AuditList, Session } from '@booking-service/contract/admin';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createBookingServer, createLog, findDashboardFiles, type DashboardUser } from '../../../src/index.ts';
import { openWorld, type World } from '../../../src/testing.ts';
import { checkAdminResponse } from '../../support/worlds/admin-call.ts';
import { fromPage } from '../../support/worlds/dashboard-world.ts';
// @boundaries-ignore receivers and proxies of tests come from one place
import { listenOnLoopback } from '../../../../kernel/test/support/network/listen-on-loopback.ts';
import { makePages, pages } from '../../support/worlds/admin-world.ts';

const opened = new AsyncDisposableStack();
let world: World;
let url: string;
/** Who is signed in to the application; an error if it fails. */
let user: DashboardUser | undefined | Error;
let asked = 0;
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

it('serves the pages, and its operations to the person whom the application has signed in', async () => {
  user = viewer();
  expect(await (await fetch(`${url}/sign-in`)).text()).toBe(pages['/index.html']);
  expect(await call<Session>('GET /session')).toMatchObject({
    status: 200,
    body: {
      role: 'viewer',
      organization_id: user.organization_id,
      actor: { kind: 'host', id: 'user-7', name: 'Ada Byron' },
      expires: null,
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
