/** An app with its own sign-in and its own routes, and the booking service at /booking. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import {
  type BookingServer,
  createBookingServer,
  createOrganization,
  createSandboxIntegrations,
  createSealing,
  type Integrations,
  openSqliteStore,
  systemClock,
} from '@booking-service/server';
import express, { type Express, type RequestHandler } from 'express';

interface StartOptions {
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

/** A user of the app. */
interface User {
  readonly name: string;
  /** The API key of the user's organization. It never leaves the app. */
  readonly api_key: string;
}

interface AppOptions {
  readonly bookings: Pick<BookingServer, 'middleware'>;
  /** Users by the token that the app gave them. */
  readonly users: ReadonlyMap<string, User>;
}

/** An app with its own sign-in and its own routes, and the booking service at /booking. */
function createApp({ bookings, users }: AppOptions): Express {
  const app = express();
  // Before express.json(): the booking service reads its bodies itself, and refuses a malformed one in its own format.
  app.use('/booking', signIn(users), bookings.middleware);

  app.use(express.json());
  app.get('/', (_req, res) => void res.send('Harbour Table'));
  app.post('/reviews', (req, res) => void res.status(201).json(req.body));
  // The booking service passes on requests for other paths.
  app.get('/booking/help', (_req, res) => void res.send('Call us.'));
  return app;
}

/** Refuses a stranger. A user's request continues with the API key of the user's organization. */
function signIn(users: AppOptions['users']): RequestHandler {
  return (req, res, next) => {
    const user = users.get(req.get('X-User-Token') ?? '');
    if (!user) {
      res.status(401).json({ message: 'Sign in first.' });
      return;
    }
    req.headers.authorization = `Bearer ${user.api_key}`;
    next();
  };
}
