import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import {
  createBookingServer,
  createOrganization,
  createSandboxIntegrations,
  createSealing,
  openSqliteStore,
  systemClock,
  type Integrations,
} from '@booking-service/server';
import { createApp, type User } from './create-app.ts';

export interface StartOptions {
  /** The folder of the database. */
  readonly folder: string;
  readonly port: number;
  /** Default: the sandbox. */
  readonly integrations?: Integrations;
}

export interface StartedApp {
  readonly url: string;
  /** The token of a user, for requests to the app. */
  readonly token: string;
  /** Accepts no more requests, lets those under way finish, and closes the database. */
  readonly stop: () => Promise<void>;
}

/** Starts the app with the booking service in it. */
export async function startApp({
  folder,
  port,
  integrations = createSandboxIntegrations({ clock: systemClock }),
}: StartOptions): Promise<StartedApp> {
  // A real app keeps this key: it opens the signing secrets in the database.
  const sealing = createSealing(crypto.getRandomValues(new Uint8Array(32)));
  const store = openSqliteStore(folder, { sealing });
  const { keys } = await createOrganization(store, { name: 'Harbour Group', webhook_url: null }, new Date());
  const token = crypto.randomUUID();
  const users = new Map<string, User>([[token, { name: 'Ada', api_key: keys.test }]]);

  const bookings = createBookingServer({ store, ...integrations });
  const server = createApp({ bookings, users }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  // Mounted, the service does not listen itself: the app starts its work (runs, webhooks, expiry).
  bookings.start();

  // A server that listens on a port has an address of this form.
  const { port: bound } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${bound}`,
    token,
    async stop() {
      // In this order: no more requests, then no more work, then no more database.
      const closed = once(server, 'close');
      server.close();
      await closed;
      await bookings.close();
      await store[Symbol.asyncDispose]();
    },
  };
}
