/** Set up for the tests that run in an app of Express: every world's server is a router, and express-openapi-validator checks its requests. */
import express from 'express';
import { createBookingRouter } from '../../../src/express.ts';
import { serveWorlds } from '../../../src/testing.ts';
import { listenApp } from './hosted-service.ts';

serveWorlds(async (options) => {
  const bookings = createBookingRouter({ ...options, validateWith: 'express-openapi-validator' });
  const app = express();
  app.disable('x-powered-by');
  app.use(bookings.router);
  // Requests that the service passes on come back to it, without a next handler: the tests expect its own 404.
  app.use((req, res) => bookings.middleware(req, res));
  bookings.start();
  const listening = await listenApp(app);
  return {
    url: listening.url,
    server: bookings,
    async [Symbol.asyncDispose]() {
      await listening[Symbol.asyncDispose]();
      await bookings.close();
    },
  };
});
