/** A service that is mounted in an app of Express, for tests. */
import { once } from 'node:events';
import { mkdtempDisposable } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express, { type Express } from 'express';
import {
  createBookingServer,
  createLog,
  createOrganization,
  createSandboxIntegrations,
  openSqliteStore,
  type BookingServer,
  type BookingServerOptions,
} from '../../../src/index.ts';
import { createManualClock, testSealing } from '../../../src/testing.ts';

export interface MountedService extends AsyncDisposable {
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
