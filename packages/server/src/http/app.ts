import express, { type Express } from 'express';
import type { Logger } from 'pino';
import type { Observer } from '../log/observer.ts';
import type { OperationContext } from '../operations/index.ts';
import { accessLog } from './access-log.ts';
import type { DocsPage } from './docs-page.ts';
import { errorResponses } from './error-responses.ts';
import { mountDocs } from './mount-docs.ts';
import { mountOperations } from './mount-operations.ts';
import type { CheckOptions } from './refusals.ts';
import { requestId } from './request-id.ts';
import { contractValidators } from './validate.ts';

export interface AppOptions {
  readonly context: OperationContext;
  readonly checks: Omit<CheckOptions, 'validatorOf'>;
  readonly log: Logger;
  readonly observer: Pick<Observer, 'answered'>;
  /** Shown at /docs. */
  readonly docs: DocsPage | undefined;
}

/** The service as an Express app: what every request passes, from top to bottom. */
export function createApp({ context, checks, log, observer, docs }: AppOptions): Express {
  const app = express();
  app.disable('x-powered-by');
  app.enable('strict routing');
  app.enable('case sensitive routing');
  app.set('query parser', 'simple');

  app.use(requestId(context));
  app.use(accessLog({ log, observer }));
  if (docs) mountDocs(app, docs);
  mountOperations(app, { context, checks: { ...checks, validatorOf: contractValidators() } });
  app.use(errorResponses({ log }));
  return app;
}
