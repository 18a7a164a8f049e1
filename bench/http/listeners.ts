/** The service, and frameworks that do no other work, each listening on a free port. */
import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Booking, type CreateBooking, type JsonText, limits } from '@booking-service/contract';
import {
  type BookingServerOptions,
  createBookingServer,
  createLog,
  createOrganization,
  createSandboxProvider,
  createSealing,
  openSqliteStore,
  type Provider,
  type Store,
  systemClock,
} from '@booking-service/server';
import express, { type Express } from 'express';
import { middleware } from 'express-openapi-validator';
import Fastify, { type FastifyInstance } from 'fastify';
import { createRequest, type Listening } from './request.ts';

type Caller = NonNullable<Awaited<ReturnType<Store['authenticate']>>>;
type Stored = NonNullable<Awaited<ReturnType<Store['findBooking']>>>;

/** The part of a store that creates and reads need, in memory, so that the benchmark measures the server alone. No run is worked on. */
function openMemoryStore(): Store {
  const callers = new Map<string, Caller>();
  const bookings = new Map<string, Stored>();
  const windows = new Map<string, { start: string; calls: number }>();

  const methods: Partial<Store> = {
    async createOrganization({ id: organization_id, rate_limit }, keys = []) {
      const organization = { id: organization_id, suspended: false, rate_limit, test_allowance: 1, test_confirmed: 0 };
      for (const { id, digest, mode, scopes } of keys) callers.set(digest, { organization, key: { id, mode, scopes } });
    },
    async authenticate(digest) {
      return callers.get(digest);
    },
    async admit({ digest, window_start }) {
      const caller = callers.get(digest);
      if (!caller) return undefined;
      const { id } = caller.organization;
      const window = windows.get(id);
      const calls = window?.start === window_start ? window.calls + 1 : 1;
      windows.set(id, { start: window_start, calls });
      return { caller, calls, limit: caller.organization.rate_limit };
    },
    async createBooking({ organization_id, booking, run }) {
      const stored = { organization_id, version: 1, step: run?.step ?? 0, working: run !== undefined, booking };
      bookings.set(booking.id, stored);
      return { stored, replayed: false };
    },
    async findBooking({ id }) {
      return bookings.get(id);
    },
    async findBookingText({ id }) {
      const stored = bookings.get(id);
      if (!stored) return undefined;
      const { booking } = stored;
      // Text made from a booking.
      const text = JSON.stringify(booking) as JsonText<typeof booking>;
      return { livemode: booking.livemode, expires_at: null, text };
    },
    recordKeyUses: async () => undefined,
    recordRequests: async () => undefined,
    trimRequests: async () => undefined,
    removeRequests: async () => ({ removed: 0, next: undefined }),
    readyRuns: async () => 0,
    claimRuns: async () => [],
    claimRun: async () => undefined,
    claimExpired: async () => [],
    claimTurns: async () => [],
  };
  // Creates and reads call no other method.
  return methods as Store;
}

export interface ServiceOptions {
  /** `default` writes what the framework writes by default, to standard output. */
  readonly log: 'silent' | 'default';
  /** Logs the requests of each organization. Default: no log, as the other candidates. */
  readonly requestLog?: true;
  /** The folder of the SQLite store. Default: none, in memory. */
  readonly folder?: string;
}

/** Starts the service. */
export async function listenBookingServer(options: ServiceOptions): Promise<Listening> {
  const { key, ...serverOptions } = await openService(options);
  const log = createLog(options.log === 'silent' ? { level: 'silent' } : {});
  const server = createBookingServer({
    ...serverOptions,
    log,
    request_log_days: options.requestLog ? limits.request_log.days : 0,
  });
  const { url } = await server.listen({ host: '127.0.0.1', port: 0 });
  return { url, key };
}

/**
 * Opens a store, an organization, and a provider that accepts every request and never finishes, so that the benchmark measures HTTP
 * and the store. If runs ended, the candidate that leaves its worker less time would do less work for a request.
 */
export async function openService({ folder }: Pick<ServiceOptions, 'folder'>): Promise<
  Pick<BookingServerOptions, 'store' | 'suppliers'> & {
    readonly key: string;
  }
> {
  const sealing = createSealing(new Uint8Array(32));
  const store = folder === undefined ? openMemoryStore() : openSqliteStore(folder, { sealing });
  const settings = { name: 'Bench', webhook_url: null, rate_limit: 1_000_000_000 };
  const { keys } = await createOrganization(store, settings, new Date());
  const provider: Provider = {
    ...createSandboxProvider({ clock: systemClock }),
    checkRequest: async () => ({ at_once: false }),
    book: () => Promise.withResolvers<never>().promise,
  };
  return { store, suppliers: [{ live: provider, test: provider }], key: keys.live };
}

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
export function listenBareExpress(): Promise<Listening> {
  const app = express();
  app.use(express.json());
  mount(app);
  return listen(app);
}

/** Express with the validator as its README shows: one middleware before the routes. */
export function listenExpressValidator(): Promise<Listening> {
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

async function listen(app: Express): Promise<Listening> {
  const server = await new Promise<Server>((listening) => {
    const started: Server = app.listen(0, '127.0.0.1', () => listening(started));
  });
  // A server that listens on a port has an address of this form.
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, key: 'none' };
}

/** Fastify with the contract's schemas: its own Ajv validates the body, its own serializer writes the response. */
export async function listenFastify(): Promise<Listening> {
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
