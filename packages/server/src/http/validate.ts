/**
 * express-openapi-validator's own request validation, one validator for each operation, built at start.
 *
 * Mounted the usual way, as one middleware before all routes, it finds the route again for each request and keeps a
 * cache keyed by the request's Content-Type, which grows without bound. So we build what it would build for a route,
 * once for a request with a JSON body and once for one without; where the body is one of several tagged schemas, once
 * for each of them, so that a fault is told of the schema that was meant. That reaches into the package: its version is
 * pinned, and validate.test.ts fails when the internals move (docs/decisions/002-validation-per-operation.md).
 */
import { idempotency, operationTable, type ErrorDetail, type OperationId } from '@booking-service/contract';
import type { Ajv } from 'ajv';
import type { Request, Response } from 'express';
import { RequestValidator } from 'express-openapi-validator/dist/middlewares/openapi.request.validator.js';
import { ContentType } from 'express-openapi-validator/dist/middlewares/util.js';
import type { EveryField } from '../domain/every-field.ts';
import { Refusal } from '../domain/refusal.ts';
import {
  findTaggedBody,
  loadContractDocument,
  withBodySchema,
  withoutBody,
  type ContractDocument,
} from './contract-document.ts';
import { toDetails } from './error-details.ts';
import { findLoneSurrogates } from './find-lone-surrogates.ts';

/** Checks parameters, headers, query and body against the contract; throws invalid_request. */
export type Validate = (req: Request) => void;

type Middleware = (req: Request, res: Response | undefined, next: () => void) => void;

/** The part of RequestValidator that is used: `private` in its types, plain members in the package. */
interface ValidatorInternals {
  buildMiddleware(path: string, operation: object, contentType: unknown, cacheKey: string): Middleware;
  /** Judges parameters, and the body: each compiles what it judges when a middleware is built, under its cache key. */
  readonly ajv: Pick<Ajv, 'getSchema'>;
  readonly ajvBody: Pick<Ajv, 'getSchema'>;
}

const options = {
  allErrors: true,
  // No operation has query parameters; each unknown one is named below, where the package names the first.
  allowUnknownQueryParameters: true,
  coerceTypes: false,
  strict: false,
  validateSchema: false,
  validateFormats: true,
  formats: {},
  ajvFormats: { mode: 'full' },
} as const;

let ofContract: ((operationId: OperationId) => Validate) | undefined;

/** The validators of the contract, built once a process. */
export function contractValidators(): (operationId: OperationId) => Validate {
  return (ofContract ??= createValidators(loadContractDocument()));
}

/** Builds every operation's validator. A schema that cannot be compiled fails here, at start. */
export function createValidators(document: ContractDocument): (operationId: OperationId) => Validate {
  // The validator compiles all of the document it is given into each schema, and takes parts out of it: it gets the
  // components that operations refer to, in a copy.
  const { schemas, parameters } = structuredClone(document.components);
  const own = { openapi: document.openapi, paths: {}, components: { schemas, parameters } };
  // The document's type here names only what the server reads of it; the validator's own type asks for all of it.
  const eov = new RequestValidator(own as never, options) as unknown as ValidatorInternals;
  // Object.keys of the table are the operationIds.
  const operationIds = Object.keys(operationTable) as OperationId[];
  const validators = new Map(operationIds.map((id) => [id, createValidator(eov, document, id)]));

  return (operationId) => {
    const validate = validators.get(operationId);
    if (!validate) throw new Error(`No validator for ${operationId}.`);
    return validate;
  };
}

function createValidator(eov: ValidatorInternals, document: ContractDocument, operationId: OperationId): Validate {
  const row = operationTable[operationId];
  const operation = document.paths[row.path]?.[row.method];
  if (!operation) throw new Error(`The contract's document lacks ${row.method} ${row.path}.`);

  const build = (schema: object, name: string) => {
    const contentType = ContentType.fromString(name === 'no body' ? '' : 'application/json');
    const cacheKey = `${operationId} ${name}`;
    const middleware = eov.buildMiddleware(row.path, schema, contentType, cacheKey);
    const isValid = compiledUnder(eov, cacheKey);
    return (req: Request): ErrorDetail[] => {
      if (isValid(req)) return [];
      const extra = req as Request & { openapi: object };
      extra.openapi = { expressRoute: row.path, openApiRoute: row.path, pathParams: req.params, schema };
      try {
        middleware(req, undefined, () => undefined);
        return [];
      } catch (error) {
        return toDetails(error, req.body);
      }
    };
  };

  const checkRest = build(withoutBody(operation), 'no body');
  const checkWhole = build(operation, 'body');
  const { field = '', schemas = [] } = findTaggedBody(document, operation) ?? {};
  const tagged = new Map(schemas.map(({ tag, schema }) => [tag, build(withBodySchema(operation, schema), tag)]));

  function check(req: Request): ErrorDetail[] {
    if (req.body === undefined)
      return [...checkRest(req), ...(row.body === 'required' ? [fault('', 'is required')] : [])];
    if (tagged.size === 0) return checkWhole(req);
    if (!isObject(req.body)) return [...checkRest(req), fault('', 'must be object')];
    const tag = req.body[field];
    const checkTagged = typeof tag === 'string' ? tagged.get(tag) : undefined;
    if (checkTagged) return checkTagged(req);
    return [...checkRest(req), fault(`/${field}`, `must be one of: ${[...tagged.keys()].join(', ')}`)];
  }

  return (req) => {
    const details = [
      ...unknownQuery(req),
      ...(operationId === idempotency.operation ? repeatedKey(req) : []),
      ...check(req),
      ...findLoneSurrogates(req.body),
    ];
    if (details.length > 0) throw new Refusal('invalid_request', { details: onePerField(details) });
  };
}

function unknownQuery(req: Request): ErrorDetail[] {
  if (!req.url.includes('?')) return [];
  return Object.keys(req.query).map((path) => ({ in: 'query', path, message: 'is unknown' }));
}

/**
 * The two functions that the middleware itself calls in the end. Those who pass need none of what it does besides, for query
 * parameters and for its messages (docs/decisions/002-validation-per-operation.md).
 */
function compiledUnder({ ajv, ajvBody }: ValidatorInternals, cacheKey: string): (req: Request) => boolean {
  const parameters = ajv.getSchema(cacheKey);
  const body = ajvBody.getSchema(cacheKey);
  if (!parameters || !body) throw new Error(`The validator keeps nothing under "${cacheKey}".`);
  return (req) => {
    const judged = { query: {}, headers: req.headers, params: req.params, body: req.body as unknown };
    return parameters(judged) === true && body(judged) === true;
  };
}

/** Several idempotency keys are none: which one would hold? */
function repeatedKey({ headersDistinct }: Request): ErrorDetail[] {
  const path = idempotency.header.toLowerCase();
  return (headersDistinct[path]?.length ?? 0) > 1 ? [{ in: 'header', path, message: 'must be sent once' }] : [];
}

function fault(path: string, message: string): ErrorDetail {
  return { in: 'body', path, message } satisfies EveryField<ErrorDetail>;
}

function isObject(body: unknown): body is Record<string, unknown> {
  return typeof body === 'object' && body !== null && !Array.isArray(body);
}

/** The first complaint of each field; the others follow from the same mistake. */
function onePerField(details: readonly ErrorDetail[]): ErrorDetail[] {
  const byField = Map.groupBy(details, ({ in: place, path }) => `${place} ${path}`);
  return [...byField.values()].flatMap(([first]) => first ?? []);
}
