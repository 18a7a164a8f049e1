/** The booking service as a router of Express 5. */
import express, { Router } from 'express';
import {
  createBookingServer,
  createServerWith,
  type BookingServer,
  type BookingServerOptions,
} from './create-booking-server.ts';
import { createPackageValidation, createResponseChecks } from './express/package-validation.ts';
import { createValidators } from '@booking-service/kernel/http';
import { publicContract } from './generated/public-contract.ts';

export interface BookingRouterOptions extends BookingServerOptions {
  /**
   * Checks the requests. `compiled` runs the checks that are compiled from the contract. `express-openapi-validator` runs the middleware
   * of that package before each operation, and checks the responses, too: a response that violates the contract is 500
   * `internal_error`, with the reason in the log. It takes about twice the processor time. Default: `compiled`.
   */
  readonly validateWith?: 'compiled' | 'express-openapi-validator' | undefined;
}

/** A booking service in an app of Express. The app must call `start`, and `close` after it has stopped listening. */
export interface BookingRouter extends Omit<BookingServer, 'handler' | 'listen'> {
  /** Serves requests below any path: `app.use('/booking', bookings.router)`. Passes a path that the service does not have on. */
  readonly router: Router;
}

/** Creates a booking service with a router of Express 5. It executes no work until `start`. */
export function createBookingRouter({ validateWith = 'compiled', ...options }: BookingRouterOptions): BookingRouter {
  const isByPackage = validateWith === 'express-openapi-validator';
  const server = isByPackage ? createServerWith(options, createPackageValidation()) : createBookingServer(options);
  const router = Router();
  router.use(server.middleware);
  return {
    router,
    middleware: server.middleware,
    dashboard: server.dashboard,
    start: () => server.start(),
    health: () => server.health(),
    readDatabases: () => server.readDatabases(),
    readPayment: (reading) => server.readPayment(reading),
    close: (closing) => server.close(closing),
  };
}

/**
 * Creates a server whose `listen` serves an app of Express, in which express-openapi-validator checks every response. One that breaks the
 * contract becomes a 500, and the log names the fault. For a sandbox: a developer sees the fault, at the cost of a slower response.
 */
export function createCheckedServer({ validateWith = 'compiled', ...options }: BookingRouterOptions): BookingServer {
  const { handlers, send } = createResponseChecks();
  return createServerWith(options, {
    ...(validateWith === 'compiled'
      ? { validatorOf: createValidators(publicContract), send }
      : createPackageValidation(send)),
    toApp(listener) {
      const app = express();
      // The service states the headers of its responses.
      app.disable('x-powered-by');
      app.use(...handlers, (req, res) => listener(req, res));
      return app;
    },
  });
}
