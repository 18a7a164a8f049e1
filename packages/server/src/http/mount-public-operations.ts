import { operationTable, type OperationId, type OperationRow } from '@booking-service/contract';
import type { Express } from 'express';
import { operations, type OperationContext } from '../operations/index.ts';
import { authenticate } from './authenticate.ts';
import { mountOperations } from './mount-operations.ts';
import { checkRequest, type CheckOptions, type IncomingRequest } from './refusals.ts';
import { publicHeaders } from './request-id.ts';
import type { HttpResponse } from './send-response.ts';

export interface PublicOperationsOptions {
  readonly context: OperationContext;
  readonly checks: CheckOptions;
}

/** A handler of any operation. Validation gives its request the shape that the contract states. */
type AnyHandler = (request: unknown, ...context: [unknown, OperationContext]) => Promise<HttpResponse>;

/**
 * Mounts the operations of the public contract. A request is refused, or gets its replay, in the order that the contract
 * states (refusals.ts).
 */
export function mountPublicOperations(app: Express, { context, checks }: PublicOperationsOptions): void {
  mountOperations<OperationId, OperationRow>(app, {
    table: operationTable,
    async handle({ operationId, row, req, res }) {
      res.locals.operationId = operationId;
      const { caller, counted } = await authenticate(req.headers.authorization, { ...checks, row });
      res.locals.organization_id = caller.organization.id;
      res.locals.key_id = caller.key.id;
      const incoming: IncomingRequest = { req, res, caller, counted, operationId, row };
      const replay = await checkRequest(incoming, checks);
      const handler = operations[operationId] as AnyHandler;
      const response = replay ?? (await handler(incoming.valid, caller, context));
      return { ...response, headers: { ...publicHeaders(res), ...response.headers } };
    },
  });
}
