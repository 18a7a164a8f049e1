import type { Express } from 'express';
import type { Logger } from 'pino';
import type { Observer } from '../log/observer.ts';
import type { OperationContext } from '../operations/index.ts';
import { accessLog } from './access-log.ts';
import type { DocsPage } from './docs-page.ts';
import { errorResponses } from './error-responses.ts';
import { createExpressApp } from './express-app.ts';
import { mountDocs } from './mount-docs.ts';
import { mountPublicOperations } from './mount-public-operations.ts';
import type { CheckOptions } from './refusals.ts';
import { requestId } from './request-id.ts';
import { contractValidators } from './validation/contract-validators.ts';

export interface AppOptions {
  readonly context: OperationContext;
  readonly checks: Omit<CheckOptions, 'validatorOf'>;
  readonly log: Logger;
  readonly observer: Pick<Observer, 'responded'>;
  /** The page at /docs. */
  readonly docs: DocsPage | undefined;
}

/** Creates the public app. The handlers of a request run from top to bottom. */
export function createApp({ context, checks, log, observer, docs }: AppOptions): Express {
  const app = createExpressApp();
  app.use(requestId(context));
  app.use(accessLog({ log, observer }));
  if (docs) mountDocs(app, docs);
  mountPublicOperations(app, { context, checks: { ...checks, validatorOf: contractValidators() } });
  app.use(errorResponses({ log }));
  return app;
}
