/**
 * Request validation of a contract by express-openapi-validator, with one validator per operation, built at start.
 *
 * The usual way is one middleware before all routes. It finds the route again for each request, and it caches by the request's
 * Content-Type, so its memory grows without bound. This module builds the same validators per operation: one for a request with a
 * JSON body and one for a request without a body. If the body is one of several tagged schemas, it builds one for each of them, so
 * that errors are about the schema that the caller meant. It uses internals of the package: the version is pinned, and
 * validate.test.ts fails if the internals change (docs/decisions/002-validation-per-operation.md).
 */
import type { ErrorDetail } from '@booking-service/contract';
import type { Ajv } from 'ajv';
import { parse as parseQuery } from 'node:querystring';
import { RequestValidator } from 'express-openapi-validator/dist/middlewares/openapi.request.validator.js';
import { ContentType } from 'express-openapi-validator/dist/middlewares/util.js';
import type { EveryField } from '../../domain/every-field.ts';
import { Refusal } from '../../domain/refusal.ts';
import {
  findTaggedBody,
  parametersOf,
  withBodySchema,
  withoutBody,
  type ContractDocument,
  type DocumentOperation,
  type TaggedBody,
} from './contract-document.ts';
import { toDetails } from './error-details.ts';
import { findLoneSurrogates } from './find-lone-surrogates.ts';
import type { Exchange } from '../exchange.ts';
import type { Route } from '../operation-listener.ts';
import { pathOf, queryOf } from '../request-target.ts';
import { createParameterReader, type Parameters } from './read-parameters.ts';

/** A request that keeps to the contract, as its handler receives it. */
export interface ValidRequest extends Parameters {
  /** The JSON body; undefined if there is none. */
  readonly body: unknown;
}

/** The part of an exchange that is validated. */
export type Judged = Pick<Exchange, 'req' | 'params' | 'body' | 'hasEscapes'>;

/** Checks parameters and body against the contract. Throws invalid_request. */
export type Validate = (judged: Judged) => ValidRequest;

export type ValidatorOf<Id extends string> = (operationId: Id) => Validate;

/** The part of a table's row that validation uses. */
export interface ValidatedRoute extends Route {
  readonly body: 'required' | 'optional' | 'none';
}

/** What the compiled functions of the package judge. */
interface PackageData {
  readonly query: object;
  readonly headers: object;
  readonly params: object;
  readonly body: unknown;
}

/** What its middleware reads of an Express request. */
interface PackageRequest extends PackageData {
  readonly path: string;
  readonly originalUrl: string | undefined;
  readonly openapi: object;
}

type Middleware = (req: PackageRequest, res: undefined, next: () => void) => void;

/** The part of RequestValidator that is used: `private` in its types, plain members in the package. */
interface ValidatorInternals {
  buildMiddleware(path: string, operation: object, contentType: unknown, cacheKey: string): Middleware;
  /** The Ajv of the parameters, and the Ajv of the body. Building a middleware compiles a schema in each, under its cache key. */
  readonly ajv: Pick<Ajv, 'getSchema'>;
  readonly ajvBody: Pick<Ajv, 'getSchema'>;
}

const options = {
  allErrors: true,
  // The parameter reader reports every unknown query parameter; the package reports only the first.
  allowUnknownQueryParameters: true,
  coerceTypes: false,
  strict: false,
  validateSchema: false,
  validateFormats: true,
  formats: {},
  ajvFormats: { mode: 'full' },
} as const;

/** Builds the validator of every operation in the table. Throws if a schema cannot be compiled, so that the start fails. */
export function createValidators<Id extends string>(
  document: ContractDocument,
  table: Readonly<Record<Id, ValidatedRoute>>,
): ValidatorOf<Id> {
  // The package compiles the whole document into each schema and modifies it, so it gets a copy of the components alone.
  const { schemas, parameters = {} } = structuredClone(document.components);
  const own = { openapi: document.openapi, paths: {}, components: { schemas, parameters } };
  // The document's type has only the parts that the server reads; the package's type requires every part.
  const eov = new RequestValidator(own as never, options) as unknown as ValidatorInternals;
  // Object.entries of the table are its rows by operationId.
  const rows = Object.entries(table) as [Id, ValidatedRoute][];
  const validators = new Map(rows.map(([id, row]) => [id, createValidator(eov, document, { id, row })]));

  return (operationId) => {
    const validate = validators.get(operationId);
    if (!validate) throw new Error(`No validator for ${operationId}.`);
    return validate;
  };
}

function createValidator(
  eov: ValidatorInternals,
  document: ContractDocument,
  { id, row }: { id: string; row: ValidatedRoute },
): Validate {
  const operation = document.paths[row.path]?.[row.method];
  if (!operation) throw new Error(`The contract's document lacks ${row.method} ${row.path}.`);
  const parameters = parametersOf(document, operation);
  // An operation without input has no invalid request: it ignores a query.
  if (parameters.length === 0 && row.body === 'none') {
    return () => ({ path: {}, query: {}, header: {}, body: undefined });
  }
  const reader = createParameterReader(parameters);
  const check = createCheck(eov, document, { id, row, operation });

  return (judged) => {
    const read = reader.read(judged);
    const faults = reader.faults(judged);
    const errors = check(judged, read.query);
    const surrogates = judged.hasEscapes ? findLoneSurrogates(judged.body) : none;
    if (faults.length + errors.length + surrogates.length > 0) {
      throw new Refusal('invalid_request', { details: onePerField([...faults, ...errors, ...surrogates]) });
    }
    return { path: read.path, query: read.query, header: read.header, body: judged.body };
  };
}

const none: readonly ErrorDetail[] = [];

interface CheckedOperation {
  readonly id: string;
  readonly row: ValidatedRoute;
  readonly operation: DocumentOperation;
}

type Check = (judged: Judged, query: Parameters['query']) => readonly ErrorDetail[];

function createCheck(
  eov: ValidatorInternals,
  document: ContractDocument,
  { id, row, operation }: CheckedOperation,
): Check {
  const build = (schema: object, name: string): Check => {
    const contentType = ContentType.fromString(name === 'no body' ? '' : 'application/json');
    const cacheKey = `${id} ${name}`;
    const middleware = eov.buildMiddleware(row.path, schema, contentType, cacheKey);
    const isValid = compiledUnder(eov, cacheKey);
    return ({ req, params, body }, query) => {
      if (isValid({ query, headers: req.headers, params, body })) return none;
      const openapi = { expressRoute: row.path, openApiRoute: row.path, pathParams: params, schema };
      // The query as it was sent: isValid has converted the other one.
      const sent = { query: parseQuery(queryOf(req)), headers: req.headers, params, body };
      try {
        middleware({ ...sent, path: pathOf(req), originalUrl: req.url, openapi }, undefined, () => undefined);
        return none;
      } catch (error) {
        return toDetails(error, body);
      }
    };
  };

  const checkRest = build(withoutBody(operation), 'no body');
  if (row.body === 'none') return checkRest;
  const tagged = findTaggedBody(document, operation);
  const checkBody = tagged ? checkTagged(tagged) : build(operation, 'body');

  function checkTagged({ field, schemas }: TaggedBody): Check {
    const checks = new Map(schemas.map(({ tag, schema }) => [tag, build(withBodySchema(operation, schema), tag)]));
    return (judged, query) => {
      if (!isObject(judged.body)) return [...checkRest(judged, query), fault('', 'must be object')];
      const tag = judged.body[field];
      const check = typeof tag === 'string' ? checks.get(tag) : undefined;
      if (check) return check(judged, query);
      return [...checkRest(judged, query), fault(`/${field}`, `must be one of: ${[...checks.keys()].join(', ')}`)];
    };
  }

  return (judged, query) => {
    if (judged.body !== undefined) return checkBody(judged, query);
    const errors = checkRest(judged, query);
    return row.body === 'required' ? [...errors, fault('', 'is required')] : errors;
  };
}

/**
 * Returns the two functions that the middleware itself calls last. A valid request needs nothing else: the middleware's other work
 * is for unusual parameter styles and for its messages (docs/decisions/002-validation-per-operation.md). The first function converts
 * the values of `query` in place, from text to the types of the contract.
 */
function compiledUnder({ ajv, ajvBody }: ValidatorInternals, cacheKey: string): (data: PackageData) => boolean {
  const parameters = ajv.getSchema(cacheKey);
  const body = ajvBody.getSchema(cacheKey);
  if (!parameters || !body) throw new Error(`The validator keeps nothing under "${cacheKey}".`);
  return (data) => parameters(data) === true && body(data) === true;
}

function fault(path: string, message: string): ErrorDetail {
  return { in: 'body', path, message } satisfies EveryField<ErrorDetail>;
}

function isObject(body: unknown): body is Record<string, unknown> {
  return typeof body === 'object' && body !== null && !Array.isArray(body);
}

/** The first error of each field. The others follow from the same mistake. */
function onePerField(details: readonly ErrorDetail[]): ErrorDetail[] {
  const byField = Map.groupBy(details, ({ in: place, path }) => `${place} ${path}`);
  return [...byField.values()].flatMap(([first]) => first ?? []);
}
