import { createRequire } from 'node:module';
import Fastify from 'fastify';
import { findBooking, makeBooking } from './bookings.ts';

/** Fastify with the contract's schemas: its own Ajv validates the body, its own serializer writes the response. */
export async function listenFastify(): Promise<{ url: string; key: string }> {
  const { components } = createRequire(import.meta.url)('@booking-service/contract/openapi.json') as {
    components: { schemas: Record<string, object> };
  };
  const app = Fastify({ ajv: { customOptions: { strict: false, coerceTypes: false, removeAdditional: false } } });
  // The contract's schemas under one id, with references to that id.
  const text = JSON.stringify(components.schemas).replaceAll('#/components/schemas/', 'contract#/definitions/');
  app.addSchema({ $id: 'contract', definitions: JSON.parse(text) as object });
  const schema = (name: string) => ({ $ref: `contract#/definitions/${name}` });

  app.post('/v1/bookings', { schema: { body: schema('CreateBooking') } }, async (request, reply) => {
    void reply.status(201);
    return makeBooking(request.body);
  });
  app.get<{ Params: { id: string } }>(
    '/v1/bookings/:id',
    { schema: { params: { type: 'object', properties: { id: schema('BookingId') } } } },
    (request, reply) => reply.send(findBooking(request.params.id)),
  );
  return { url: await app.listen({ host: '127.0.0.1', port: 0 }), key: 'none' };
}
