import { listenBookingServer } from './booking-server.ts';
import { listenBareExpress, listenExpressValidator } from './express.ts';
import { listenFastify } from './fastify.ts';
import { listenRaw } from './raw.ts';
import type { Listening } from './listening.ts';
import { listenFastifyWork, listenHonoWork } from './same-work.ts';

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
