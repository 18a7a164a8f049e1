/**
 * Mounts every operation of the contract, in one loop over the generated table.
 * A call is refused, or answered as a replay, in the order that the contract states (refusals.ts).
 */
import {
  idempotency,
  operationTable,
  type OperationRequest,
  type OperationId,
  type OperationRow,
} from '@booking-service/contract';
import type { Express, Request, Response } from 'express';
import type { EveryField } from '../domain/every-field.ts';
import { Refusal } from '../domain/refusal.ts';
import { operations, type OperationContext } from '../operations/index.ts';
import { sendResponse, type HttpResponse } from './send-response.ts';
import { authenticate } from './authenticate.ts';
import { checkCall, type CheckOptions } from './refusals.ts';

export interface MountOptions {
  readonly context: OperationContext;
  readonly checks: CheckOptions;
}

/** An operation of whichever id, after validation: its call has the shape the contract gives it. */
type AnyOperation = (call: unknown, ...context: [unknown, OperationContext]) => Promise<HttpResponse>;

export function mountOperations(app: Express, { context, checks }: MountOptions): void {
  const rows = Object.entries(operationTable) as [OperationId, OperationRow][];

  for (const [operationId, row] of rows) {
    const operation = operations[operationId] as AnyOperation;

    app[row.method](toExpressPath(row.path), async (req: Request, res: Response) => {
      res.locals.operationId = operationId;
      res.locals.route = row.path;
      const { caller, counted } = await authenticate(req.headers.authorization, { ...checks, row });
      res.locals.organization_id = caller.organization.id;
      res.locals.key_id = caller.key.id;
      const replay = await checkCall({ req, res, caller, counted, operationId, row }, checks);
      const call = { path: req.params, header: headersByName(req), body: req.body };
      const { status, headers, body } = replay ?? (await operation(call, caller, context));
      sendResponse(res, res.locals.request_id, { status, headers: { ...res.locals.rate_limit, ...headers }, body });
    });
  }

  for (const [path, methods] of methodsByPath(rows)) {
    const Allow = methods.flatMap((method) => (method === 'get' ? ['GET', 'HEAD'] : method.toUpperCase())).join(', ');
    app.all(toExpressPath(path), (_req, res) => {
      res.locals.route = path;
      throw new Refusal('method_not_allowed', { headers: { Allow } });
    });
  }
  app.use(() => {
    throw new Refusal('not_found', { message: 'There is no such path.' });
  });
}

function toExpressPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}

function methodsByPath(rows: readonly [OperationId, OperationRow][]): Map<string, string[]> {
  const methods = new Map<string, string[]>();
  for (const [, { path, method }] of rows) methods.set(path, [...(methods.get(path) ?? []), method]);
  return methods;
}

/** The contract's header parameters under the contract's names. */
function headersByName({ headers }: Request): Record<string, string | undefined> {
  return {
    // Node joins what is sent more than once; the validator has refused that for this header.
    [idempotency.header]: headers[idempotency.header.toLowerCase()] as string | undefined,
    // Read before the call is authenticated, by request-id.ts.
    'Request-Id': undefined,
  } satisfies EveryField<OperationRequest<OperationId>['header']>;
}
