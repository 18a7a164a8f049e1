/** A service on one engine with its dashboard server, which has the pages of a fixture folder, and two organizations. */
import {
  adminRoles,
  adminRoutes,
  type AdminOperationId,
  type DashboardRole,
  type CreatedDashboardLink,
} from '@booking-service/contract/admin';
import { operatorCaller } from '../../../src/admin/admin-context.ts';
import { createLink } from '../../../src/admin/dashboard/sessions.ts';
import { findDashboardFiles } from '../../../src/admin/dashboard/dashboard-listener.ts';
import { startDashboardServer } from '../../../src/admin/dashboard/start-dashboard-server.ts';
import { createMemberMail } from '../../../src/admin/members/member-mail.ts';
import type { SignInMailer } from '../../../src/domain/dashboard-mail.ts';
import type { SignInIssuer } from '../../../src/admin/sign-in/issuer.ts';
import { createMetrics } from '../../../src/index.ts';
import { createLog } from '../../../src/log/log.ts';
import { createManualClock, type ManualClock } from '@booking-service/kernel/testing';
import { type AdminResponse, checkAdminResponse, makePages, type OperationRequest } from './admin-world.ts';
import { openWorldOn, type EngineName, type EngineWorld } from '../engines.ts';

export interface DashboardWorld extends Omit<EngineWorld, 'call'> {
  readonly dashboardUrl: string;
  /** The time of links and sessions, as in a sandbox. Work of the service does not depend on it. */
  readonly sessionClock: ManualClock;
  readonly organization_id: string;
  /** Another organization. */
  readonly foreign_id: string;
  /** The lines of the dashboard's log. */
  readonly lines: readonly string[];
  /** Creates a link. Default: for an operator. */
  readonly addLink: (
    role?: DashboardRole,
    organization_id?: string,
  ) => Promise<CreatedDashboardLink & { token: string }>;
  /** Creates a link and signs in with it. Returns the Cookie header of the session. */
  readonly signIn: (role?: DashboardRole, organization_id?: string) => Promise<string>;
  /** Calls an operation as a page of the dashboard does. Throws if the response violates the contract. */
  readonly call: <Body = Record<string, unknown>>(
    operationId: AdminOperationId,
    request?: OperationRequest,
    cookie?: string | null,
  ) => Promise<AdminResponse<Body>>;
}

/** The headers that a browser adds to the requests of a page of the dashboard. */
export const fromPage = { 'Sec-Fetch-Site': 'same-origin' } as const;

/** Opens the world. `url` is that of --dashboard-url. */
export async function openDashboardWorld(
  engine: EngineName,
  {
    url = 'http://127.0.0.1:7423',
    issuersOf = () => [],
    mailer,
  }: {
    url?: string;
    /** Returns the issuers at which people sign in to the dashboard of this organization. Default: none. */
    issuersOf?: (organization_id: string) => readonly SignInIssuer[];
    /** Sends links to members. Default: no mail. */
    mailer?: SignInMailer;
  } = {},
): Promise<DashboardWorld> {
  await using opened = new AsyncDisposableStack();
  const world = opened.use(await openWorldOn(engine));
  const pages = opened.use(await makePages());
  const { store } = world;
  const sessionClock = createManualClock(world.clock.now());
  const { organization_id } = world.organization;
  const lines: string[] = [];
  const log = createLog({ destination: { write: (line) => void lines.push(line) } });
  const dashboard = { url, clock: sessionClock };
  const server = opened.use(
    await startDashboardServer({
      ...dashboard,
      port: 0,
      server: world.server,
      metrics: createMetrics({ store, clock: world.clock, log }),
      administration: { store, clock: world.clock, allowLoopbackWebhooks: true, dashboard },
      facts: { service_url: world.url, modes: ['test', 'live'] },
      issuers: issuersOf(organization_id),
      mail: mailer && createMemberMail(mailer, { clock: sessionClock, log }),
      files: await findDashboardFiles(pages.folder),
      log,
    }),
  );
  const foreign_id = (await world.addOrganization({ name: 'Other' })).organization_id;

  const call: DashboardWorld['call'] = async (operationId, { path = {}, query = {}, body } = {}, cookie = null) => {
    const { method, path: template } = adminRoutes[operationId];
    const filled = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ''));
    const entries = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]);
    const search = entries.length > 0 ? `?${new URLSearchParams(entries).toString()}` : '';
    const request = { method: method.toUpperCase(), path: filled + search };
    const prefix = template.startsWith('/session') ? '' : '/api';
    const response = await fetch(server.url + prefix + request.path, {
      method: request.method,
      headers: {
        ...fromPage,
        ...(cookie !== null && { Cookie: cookie }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const parts = { status: response.status, headers: response.headers, text: await response.text() };
    // checkAdminResponse validates the body against the schema of this response.
    return { ...parts, body: checkAdminResponse({ ...request, ...parts }) as never };
  };

  const addLink: DashboardWorld['addLink'] = async (role = 'operator', of = organization_id) => {
    const holder = { role, organization_id: adminRoles[role].organization ? of : null, name: `A ${role}` };
    const link = await createLink(holder, { store, dashboard, caller: operatorCaller('command') });
    return { ...link, token: link.url.split('#')[1] ?? '' };
  };
  const signIn: DashboardWorld['signIn'] = async (role, of) => {
    const { token } = await addLink(role, of);
    const { headers } = await call('signIn', { body: { link_token: token } });
    return headers.get('set-cookie')?.split(';')[0] ?? '';
  };
  const running = opened.move();
  return {
    ...world,
    dashboardUrl: server.url,
    sessionClock,
    organization_id,
    foreign_id,
    lines,
    addLink,
    signIn,
    call,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
