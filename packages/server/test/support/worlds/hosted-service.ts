/** A service that nothing listens for: tests call its handler, or give its middleware to a server of their own. */
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express, { type Express } from 'express';
import {
  type BookingServer,
  type BookingServerOptions,
  createBookingServer,
  createLog,
  createOrganization,
  createSandboxIntegrations,
  openSqliteStore,
} from '../../../src/index.ts';
import { createManualClock, testSealing } from '../../../src/testing.ts';

export interface HostedService extends AsyncDisposable {
  readonly server: BookingServer;
  /** An Authorization header of a test key. */
  readonly Authorization: string;
  /** The lines of the log. */
  readonly lines: readonly Readonly<Record<string, unknown>>[];
}

/** Opens a service on a store of its own, with one organization. Its work does not start. Disposal closes it. */
export async function openHosted(options: Partial<BookingServerOptions> = {}): Promise<HostedService> {
  await using opened = new AsyncDisposableStack();
  const folder = opened.use(await mkdtempDisposable(join(tmpdir(), 'booking-service-')));
  const store = opened.use(openSqliteStore(folder.path, { sealing: testSealing }));
  const clock = createManualClock(new Date('2026-11-21T09:30:00.000Z'));
  const settings = { name: 'Diner', webhook_url: null, rate_limit: 1_000_000 };
  const { keys } = await createOrganization(store, settings, clock.now());
  const lines: Record<string, unknown>[] = [];
  // A line is an object.
  const destination = { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) };
  const log = createLog({ destination });
  const server = createBookingServer({ store, clock, log, ...createSandboxIntegrations({ clock }), ...options });
  opened.defer(() => server.close());
  const running = opened.move();
  return {
    server,
    Authorization: `Bearer ${keys.test}`,
    lines,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

// A service that is mounted in an app of Express, for tests.

interface MountedService extends AsyncDisposable {
  /** The URL of the app. */
  readonly url: string;
  /** An Authorization header of a test key. */
  readonly Authorization: string;
}

/** Opens a service, lets `mount` add its middleware to an app, and listens. */
export async function openMounted(
  mount: (app: Express, server: BookingServer) => void,
  options: Partial<BookingServerOptions> = {},
): Promise<MountedService> {
  await using opened = new AsyncDisposableStack();
  const folder = opened.use(await mkdtempDisposable(join(tmpdir(), 'booking-service-')));
  const store = opened.use(openSqliteStore(folder.path, { sealing: testSealing }));
  const clock = createManualClock(new Date('2026-11-21T09:30:00.000Z'));
  const { keys } = await createOrganization(store, { name: 'Diner', webhook_url: null }, clock.now());
  const log = createLog({ level: 'silent' });
  const server = createBookingServer({ store, clock, log, ...createSandboxIntegrations({ clock }), ...options });
  server.start();
  opened.defer(() => server.close());

  const app = express();
  mount(app, server);
  const { url } = opened.use(await listenApp(app));
  const running = opened.move();
  return { url, Authorization: `Bearer ${keys.test}`, [Symbol.asyncDispose]: () => running.disposeAsync() };
}

/** An app that listens. */
export interface ListeningApp extends AsyncDisposable {
  readonly url: string;
}

/** Lets the app listen on a free port. Disposal closes its server and every connection. */
export async function listenApp(app: Express): Promise<ListeningApp> {
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
