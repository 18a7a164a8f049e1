import { sandbox } from '@booking-service/contract';
import { type BookingClient, createBookingClient } from '@booking-service/client';
import { type Clock, createVerifier, type EventMap, type EventType, type Verifier } from '@booking-service/webhooks';
import { type AdminClient, bodyOf, createAdminClient, type Duration, openRemoteClock } from './admin-client.ts';
import { type FetchHandler, openInbox, startServer, type WebhookApp } from './inbox.ts';
import { readAddress } from './read-address.ts';

/** Options of an organization in a sandbox. */
export interface SandboxOptions {
  /** The app that receives the webhooks. Default: none; see {@link Sandbox.deliverTo}. */
  readonly app?: WebhookApp;
  /** The path of its webhook route. Default: `/webhooks`. A URL has its own. */
  readonly path?: string;
}

/** Options of {@link connectSandbox}. */
export interface ConnectOptions extends SandboxOptions {
  /** The URL of the service. Default: the environment variable BOOKING_BASE_URL. */
  readonly url?: string;
  /** The URL of its admin server. Default: the environment variable BOOKING_ADMIN_URL. */
  readonly adminUrl?: string;
}

/** An organization of its own in a sandbox, and all that a test of an integration needs. */
export interface Sandbox extends AsyncDisposable {
  /** The URL of the service. */
  readonly url: string;
  /** The API keys of the organization, one of each mode. */
  readonly keys: Readonly<Record<'test' | 'live', string>>;
  /** The secret that signs its webhooks. */
  readonly signing_secret: string;
  /** A client with the test key. */
  readonly client: BookingClient;
  /** A verifier with the secret and the clock of the sandbox. */
  readonly verifier: Verifier;
  /** The clock of the sandbox. It starts with the time of this computer, and runs by itself. */
  readonly clock: Clock;
  /**
   * Advances the clock by a duration, by milliseconds, or to a time. Runs everything that is due, in order, and resolves when it is
   * done: `advance('10 minutes')`.
   */
  advance(by: Duration | number | Date): Promise<void>;
  /**
   * Returns the next webhook of this type: the oldest one that your app accepted with a 2xx, or that arrived without an app, and that
   * was not returned before. Waits for it up to `timeout` milliseconds of real time. Default: 5000.
   */
  nextWebhook<T extends EventType>(type: T, options?: { readonly timeout?: number }): Promise<EventMap[T]>;
  /**
   * Sends the webhooks to this app from now on. A listener gets a server on a free port. Returns the URL of the app, without the path.
   * The path of its webhook route is `/webhooks` by default.
   */
  deliverTo(app: WebhookApp, options?: { readonly path?: string }): Promise<string>;
  /** The venues of the sandbox. Each has its own outcome. */
  readonly venues: Venues;
  /** Ends everything that was started here. */
  close(): Promise<void>;
}

/** Creates an organization in a running sandbox, whose webhooks arrive in this process. */
export async function connectSandbox({ app, path, ...address }: ConnectOptions = {}): Promise<Sandbox> {
  const { url, adminUrl } = readAddress(address);
  const admin = createAdminClient(adminUrl);
  const clock = await openRemoteClock(admin);
  const opened: AsyncDisposable[] = [];
  let verifier: Verifier | undefined;
  const inbox = await openInbox({
    async findVerifier() {
      // Another test may have advanced the clock.
      await clock.refresh();
      if (!verifier) throw new Error('A webhook came before its organization was created.');
      return verifier;
    },
  });
  opened.push(inbox);
  const { keys, signing_secret } = await createOrganization(admin, inbox.url);
  verifier = createVerifier({ secrets: [signing_secret], clock });

  async function deliverTo(target: WebhookApp, { path: route = '/webhooks' }: { readonly path?: string } = {}) {
    const handler = typeof target === 'object' && 'fetch' in target ? target.fetch.bind(target) : target;
    if (typeof handler !== 'function') {
      if (!URL.canParse(String(handler)))
        throw new TypeError(`${String(handler)} is not a handler, a listener or a URL.`);
      const { origin, href } = new URL(handler);
      inbox.forwardTo(href);
      return origin;
    }
    // A method of another number of parameters, such as that of Hono, is a fetch handler, too.
    const server = await startServer(
      handler === target ? handler : (request: Request) => (handler as FetchHandler)(request),
    );
    opened.push(server);
    inbox.forwardTo(server.url + route);
    return server.url;
  }

  async function close(): Promise<void> {
    for (const each of opened.splice(0).toReversed()) await each[Symbol.asyncDispose]();
  }

  if (app !== undefined) await deliverTo(app, { ...(path !== undefined && { path }) });
  return {
    url,
    keys,
    signing_secret,
    client: createBookingClient({ baseUrl: url, apiKey: keys.test }),
    verifier,
    clock,
    advance: (by) => clock.advance(by),
    nextWebhook: (type, { timeout = 5000 } = {}) => inbox.next(type, timeout),
    deliverTo,
    venues,
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Creates an organization with a key of each mode. */
export async function createOrganization(
  admin: AdminClient,
  webhook_url: string | null,
): Promise<Pick<Sandbox, 'keys' | 'signing_secret'>> {
  const body = { name: 'Test', webhook_url };
  const { organization, signing_secret } = await bodyOf(admin.POST('/organizations', { body }));
  const params = { path: { organization_id: organization.id } };
  const createKey = async (mode: 'test' | 'live') =>
    (await bodyOf(admin.POST('/organizations/{organization_id}/keys', { params, body: { mode } }))).key;
  return { signing_secret, keys: { test: await createKey('test'), live: await createKey('live') } };
}

/** Starts a sandbox in this process, on free ports of this computer, and creates an organization in it. `close` stops it. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { openService } = await loadService();
  const service = await openService();
  try {
    const connected = await connectSandbox({ ...options, url: service.url, adminUrl: service.adminUrl });
    const close = async () => {
      // First, so that the service does not wait for an app that never responds.
      await connected.close();
      await service[Symbol.asyncDispose]();
    };
    return { ...connected, close, [Symbol.asyncDispose]: close };
  } catch (error) {
    await service[Symbol.asyncDispose]();
    throw error;
  }
}

type Venue = (typeof sandbox.venues)[number];

/** The venues of the sandbox, by their ids without the prefix `ven_`. */
export type Venues = {
  readonly [V in Venue as V['id'] extends `${typeof sandbox.venue_id_prefix}${infer Name}` ? Name : never]: V;
};

/** The venues of the sandbox. Each has its own outcome: `venues.harbour_table` confirms, `venues.broken_bell` fails. */
// The keys are those of the type: the ids without their prefix.
export const venues: Venues = Object.fromEntries(
  sandbox.venues.map((venue) => [venue.id.slice(sandbox.venue_id_prefix.length), venue]),
) as unknown as Venues;

/** Loads the service on use: connectSandbox needs none in this process, and an older Node and a CommonJS test of Jest cannot load one. */
async function loadService() {
  try {
    return await import('./open-service.ts');
  } catch (cause) {
    throw new Error(
      `startSandbox cannot load the service in Node ${process.versions.node}: it needs Node 22.16 or newer with node:sqlite and, in Jest, NODE_OPTIONS=--experimental-vm-modules. Otherwise start \`npx @booking-service/cli sandbox\` and use connectSandbox.`,
      { cause },
    );
  }
}
