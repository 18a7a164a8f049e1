import { createRequire } from 'node:module';
import Fastify, { type FastifyInstance } from 'fastify';
import { findBooking, makeBooking } from './bookings.ts';

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
