/** Set up for the tests that run in a mounted service: every world's server is a middleware in an app of Express. */
import express from 'express';
import { serveWorlds } from '../../../src/testing.ts';
import { listenApp } from './mounted-service.ts';

serveWorlds(async (server) => {
  const app = express();
  app.disable('x-powered-by');
  app.use(server.middleware);
  // Requests that the service passes on come back to it, without a next handler: the tests expect its own 404.
  app.use((req, res) => server.middleware(req, res));
  server.start();
  return listenApp(app);
});
