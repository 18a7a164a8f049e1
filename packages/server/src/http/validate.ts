/**
 * express-openapi-validator's own request validation, one validator for each operation, built at start.
 *
 * Mounted the usual way, as one middleware before all routes, it finds the route again for each request and keeps a
 * cache keyed by the request's Content-Type, which grows without bound. So we build what it would build for a route,
 * once for a request with a JSON body and once for one without. That reaches into the package: its version is pinned,
 * and validate.test.ts fails when the internals move (docs/decisions/002-validation-per-operation.md).
 */
import { operationTable, type OperationId } from '@booking-service/contract';
import type { Request, Response } from 'express';
import { RequestValidator } from 'express-openapi-validator/dist/middlewares/openapi.request.validator.js';
import { ContentType } from 'express-openapi-validator/dist/middlewares/util.js';
import { Refusal } from '../domain/refusal.ts';
import { tagsOf, type ContractDocument } from './contract-document.ts';
import { toInvalidRequest } from './invalid-request.ts';

/** Checks parameters, headers, query and body against the contract; throws invalid_request. Fills in defaults. */
export type Validate = (req: Request) => void;

type Middleware = (req: Request, res: Response | undefined, next: () => void) => void;

/** The part of RequestValidator that is used: `private` in its types, a plain method in the package. */
interface ValidatorInternals {
  buildMiddleware(path: string, operation: object, contentType: unknown, cacheKey: string): Middleware;
}

const options = {
  allErrors: true,
  allowUnknownQueryParameters: false,
  coerceTypes: false,
  useDefaults: true,
  strict: false,
  validateSchema: false,
  validateFormats: true,
  formats: {},
  ajvFormats: { mode: 'full' },
} as const;

/** Builds every operation's validator. A schema that cannot be compiled fails here, at start. */
export function createValidators(document: ContractDocument): (operationId: OperationId) => Validate {
  // The validator takes parts out of the document it is given: it gets one of its own.
  const own = structuredClone(document);
  // The document's type here names only what the server reads of it; the validator's own type asks for all of it.
  const eov = new RequestValidator(own as never, options) as unknown as ValidatorInternals;
  const validators = new Map<OperationId, Validate>();

  for (const [operationId, row] of Object.entries(operationTable) as [
    OperationId,
    (typeof operationTable)[OperationId],
  ][]) {
    const operation = own.paths[row.path]?.[row.method];
    if (!operation) throw new Error(`The contract's document lacks ${row.method} ${row.path}.`);
    const build = (contentType: string | undefined) =>
      eov.buildMiddleware(
        row.path,
        operation,
        ContentType.fromString(contentType ?? ''),
        `${operationId} ${contentType}`,
      );
    const withBody = build('application/json');
    const withoutBody = row.body === 'optional' ? build(undefined) : withBody;
    const tags = tagsOf(document, row);

    validators.set(operationId, (req) => {
      if (req.body === undefined && row.body === 'required') throw missingBody();
      const extra = req as Request & { openapi: object };
      extra.openapi = { expressRoute: row.path, openApiRoute: row.path, pathParams: req.params, schema: operation };
      try {
        (req.body === undefined ? withoutBody : withBody)(req, undefined, () => undefined);
      } catch (error) {
        throw toInvalidRequest(error, tags);
      }
    });
  }

  return (operationId) => {
    const validate = validators.get(operationId);
    if (!validate) throw new Error(`No validator for ${operationId}.`);
    return validate;
  };
}

/** The validator looks for a required body in its schema, and does not see it there behind a $ref. */
function missingBody(): Refusal {
  const details = [{ in: 'body', path: '', message: 'is required' }] as const;
  return new Refusal('invalid_request', { message: 'The request body is missing.', details });
}
