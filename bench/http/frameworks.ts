import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Booking, CreateBooking } from '@booking-service/contract';
import express, { type Express } from 'express';
import { middleware } from 'express-openapi-validator';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Listening } from './listening.ts';
import { createRequest } from './request.ts';

const bookings = new Map<string, Booking>();

/** The handler of a create in the frameworks that do no other work: returns the same booking as the service, and keeps it in memory. */
function makeBooking(body: unknown): Booking {
  // Some candidates validate the body before this line and some do not. The benchmark compares them.
  const booking = bookingOf(body as CreateBooking);
  bookings.set(booking.id, booking);
  return booking;
}

/** Returns a new booking of the request. */
function bookingOf(request: CreateBooking): Booking {
  const now = new Date().toISOString();
  const id = `bkg_${randomUUID().replaceAll('-', '')}`;
  const { venue_id, slot_id, party_size = 2, guest, metadata = {} } = request;
  const fresh = { id, object: 'booking', status: 'processing', provider: 'bench', livemode: true } as const;
  return { ...fresh, created: now, updated: now, venue_id, slot_id, party_size, guest, metadata };
}

function findBooking(id: string): Booking | undefined {
  return bookings.get(id);
}

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

/** Fastify with the contract's schemas: its own Ajv validates the body, its own serializer writes the response. */
export async function listenFastify(): Promise<{ url: string; key: string }> {
  const app = Fastify({ ajv: { customOptions: { strict: false, coerceTypes: false, removeAdditional: false } } });
  addContractSchemas(app);

  app.post('/v1/bookings', { schema: { body: schemaOf('CreateBooking') } }, async (request, reply) => {
    void reply.status(201);
    return makeBooking(request.body);
  });
  app.get<{ Params: { id: string } }>(
    '/v1/bookings/:id',
    { schema: { params: { type: 'object', properties: { id: schemaOf('BookingId') } } } },
    (request, reply) => reply.send(findBooking(request.params.id)),
  );
  return { url: await app.listen({ host: '127.0.0.1', port: 0 }), key: 'none' };
}

/** Adds the contract's schemas to the app, for schemaOf. */
export function addContractSchemas(app: Pick<FastifyInstance, 'addSchema'>): void {
  app.addSchema(readContractSchemas());
}

/** Returns the contract's schemas under one id, with references to that id. */
export function readContractSchemas(): { $id: string; definitions: object } {
  const { components } = createRequire(import.meta.url)('@booking-service/contract/openapi.json') as {
    components: { schemas: Record<string, object> };
  };
  const text = JSON.stringify(components.schemas).replaceAll('#/components/schemas/', 'contract#/definitions/');
  return { $id: 'contract', definitions: JSON.parse(text) as object };
}

/** Returns a reference to a schema of the contract. */
export function schemaOf(name: string): { $ref: string } {
  return { $ref: `contract#/definitions/${name}` };
}

/** node:http with a constant response: the least that a Node server can spend on these requests. */
export async function listenRaw(): Promise<Listening> {
  const created = JSON.stringify(bookingOf(createRequest));
  const headers = { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': Buffer.byteLength(created) };
  const server = createServer((req, res) => {
    const status = req.method === 'POST' ? 201 : 200;
    req.on('data', () => undefined);
    req.on('end', () => res.writeHead(status, headers).end(created));
  });
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', () => listening());
  });
  // A server that listens on a port has an address of this form.
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, key: 'none' };
}
