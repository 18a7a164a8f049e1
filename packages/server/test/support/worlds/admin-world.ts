/**
 * Worlds with an admin server: a service on one engine and a sandbox, and calls whose responses Ajv checks against the admin
 * contract, without code of the server.
 */
import { createRequire } from 'node:module';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { type AdminError, type AdminOperationId, type AdminRole, adminRoutes } from '@booking-service/contract/admin';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
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
import {
  type OpenedSandbox,
  openSandbox,
  openWebhookEndpoint,
  type WebhookEndpoint,
  type WorldOptions,
} from '../../../src/testing.ts';
import { openCallRoute } from '../../../src/testing/world.ts';
import { type EngineName, type EngineWorld, openWorldOn } from '../engines.ts';
import { type CreatedOrganization, createOrganization } from '../../../src/admin/organizations/create-organization.ts';

export interface AdminResponse<Body> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

interface AdminOptions {
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent unchanged, instead of `body`. */
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

type Node = { readonly [key: string]: Node } & { readonly $ref?: string };

const document = createRequire(import.meta.url)('@booking-service/contract/admin.json') as Node;
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv, { mode: 'full' });
ajv.addSchema(document, 'admin');

/** Sends a request to the admin port at `url`. Throws if the response violates the contract. */
export async function callAdmin<Body = Record<string, unknown>>(
  url: string,
  target: `${string} /${string}`,
  { body, text, headers = {} }: AdminOptions = {},
): Promise<AdminResponse<Body>> {
  const [method = '', path = ''] = target.split(' ');
  const content = text ?? (body === undefined ? undefined : JSON.stringify(body));
  const response = await fetch(url + path, {
    method,
    headers: { ...(content !== undefined && { 'Content-Type': 'application/json' }), ...headers },
    ...(content !== undefined && { body: content }),
  });
  const parts = { status: response.status, headers: response.headers, text: await response.text() };
  // checkAdminResponse validates the body against the schema of this response.
  return { ...parts, body: checkAdminResponse({ method, path, ...parts }) as Body };
}

/** Returns the body of a response. Throws if the response violates the admin contract. */
export function checkAdminResponse({
  method,
  path,
  status,
  headers,
  text,
}: {
  method: string;
  path: string;
  status: number;
  headers: Headers;
  text: string;
}): unknown {
  const what = `${method} ${path} -> ${status}`;
  const pointer = findResponse(method, path, status);
  if (!pointer) throw new Error(`${what} is not in the admin contract: ${text}`);
  const type = headers.get('content-type')?.split(';')[0] ?? '';
  const request_id = headers.get('request-id');
  if (request_id === null) throw new Error(`${what} has no Request-Id.`);
  if (method === 'HEAD') return undefined;
  if (status === 204 && text === '') return undefined;
  const body: unknown = type === 'application/json' ? JSON.parse(text) : text;
  const validate = ajv.getSchema(`admin#${encodeURI(`${pointer}/content/${escape(type)}/schema`)}`);
  if (!validate?.(body)) throw new Error(`${what} violates the contract: ${ajv.errorsText(validate?.errors)} ${text}`);
  const isRepeated = status < 400 || (body as Partial<AdminError>).request_id === request_id;
  // The 503 of readiness is a report.
  if (!isRepeated && 'error' in (body as object))
    throw new Error(`${what} has the Request-Id ${request_id}, but ${text}`);
  return body;
}

function findResponse(method: string, path: string, status: number): string | undefined {
  const routeMethod = method === 'HEAD' ? 'get' : method.toLowerCase();
  const { pathname } = new URL(path, 'http://admin.test');
  const route = Object.values(adminRoutes).find(
    (row) => toPattern(row.path).test(pathname) && row.method === routeMethod,
  );
  const unrouted = `/x-unrouted/${status}`;
  const own = route && `/paths/${escape(route.path)}/${route.method}/responses/${status}`;
  const pointer = [own, unrouted].find((each) => each !== undefined && at(each) !== undefined);
  return pointer === undefined ? undefined : (at(pointer)?.$ref?.slice(1) ?? pointer);
}

/** Matches the paths of a template. A parameter is one segment. */
function toPattern(template: string): RegExp {
  return new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
}

function at(pointer: string): Node | undefined {
  let node: Node | undefined = document;
  for (const part of pointer.split('/').slice(1)) node = node?.[part.replaceAll('~1', '/').replaceAll('~0', '~')];
  return node;
}

function escape(part: string): string {
  return part.replaceAll('~', '~0').replaceAll('/', '~1');
}

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

export interface SandboxWorld extends OpenedSandbox {
  readonly endpoint: WebhookEndpoint;
  readonly organization_id: string;
  readonly keys: CreatedOrganization['keys'];
}

/** On a busy machine, a run takes longer than the three seconds that an advance waits for it by default. */
const patience_ms = 60_000;

export async function openSandboxWorld({ rate_limit = 300 }: { rate_limit?: number } = {}): Promise<SandboxWorld> {
  await using opened = new AsyncDisposableStack();
  const endpoint = opened.use(await openWebhookEndpoint());
  const sandbox = opened.use(await openSandbox({ patience_ms }));
  const organization = { name: 'Diner', webhook_url: endpoint.url, rate_limit };
  const { organization_id, keys } = await createOrganization(sandbox.store, organization, sandbox.clock.now());

  const running = opened.move();
  return { ...sandbox, endpoint, organization_id, keys, [Symbol.asyncDispose]: () => running.disposeAsync() };
}
