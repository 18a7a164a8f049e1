import type { Receiver } from '@booking-service/webhooks';
import { fastify } from 'fastify';
import type { FastifyInstance } from 'fastify';

/** Fastify: a plugin gives this route the raw body, and other routes still get parsed JSON. */
export function createApp(receiver: Receiver): FastifyInstance {
  const app = fastify({ bodyLimit: receiver.maxBodyBytes });
  app.register(async (webhooks) => {
    webhooks.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    webhooks.post<{ Body: Buffer }>('/webhooks', async (request, reply) => {
      const { status, message } = await receiver.receive(request.body, request.headers);
      return reply.code(status).send(message);
    });
  });
  return app;
}
