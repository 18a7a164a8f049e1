/** Set up for the tests that run through the handler: Hono's server for Node makes a Request of each request. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
// @boundaries-ignore a private part of the kernel
import { listen } from '../../../../kernel/src/http/http-server.ts';
import { createBookingServer } from '../../../src/index.ts';
import { serveWorlds } from '../../../src/testing.ts';

serveWorlds(async (options) => {
  const bookings = createBookingServer(options);
  const listener = getRequestListener((request) => bookings.handler(request));
  const server = createServer((req, res) => void listener(req, res));
  bookings.start();
  const { url } = await listen(server, { host: '127.0.0.1', port: 0 });
  return {
    url,
    server: bookings,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
      await bookings.close();
    },
  };
});
