import { createRequire } from 'node:module';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type Express } from 'express';
import { middleware } from 'express-openapi-validator';
import { findBooking, makeBooking } from './bookings.ts';

/** Express with its own JSON parser and no validation. */
export function listenBareExpress(): Promise<{ url: string; key: string }> {
  const app = express();
  app.use(express.json());
  mount(app);
  return listen(app);
}

/** Express with the validator as its README shows: one middleware before the routes. */
export function listenExpressValidator(): Promise<{ url: string; key: string }> {
  const app = express();
  app.use(express.json());
  const apiSpec = createRequire(import.meta.url).resolve('@booking-service/contract/openapi.json');
  app.use(middleware({ apiSpec, validateRequests: true, validateResponses: false, validateSecurity: false }));
  mount(app);
  return listen(app);
}

function mount(app: Express): void {
  app.post('/v1/bookings', (req, res) => {
    res.status(201).json(makeBooking(req.body));
  });
  app.get('/v1/bookings/:id', (req, res) => {
    res.json(findBooking(req.params.id));
  });
}

async function listen(app: Express): Promise<{ url: string; key: string }> {
  const server = await new Promise<Server>((listening) => {
    const started: Server = app.listen(0, '127.0.0.1', () => listening(started));
  });
  // A server that listens on a port has an address of this form.
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, key: 'none' };
}
