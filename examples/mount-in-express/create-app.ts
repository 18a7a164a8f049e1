import type { BookingServer } from '@booking-service/server';
import express, { type Express, type RequestHandler } from 'express';

/** A user of the app. */
export interface User {
  readonly name: string;
  /** The API key of the user's organization. It never leaves the app. */
  readonly api_key: string;
}

export interface AppOptions {
  readonly bookings: Pick<BookingServer, 'middleware'>;
  /** Users by the token that the app gave them. */
  readonly users: ReadonlyMap<string, User>;
}

/** An app with its own sign-in and its own routes, and the booking service at /booking. */
export function createApp({ bookings, users }: AppOptions): Express {
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
