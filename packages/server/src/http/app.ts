import express, { type Express } from 'express';
import type { Logger } from 'pino';
import type { Observer } from '../observer.ts';
import type { OperationContext } from '../operations/index.ts';
import { accessLog } from './access-log.ts';
import { errorResponses } from './error-responses.ts';
import { mountOperations } from './mount-operations.ts';
import type { CheckOptions } from './refusals.ts';
import { requestId } from './request-id.ts';
import { contractValidators } from './validate.ts';

export interface AppOptions {
  readonly context: OperationContext;
  readonly checks: Omit<CheckOptions, 'validatorOf'>;
  readonly log: Logger;
  readonly observer: Pick<Observer, 'answered'>;
}

/** The service as an Express app: what every request passes, from top to bottom. */
export function createApp({ context, checks, log, observer }: AppOptions): Express {
  const app = express();
  app.disable('x-powered-by');
  app.enable('strict routing');
  app.enable('case sensitive routing');
  app.set('query parser', 'simple');

  app.use(requestId(context));
  app.use(accessLog({ log, observer }));
  mountOperations(app, { context, checks: { ...checks, validatorOf: contractValidators() } });
  app.use(errorResponses({ log }));
  return app;
}
