/**
 * Opens a whole service for a test in one call: a real server on a real port, a real store in its own folder, the integrations of
 * the sandbox, an organization with both keys, its webhook endpoint, and a clock that stands still until it is advanced. Every response,
 * every webhook and every call of a supplier or card service is checked against its contract.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSealing, type Sealing } from '@booking-service/kernel/store';
import { AsyncDisposableStack } from '@whatwg-node/disposablestack';
import { pino } from 'pino';
import { createManualClock, type ManualClock, type WebhookEndpoint } from '@booking-service/kernel/testing';
import { migrateSqliteStore, openSqliteStore } from '../store/sqlite/sqlite-store.ts';
import type { Store } from '../store/store.ts';
import {
  type CreatedOrganization,
  createOrganization,
  type NewOrganization,
} from '../admin/organizations/create-organization.ts';
import {
  type BookingServer,
  type BookingServerOptions,
  type CallCheck,
  type CallContext,
  type CardVault,
  type CodeSender,
  createBookingServer,
  type Integrations,
  type PaymentService,
  type Provider,
} from '../index.ts';
import {
  bothSides,
  createSandboxIntegrations,
  openMagicOrganizations,
} from '../providers/sandbox/sandbox-integrations.ts';
import { createRequestChecks, openWebhookEndpoint } from './request-checks.ts';
import { createWireValidator, wireSeen, type WireValidator } from './wire-validator.ts';

export interface Call {
  readonly method: string;
  /** The path with its query, as it is sent. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly content?: string | Uint8Array;
}

export interface RawResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** The route that the requests of one world take to its server. */
export interface CallRoute extends AsyncDisposable {
  send(call: Call): Promise<RawResponse>;
}

/** The contract that a server serves. */
type ServedContract = 'public' | 'admin';

/** Opens a route to the server at `url`. */
export type OpenCallRoute = (url: string, contract: ServedContract) => Promise<CallRoute>;

let open: OpenCallRoute = async (url) => ({
  send: (call) => sendCall(url, call),
  [Symbol.asyncDispose]: async () => undefined,
});

/** Sends the request directly to `url`, on a connection of its own: a server that stops waits a second for each idle one. */
export async function sendCall(url: string, { method, path, headers, content }: Call): Promise<RawResponse> {
  const response = await fetch(url + path, {
    method,
    headers: { Connection: 'close', ...headers },
    redirect: 'manual',
    // The types of fetch exclude shared memory. These bytes are not shared.
    ...(content !== undefined && { body: content as NonNullable<RequestInit['body']> }),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** Sets the route for the requests of every world in this process. Call it in a test setup, before a world opens. */
export function routeCalls(by: OpenCallRoute): void {
  open = by;
}

/** Default: a route to the public contract. */
export async function openCallRoute(url: string, contract: ServedContract = 'public'): Promise<CallRoute> {
  return open(url, contract);
}

export interface CallOptions {
  /** The key to send: `test`, `live`, any other text, or null for none. Default: `test`. */
  readonly key?: string | null;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent unchanged, instead of `body`. */
  readonly text?: string | Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface TestResponse<Body> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

export interface World extends AsyncDisposable {
  readonly url: string;
  readonly clock: ManualClock;
  readonly store: Store;
  readonly organization: CreatedOrganization;
  readonly endpoint: WebhookEndpoint;
  readonly wire: WireValidator;
  /** Creates the magic organizations of a sandbox. Their test keys are sk_test_sandbox_<name>. */
  addMagicOrganizations(): Promise<void>;
  /** Creates another organization with both keys. Default: without a webhook URL. */
  addOrganization(options?: Partial<NewOrganization>): Promise<CreatedOrganization>;
  /** The state of the service, for its admin server. */
  readonly server: Pick<BookingServer, 'health' | 'readDatabases'>;
  /** Reads a payment at the card service of the world. */
  readonly readPayment: BookingServer['readPayment'];
  /** Sends a request to the service. Throws if the response violates the contract. */
  readonly call: <Body = Record<string, unknown>>(
    method: string,
    path: string,
    options?: CallOptions,
  ) => Promise<TestResponse<Body>>;
}

export type WorldOptions = Partial<Omit<BookingServerOptions, 'clock' | keyof Integrations>> &
  BothModes & {
    /** Integrations whose two sides differ. */
    readonly integrations?: Partial<Integrations>;
    readonly organization?: Partial<NewOrganization>;
    /** The start of the clock. Default: 2026-11-21T09:30:00.000Z. */
    readonly start?: Date;
  };

export async function openWorld({
  organization = {},
  start = new Date('2026-11-21T09:30:00.000Z'),
  providers,
  payments,
  cards,
  codes,
  billing,
  entitlements,
  integrations,
  ...overrides
}: WorldOptions = {}): Promise<World> {
  await using opened = new AsyncDisposableStack();

  const clock = createManualClock(start);
  const store = overrides.store ?? (await openTemporaryStore(opened));
  const wire = createWireValidator();
  const requests = createRequestChecks();
  const endpoint = opened.use(await openWebhookEndpoint(wire));
  const served = await serve({
    store,
    clock,
    ...requests.watch({
      ...createSandboxIntegrations({ clock }),
      ...bothModes({ providers, payments, cards, codes, billing, entitlements }),
      ...integrations,
    }),
    log: pino({ level: 'silent' }),
    acceptPublicKeys: true,
    allowLoopbackWebhooks: true,
    ...overrides,
  });
  const { url, server } = opened.use(served);
  const { readPayment } = server;
  const route = opened.use(await openCallRoute(url));

  const addOrganization = (options: Partial<NewOrganization> = {}) =>
    createOrganization(store, { name: 'Diner', webhook_url: null, ...options }, clock.now());
  const created = await addOrganization({ webhook_url: endpoint.url, ...organization });
  const running = opened.move();

  return {
    url,
    clock,
    store,
    organization: created,
    endpoint,
    wire,
    addOrganization,
    server,
    readPayment,
    addMagicOrganizations: () => openMagicOrganizations(store, clock.now()),
    async call<Body>(method: string, path: string, { key = 'test', body, text, headers = {} }: CallOptions = {}) {
      const secret = key === 'test' || key === 'live' ? created.keys[key] : key;
      const content = text ?? (body === undefined ? undefined : JSON.stringify(body));
      const response = await route.send({
        method,
        path,
        ...(content !== undefined && { content }),
        headers: {
          ...(secret !== null && { Authorization: `Bearer ${secret}` }),
          ...(content !== undefined && { 'Content-Type': 'application/json' }),
          ...headers,
        },
      });
      wire.checkResponse({ method, path: new URL(url + path).pathname, ...response });
      // Checked above against the schema of this response.
      const parsed = (response.text === '' ? undefined : JSON.parse(response.text)) as Body;
      return { status: response.status, headers: response.headers, body: parsed };
    },
    async [Symbol.asyncDispose]() {
      await running.disposeAsync();
      requests.report();
      for (const entry of wire.seen) wireSeen.add(entry);
    },
  };
}

/** Integrations that serve both modes, as most tests use them. */
interface BothModes {
  readonly providers?: readonly Provider[] | undefined;
  readonly payments?: PaymentService | undefined;
  readonly cards?: CardVault | undefined;
  readonly codes?: CodeSender | undefined;
  readonly billing?: CallCheck | undefined;
  readonly entitlements?: CallCheck | undefined;
}

/** Returns the integrations with the same port on both sides. */
function bothModes({ providers, payments, cards, codes, billing, entitlements }: BothModes): Partial<Integrations> {
  return {
    ...(providers && { suppliers: providers.map(bothSides) }),
    ...(payments && { payments: bothSides(payments) }),
    ...(cards && { cards: bothSides(cards) }),
    ...(codes && { codes: bothSides(codes) }),
    ...(billing && { billing: bothSides(billing) }),
    ...(entitlements && { entitlements: bothSides(entitlements) }),
  };
}

/** The place where the server of one world listens. */
export interface ServedWorld extends AsyncDisposable {
  readonly url: string;
  readonly server: Pick<BookingServer, 'health' | 'readDatabases' | 'readPayment'>;
}

/** Creates the server of a world and lets it listen. Disposal closes it. */
export type ServeWorld = (options: BookingServerOptions) => Promise<ServedWorld>;

let serve: ServeWorld = async (options) => {
  const server = createBookingServer(options);
  const { url } = await server.listen({ host: '127.0.0.1', port: 0 });
  // The clients of a world are in this process, and have their responses.
  return { url, server, [Symbol.asyncDispose]: () => server.close({ grace_seconds: 0.1 }) };
};

/** Sets how the server of every world in this process is created and listens. Call it in a test setup, before a world opens. */
export function serveWorlds(by: ServeWorld): void {
  serve = by;
}

/** The context of a port call that a test makes itself. */
export const testContext: CallContext = { organization_id: 'org_test', livemode: false };

// A data folder with all tables and no rows. Only the first one of a process runs the migrations; the others are copies of it.

let migrated: Promise<Buffer> | undefined;

/** Creates a temporary data folder, sealed with testSealing. The caller removes it. */
export async function createMigratedFolder(): Promise<string> {
  const folder = await createFolder();
  migrated ??= migrate();
  await writeFile(join(folder, 'booking-service.db'), await migrated, { mode: 0o600 });
  return folder;
}

async function migrate(): Promise<Buffer> {
  const folder = await createFolder();
  try {
    migrateSqliteStore(folder, { sealing: testSealing });
    return await readFile(join(folder, 'booking-service.db'));
  } finally {
    await rm(folder, { recursive: true });
  }
}

function createFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'booking-service-'));
}

/** Seals with the same key in every test, so that a test can reopen a folder. */
export const testSealing: Sealing = createSealing(new Uint8Array(32).fill(7));

/** Opens an embedded store. `opened` closes it and removes its folder. */
export async function openTemporaryStore(opened: Pick<AsyncDisposableStack, 'defer' | 'use'>): Promise<Store> {
  const folder = await createMigratedFolder();
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  return opened.use(openSqliteStore(folder, { sealing: testSealing }));
}
