import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { createLog } from '@booking-service/server';
import { type RequestWork, startRequestWork } from '@booking-service/server/testing';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { Hono } from 'hono';
import {
  addContractSchemas,
  listenBareExpress,
  listenBookingServer,
  listenExpressValidator,
  listenFastify,
  listenRaw,
  openService,
  readContractSchemas,
  schemaOf,
  type ServiceOptions,
} from './listeners.ts';
import type { Listening } from './request.ts';

// Other frameworks in front of the work of this service: the same authentication, metering, operations and store.

declare module 'fastify' {
  interface FastifyRequest {
    caller?: Awaited<ReturnType<RequestWork['admit']>>['caller'];
    operationId?: string;
  }
}

/** A log of this service, with one line for each request. */
type OneLine = Omit<ServiceOptions, 'log'> & { readonly log: 'one line' };

const type = 'application/json; charset=utf-8';

/**
 * Fastify with its own validation of body and parameters. Its log is its own default, of two lines for each request, or one line of
 * this service's log with the same fields.
 */
export async function listenFastifyWork(options: ServiceOptions | OneLine): Promise<Listening> {
  const { work, key } = await openWork(options);
  const app = Fastify({
    logger: options.log === 'default',
    genReqId: () => work.newRequestId(),
    ajv: { customOptions: { strict: false, coerceTypes: false, removeAdditional: false } },
  });
  addContractSchemas(app);
  if (options.log === 'one line') logOneLine(app);

  const admit =
    (operationId: 'createBooking' | 'getBooking') => async (request: FastifyRequest, reply: FastifyReply) => {
      const { caller, headers } = await work.admit(operationId, request.headers.authorization);
      request.caller = caller;
      request.operationId = operationId;
      void reply.headers({ ...headers, 'Request-Id': request.id });
    };
  type Performed = Awaited<ReturnType<RequestWork['perform']>>;
  const send = (reply: FastifyReply, { status, headers = {}, body, bodyText }: Performed) =>
    reply
      .status(status)
      .headers(headers)
      .type(type)
      .send(bodyText ?? JSON.stringify(body));

  app.post(
    '/v1/bookings',
    { schema: { body: schemaOf('CreateBooking') }, onRequest: admit('createBooking') },
    async (request, reply) => {
      if (!request.caller) throw new Error('The caller is unknown.');
      return send(reply, await work.perform('createBooking', { body: request.body }, request.caller));
    },
  );
  app.get<{ Params: { id: string } }>(
    '/v1/bookings/:id',
    {
      schema: { params: { type: 'object', properties: { id: schemaOf('BookingId') } } },
      onRequest: admit('getBooking'),
    },
    async (request, reply) => {
      if (!request.caller) throw new Error('The caller is unknown.');
      return send(reply, await work.perform('getBooking', { path: request.params }, request.caller));
    },
  );
  return { url: await app.listen({ host: '127.0.0.1', port: 0 }), key };
}

/** Writes one line of this service's log for each response, in its batches and with its masking. */
function logOneLine(app: FastifyInstance): void {
  const log = createLog();
  app.addHook('onResponse', (request, reply, done) => {
    const { id, operationId, caller, ip, method, routeOptions } = request;
    log.info({
      request_id: id,
      operationId,
      organization_id: caller?.organization.id,
      key_id: caller?.key.id,
      client_address: ip,
      method,
      route: routeOptions.url,
      status: reply.statusCode,
      duration_ms: Math.round(reply.elapsedTime),
    });
    done();
  });
}

/** Hono on its server for Node, with Ajv for the body. */
export async function listenHonoWork(): Promise<Listening> {
  const { work, key } = await openWork({});
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  const validate = ajv.addSchema(readContractSchemas()).compile(schemaOf('CreateBooking'));
  const app = new Hono();

  app.post('/v1/bookings', async (context) => {
    const { caller, headers } = await work.admit('createBooking', context.req.header('authorization'));
    const body: unknown = await context.req.json();
    if (!validate(body)) return context.json({ error: 'invalid_request' }, 400);
    const made = await work.perform('createBooking', { body }, caller);
    const all = { ...headers, 'Request-Id': work.newRequestId(), 'Content-Type': type, ...made.headers };
    return context.body(made.bodyText ?? JSON.stringify(made.body), 201, all);
  });
  app.get('/v1/bookings/:id', async (context) => {
    const { caller, headers } = await work.admit('getBooking', context.req.header('authorization'));
    const found = await work.perform('getBooking', { path: context.req.param() }, caller);
    const all = { ...headers, 'Request-Id': work.newRequestId(), 'Content-Type': type };
    return context.body(found.bodyText ?? JSON.stringify(found.body), 200, all);
  });
  const { port } = await new Promise<AddressInfo>((listening) => {
    serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, listening);
  });
  return { url: `http://127.0.0.1:${port}`, key };
}

async function openWork(options: Pick<ServiceOptions, 'folder'>): Promise<{ work: RequestWork; key: string }> {
  const { key, ...serverOptions } = await openService(options);
  return { work: startRequestWork({ ...serverOptions, log: createLog({ level: 'silent' }) }), key };
}

/** The candidates by name. Each keeps its data in memory, or in the folder that it is given. */
export const candidates: Readonly<Record<string, (folder: string) => Promise<Listening>>> = {
  'node:http': listenRaw,
  'fastify, validation': listenFastify,
  'express bare': listenBareExpress,
  'express + validator': listenExpressValidator,
  'fastify, same work': () => listenFastifyWork({ log: 'silent' }),
  'fastify, same work, log': () => listenFastifyWork({ log: 'default' }),
  'fastify, same work, our log': () => listenFastifyWork({ log: 'one line' }),
  'hono, same work': () => listenHonoWork(),
  'booking-service': () => listenBookingServer({ log: 'silent' }),
  'booking-service, log': () => listenBookingServer({ log: 'default' }),
  'booking-service, request log': () => listenBookingServer({ log: 'silent', requestLog: true }),
  // candidate.ts adds the operations.
  'booking-service, 200 operations': () => listenBookingServer({ log: 'silent' }),
  'fastify, same work, SQLite': (folder) => listenFastifyWork({ log: 'silent', folder }),
  'fastify, same work, SQLite, log': (folder) => listenFastifyWork({ log: 'default', folder }),
  'fastify, same work, SQLite, our log': (folder) => listenFastifyWork({ log: 'one line', folder }),
  'booking-service, SQLite': (folder) => listenBookingServer({ log: 'silent', folder }),
  'booking-service, SQLite, request log': (folder) => listenBookingServer({ log: 'silent', requestLog: true, folder }),
  'booking-service, SQLite, log': (folder) => listenBookingServer({ log: 'default', folder }),
};
