/**
 * A whole service for a test, in one call: a real server on a real port over a real store in a folder of its own, the
 * sandbox provider, an organization with both keys, its webhook endpoint, and a clock that stands still until moved.
 * Every answer that `call` returns, and every webhook the endpoint gets, has passed the wire validator.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import {
  createOrganization,
  type CreatedOrganization,
  type NewOrganization,
} from '../organizations/create-organization.ts';
import { createBookingServer, type BookingServerOptions } from '../index.ts';
import { createManualClock, type ManualClock } from '../time/manual-clock.ts';
import { openMagicOrganizations } from '../sandbox/magic-organizations.ts';
import { createSandboxIntegrations } from '../sandbox/sandbox-integrations.ts';
import { openSqliteStore } from '../store/sqlite/sqlite-store.ts';
import type { Store } from '../store/store.ts';
import { openCallRoute } from './call-route.ts';
import { testSealing } from './test-sealing.ts';
import { openWebhookEndpoint, type WebhookEndpoint } from './webhook-endpoint.ts';
import { wireSeen } from './wire-seen.ts';
import { createWireValidator, type WireValidator } from './wire-validator.ts';

export interface CallOptions {
  /** Which key to send: `test` (default), `live`, any text, or null for none. */
  readonly key?: string | null;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is, in place of `body`. */
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
  /** Makes the organizations that a sandbox has beside the main one; their keys are sk_test_sandbox_<name>. */
  addMagicOrganizations(): Promise<void>;
  /** Makes another organization with keys and, unless told otherwise, without a webhook URL. */
  addOrganization(options?: Partial<NewOrganization>): Promise<CreatedOrganization>;
  /** Calls the service over HTTP. Throws where the answer breaks the contract. */
  readonly call: <Body = Record<string, unknown>>(
    method: string,
    path: string,
    options?: CallOptions,
  ) => Promise<TestResponse<Body>>;
}

export type WorldOptions = Partial<Omit<BookingServerOptions, 'clock'>> & {
  readonly organization?: Partial<NewOrganization>;
  /** When the world begins; default 2026-11-21T09:30:00.000Z. */
  readonly start?: Date;
};

export async function openWorld({
  organization = {},
  start = new Date('2026-11-21T09:30:00.000Z'),
  ...overrides
}: WorldOptions = {}): Promise<World> {
  await using opened = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'booking-service-'));
  opened.defer(() => rm(folder, { recursive: true, force: true }));

  const clock = createManualClock(start);
  const store = overrides.store ?? opened.use(openSqliteStore(folder, { sealing: testSealing }));
  const endpoint = opened.use(await openWebhookEndpoint());
  const server = createBookingServer({
    store,
    clock,
    ...createSandboxIntegrations({ clock }),
    log: pino({ level: 'silent' }),
    acceptPublicKeys: true,
    allowLoopbackWebhooks: true,
    ...overrides,
  });
  const { url } = await server.listen({ host: '127.0.0.1', port: 0 });
  opened.defer(() => server.close());
  const route = opened.use(await openCallRoute(url));

  const addOrganization = (options: Partial<NewOrganization> = {}) =>
    createOrganization(store, { name: 'Diner', webhook_url: null, ...options }, clock.now());
  const created = await addOrganization({ webhook_url: endpoint.url, ...organization });
  const wire = createWireValidator();
  const running = opened.move();

  return {
    url,
    clock,
    store,
    organization: created,
    endpoint,
    wire,
    addOrganization,
    addMagicOrganizations: () => openMagicOrganizations(store, clock.now()),
    async call<Body>(method: string, path: string, { key = 'test', body, text, headers = {} }: CallOptions = {}) {
      const secret = key === 'test' || key === 'live' ? created.keys[key] : key;
      const content = text ?? (body === undefined ? undefined : JSON.stringify(body));
      const answer = await route.send({
        method,
        path,
        ...(content !== undefined && { content }),
        headers: {
          ...(secret !== null && { Authorization: `Bearer ${secret}` }),
          ...(content !== undefined && { 'Content-Type': 'application/json' }),
          ...headers,
        },
      });
      wire.checkResponse({ method, path: new URL(url + path).pathname, ...answer });
      // Judged above against the schema of this very answer.
      const parsed = (answer.text === '' ? undefined : JSON.parse(answer.text)) as Body;
      return { status: answer.status, headers: answer.headers, body: parsed };
    },
    async [Symbol.asyncDispose]() {
      await running.disposeAsync();
      for (const webhook of endpoint.received) wire.checkWebhook(webhook);
      for (const each of wire.seen) wireSeen.add(each);
    },
  };
}
