/** A service on one engine with its admin server, two organizations, and an access token of every role. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { type AdminOperationId, type AdminRole, adminRoutes } from '@booking-service/contract/admin';
import { createSealing } from '@booking-service/kernel/store';
import { createSandboxClock } from '@booking-service/kernel/time';
import { createSessionCookie } from '../../../src/admin/dashboard/sessions.ts';
import { sessionOperations } from '../../../src/admin/dashboard/session-operations.ts';
import { createSignInLinks } from '../../../src/admin/members/sign-in-links.ts';
import { issuerOperations } from '../../../src/admin/sign-in/issuer-operations.ts';
import { sandboxOperations } from '../../../src/admin/operations/sandbox-operations.ts';
import { createMetrics, startAdminServer } from '../../../src/index.ts';
import { createLog } from '../../../src/log/log.ts';
import { createSandboxFaults } from '../../../src/providers/sandbox/sandbox-integrations.ts';
import type { WorldOptions } from '../../../src/testing.ts';
import { openCallRoute } from '../../../src/testing/world.ts';
import { type AdminResponse, callAdmin, checkAdminResponse } from './admin-call.ts';
import { type EngineName, type EngineWorld, openWorldOn } from '../engines.ts';

/** A request for an operation. */
export interface OperationRequest {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: unknown;
}

export interface AdminWorld extends Omit<EngineWorld, 'call'> {
  /** The service: its `call` sends requests of the public contract. */
  readonly service: EngineWorld;
  readonly adminUrl: string;
  readonly organization_id: string;
  /** Another organization, without keys. */
  readonly foreign_id: string;
  /** A token of each role; `foreign` is that of an admin of the other organization. */
  readonly tokens: Readonly<Record<AdminRole | 'foreign', string>>;
  /** The lines of the admin server's log. */
  readonly lines: readonly string[];
  /** Calls an operation with this token, or without one. Throws if the response violates the contract. */
  readonly call: <Body = Record<string, unknown>>(
    operationId: AdminOperationId,
    request?: OperationRequest,
    token?: string | null,
  ) => Promise<AdminResponse<Body>>;
  /** Creates a token for the organization, or for an operator. */
  readonly addToken: (role: AdminRole, organization_id?: string) => Promise<{ id: string; token: string }>;
}

/** Opens the world. `access` is that of --admin-access. Default: open. */
export async function openAdminWorld(
  engine: EngineName,
  {
    access = 'open',
    ...options
  }: { access?: 'open' | 'token' } & Pick<WorldOptions, 'providers' | 'payments' | 'organization'> = {},
): Promise<AdminWorld> {
  await using opened = new AsyncDisposableStack();
  const world = opened.use(await openWorldOn(engine, options));
  const { store, clock, readPayment, server } = world;
  const lines: string[] = [];
  const log = createLog({ destination: { write: (line) => void lines.push(line) } });
  const metrics = createMetrics({ store, clock, log });
  const dashboard = { url: 'http://127.0.0.1:7423', clock };
  const cookie = createSessionCookie(dashboard.url);
  const sealing = createSealing(Buffer.alloc(32));
  const operations = {
    ...sandboxOperations({ store, clock: createSandboxClock(), faults: createSandboxFaults() }),
    ...sessionOperations({ store, clock, cookie, facts: { modes: ['test', 'live'] } }),
    ...issuerOperations({ issuers: [], email: false, url: dashboard.url, store, clock, cookie, sealing, log }),
    ...createSignInLinks({ store, dashboard, log }).handlers,
  };
  const start = (who: 'open' | 'token') =>
    startAdminServer({
      port: 0,
      server,
      metrics,
      log,
      administration: { store, clock, allowLoopbackWebhooks: true, dashboard, readPayment, access: who },
      operations,
    });
  const admin = opened.use(await start(access));
  const route = opened.use(await openCallRoute(admin.url, 'admin'));
  const { organization_id } = world.organization;
  const foreign_id = (await world.addOrganization({ name: 'Other' })).organization_id;

  const call: AdminWorld['call'] = async (operationId, { path = {}, query = {}, body } = {}, token = null) => {
    const { method, path: template } = adminRoutes[operationId];
    const filled = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ''));
    const entries = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]);
    const search = entries.length > 0 ? `?${new URLSearchParams(entries).toString()}` : '';
    const request = { method: method.toUpperCase(), path: filled + search };
    const content = body === undefined ? undefined : JSON.stringify(body);
    const response = await route.send({
      ...request,
      ...(content !== undefined && { content }),
      headers: {
        ...(token !== null && { Authorization: `Bearer ${token}` }),
        ...(content !== undefined && { 'Content-Type': 'application/json' }),
      },
    });
    // checkAdminResponse validates the body against the schema of this response.
    return { ...response, body: checkAdminResponse({ ...request, ...response }) as never };
  };

  /** An operator's token has to exist before another can be created with --admin-access token: a command creates it. */
  const first = opened.use(await start('open'));
  const addToken: AdminWorld['addToken'] = async (role, of) => {
    const created = await callAdmin<{ access_token: { id: string }; token: string }>(first.url, 'POST /access-tokens', {
      body: { name: `A ${role}`, role, ...(of !== undefined && { organization_id: of }) },
    });
    return { id: created.body.access_token.id, token: created.body.token };
  };
  const tokenOf = async (role: AdminRole, of?: string) => (await addToken(role, of)).token;
  const tokens = {
    viewer: await tokenOf('viewer', organization_id),
    developer: await tokenOf('developer', organization_id),
    admin: await tokenOf('admin', organization_id),
    monitoring: await tokenOf('monitoring'),
    support: await tokenOf('support'),
    operator: await tokenOf('operator'),
    foreign: await tokenOf('admin', foreign_id),
  };
  const running = opened.move();
  return {
    ...world,
    service: world,
    adminUrl: admin.url,
    organization_id,
    foreign_id,
    tokens,
    lines,
    call,
    addToken,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/** The text of the fixture's page and of its asset. */
export const pages = {
  '/index.html': '<!doctype html><title>Dashboard</title>',
  '/assets/app-1a2b3c.js': 'document.title = "Dashboard";',
} as const;

/** Writes a small build of the dashboard, with one compressed asset, next to a file that is not part of it. */
export async function makePages(): Promise<AsyncDisposable & { readonly folder: string }> {
  const parent = await mkdtemp(join(tmpdir(), 'booking-service-'));
  const folder = join(parent, 'dashboard');
  await mkdir(join(folder, 'assets'), { recursive: true });
  await writeFile(join(parent, 'secret.txt'), 'secret');
  for (const [path, text] of Object.entries(pages)) await writeFile(join(folder, path), text);
  const asset = '/assets/app-1a2b3c.js';
  await writeFile(join(folder, `${asset}.br`), brotliCompressSync(pages[asset]));
  await writeFile(join(folder, `${asset}.gz`), gzipSync(pages[asset]));
  return { folder, [Symbol.asyncDispose]: () => rm(parent, { recursive: true, force: true }) };
}
