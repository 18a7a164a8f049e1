import { addOperations } from './add-operations.ts';
import { listenBookingServer } from './booking-server.ts';
import { listenBareExpress, listenExpressValidator } from './express.ts';
import { listenFastify } from './fastify.ts';
import { listenRaw } from './raw.ts';
import type { Candidates } from './run-candidate.ts';
import { listenFastifyWork, listenHonoWork } from './same-work.ts';

export const candidates: Candidates = {
  'node:http': listenRaw,
  'fastify, validation': listenFastify,
  'express bare': listenBareExpress,
  'express + validator': listenExpressValidator,
  'fastify, same work': () => listenFastifyWork({ log: 'silent' }),
  'fastify, same work, log': () => listenFastifyWork({ log: 'default' }),
  'hono, same work': () => listenHonoWork(),
  'booking-service': () => listenBookingServer({ log: 'silent' }),
  'booking-service, log': () => listenBookingServer({ log: 'default' }),
  'booking-service, 200 operations': () => {
    addOperations(189);
    return listenBookingServer({ log: 'silent' });
  },
  'fastify, same work, SQLite': (folder) => listenFastifyWork({ log: 'silent', folder }),
  'fastify, same work, SQLite, log': (folder) => listenFastifyWork({ log: 'default', folder }),
  'booking-service, SQLite': (folder) => listenBookingServer({ log: 'silent', folder }),
  'booking-service, SQLite, log': (folder) => listenBookingServer({ log: 'default', folder }),
};
