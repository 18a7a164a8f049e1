import express, { type Express } from 'express';

/** Creates an Express app that matches paths exactly, and reads a query without nesting. */
export function createExpressApp(): Express {
  const app = express();
  app.disable('x-powered-by');
  app.enable('strict routing');
  app.enable('case sensitive routing');
  app.set('query parser', 'simple');
  return app;
}
