/**
 * Request validation of a contract by express-openapi-validator, with one validator per operation, compiled at its first request.
 *
 * The usual way is one middleware before all routes. It finds the route again for each request, and it caches by the request's
 * Content-Type, so its memory grows without bound. This module builds the same validators per operation: one for a request with a
 * JSON body and one for a request without a body. If the body is one of several tagged schemas, it builds one for each of them, so
 * that errors are about the schema that the caller meant (docs/decisions/003-request-path.md).
 */
import { parse as parseQuery } from 'node:querystring';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EveryField } from '../../every-field.ts';
import { Refusal, type ErrorDetail } from '../../refusal.ts';
import {
  createQueryReader,
  fieldOf,
  findTaggedBody,
  parametersOf,
  withBodySchema,
  withoutBody,
  type ContractDocument,
  type DocumentOperation,
  type Parameter,
  type TaggedBody,
} from './contract-document.ts';
import { toDetails, findLoneSurrogates } from './error-details.ts';
import type { Exchange } from '../exchange.ts';
import { type Route, pathOf, queryOf } from '../operation-listener.ts';
import { createPackageValidator, type CompileOperation } from './package-validator.ts';

/** The parameters of a request, by the names that the contract gives them. */
export interface Parameters {
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Record<string, unknown>;
  readonly header: Readonly<Record<string, string | undefined>>;
}

/** A request that keeps to the contract, as its handler receives it. */
export interface ValidRequest extends Parameters {
  /** The JSON body; undefined if there is none. */
  readonly body: unknown;
}

/** The part of an exchange that is validated. */
export type UncheckedRequest = Pick<Exchange, 'req' | 'params' | 'body' | 'hasEscapes'>;

/** Checks parameters and body against the contract. Throws invalid_request. */
export type Validate = (request: UncheckedRequest) => ValidRequest;

export type ValidatorOf<Id extends string> = (operationId: Id) => Validate;

/** The part of a table's row that validation uses. */
export interface ValidatedRoute extends Route {
  readonly body: 'required' | 'optional' | 'none';
}

/** The validators of a contract. */
export interface Validators<Id extends string> {
  /** Returns the validator of an operation. Its first request compiles it. */
  readonly validatorOf: ValidatorOf<Id>;
  /** Compiles the validator of an operation, unless that has happened. Throws if a schema cannot be compiled. */
  readonly compile: (operationId: Id) => void;
  readonly operationIds: readonly Id[];
}

/** Creates the validators of the operations in the table. It loads and compiles nothing before the first of them is used. */
export function createValidators<Id extends string>(
  load: () => ContractDocument,
  table: Readonly<Record<Id, ValidatedRoute>>,
): Validators<Id> {
  const compileOperation = once(() => createPackageValidator(load()));
  // Object.entries of the table are its rows by operationId.
  const rows = Object.entries(table) as [Id, ValidatedRoute][];
  const validators = new Map(
    rows.map(([id, row]) => [id, once(() => createValidator(compileOperation, load(), { id, row }))]),
  );

  const find = (operationId: Id): (() => Validate) => {
    const compiled = validators.get(operationId);
    if (!compiled) throw new Error(`No validator for ${operationId}.`);
    return compiled;
  };
  return {
    validatorOf(operationId) {
      const compiled = find(operationId);
      return (request) => compiled()(request);
    },
    compile: (operationId) => void find(operationId)(),
    operationIds: rows.map(([id]) => id),
  };
}

/** Returns a function that creates its value at the first call. */
function once<T extends object>(create: () => T): () => T {
  let value: T | undefined;
  return () => (value ??= create());
}

function createValidator(
  compileOperation: () => CompileOperation,
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
  const check = createCheck(compileOperation(), document, { id, row, operation, parameters, reader });

  return (request) => {
    const read = reader.read(request);
    const faults = reader.faults(request);
    const errors = check(request, read.query);
    const surrogates = request.hasEscapes ? findLoneSurrogates(request.body) : none;
    if (faults.length + errors.length + surrogates.length > 0) {
      throw new Refusal('invalid_request', { details: onePerField([...faults, ...errors, ...surrogates]) });
    }
    return { path: read.path, query: read.query, header: read.header, body: request.body };
  };
}

const none: readonly ErrorDetail[] = [];

interface CheckedOperation {
  readonly id: string;
  readonly row: ValidatedRoute;
  readonly operation: DocumentOperation;
  readonly parameters: readonly Parameter[];
  readonly reader: ParameterReader;
}

type Check = (request: UncheckedRequest, query: Parameters['query']) => readonly ErrorDetail[];

function createCheck(
  compileOperation: CompileOperation,
  document: ContractDocument,
  { id, row, operation, parameters, reader }: CheckedOperation,
): Check {
  const build = (schema: object, name: string): Check => {
    const { schemas, middleware } = compileOperation({
      path: row.path,
      operation: schema,
      contentType: name === 'no body' ? '' : 'application/json',
      cacheKey: `${id} ${name}`,
    });
    // Otherwise the package reports a colon that is not encoded, in place of the fault that was found.
    const reported = { ...schema, parameters: parameters.map((each) => ({ ...each, allowReserved: true })) };
    return (request, query) => {
      const { req, params, body } = request;
      const data = { query, headers: req.headers, params, body };
      if (schemas.every((isValid) => isValid(data) === true)) return none;
      const openapi = { expressRoute: row.path, openApiRoute: row.path, pathParams: params, schema: reported };
      // The query as it was sent: the other one is converted.
      const sent = { query: reader.read(request).query, headers: req.headers, params, body };
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
    return (request, query) => {
      if (!isObject(request.body)) return [...checkRest(request, query), fault('', 'must be object')];
      const tag = request.body[field];
      const check = typeof tag === 'string' ? checks.get(tag) : undefined;
      if (check) return check(request, query);
      return [...checkRest(request, query), fault(`/${field}`, `must be one of: ${[...checks.keys()].join(', ')}`)];
    };
  }

  return (request, query) => {
    if (request.body !== undefined) return checkBody(request, query);
    const errors = checkRest(request, query);
    return row.body === 'required' ? [...errors, fault('', 'is required')] : errors;
  };
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

/** The part of an exchange that holds its parameters. */
type ParameterSource = Pick<Exchange, 'req' | 'params'>;

interface ParameterReader {
  /**
   * Returns the documented parameters. Values are text; of a query parameter of type array, a list of texts; of one with the style
   * deepObject, an object of texts.
   */
  read(source: ParameterSource): Parameters;
  /** Returns the errors that a schema cannot express: unknown query parameters, and headers that were sent more than once. */
  faults(source: ParameterSource): readonly ErrorDetail[];
}

/** This header is never refused: requestIdOf replaces a malformed one (END-14). */
const lenient = 'request-id';

/** Creates the reader of an operation with these parameters. */
function createParameterReader(parameters: readonly Parameter[]): ParameterReader {
  const queries = parameters.filter((parameter) => parameter.in === 'query');
  const headers = parameters
    .filter((parameter) => parameter.in === 'header')
    .map(({ name }) => ({ name, field: name.toLowerCase() }));
  const single = headers.filter(({ field }) => field !== lenient);
  const readers = queries.map((parameter) => ({ name: parameter.name, read: createQueryReader(parameter) }));

  function readQuery({ req }: ParameterSource): Record<string, unknown> {
    const query: Record<string, unknown> = {};
    if (queries.length === 0) return query;
    const sent = parseQuery(queryOf(req));
    for (const { name, read } of readers) {
      const value = read(sent);
      if (value !== undefined) query[name] = value;
    }
    return query;
  }

  function readHeaders({ req }: ParameterSource): Record<string, string | undefined> {
    const header: Record<string, string | undefined> = {};
    // Node has a list of values only for Set-Cookie, which no request has.
    for (const { name, field } of headers) header[name] = req.headers[field] as string | undefined;
    return header;
  }

  const unknownQueries = ({ req }: ParameterSource): ErrorDetail[] =>
    Object.keys(parseQuery(queryOf(req)))
      .filter((sent) => !queries.some((parameter) => fieldOf(parameter, sent) !== undefined))
      .map((path) => ({ in: 'query', path, message: 'is unknown' }) as const);

  const repeatedHeaders = ({ req }: ParameterSource): ErrorDetail[] =>
    single
      .filter(({ field }) => (req.headersDistinct[field]?.length ?? 0) > 1)
      .map(({ field }) => ({ in: 'header', path: field, message: 'must be sent once' }) as const);

  return {
    read: (source) => ({ path: source.params, query: readQuery(source), header: readHeaders(source) }),
    faults(source) {
      const { url = '', headers: sent } = source.req;
      const hasQuery = url.includes('?');
      // Node counts how often a header was sent only when the count is read.
      const hasHeader = single.some(({ field }) => sent[field] !== undefined);
      if (!hasQuery && !hasHeader) return none;
      return [...(hasQuery ? unknownQueries(source) : none), ...(hasHeader ? repeatedHeaders(source) : none)];
    },
  };
}

/**
 * Compiles the validators of all operations, one in each turn of the event loop, so that requests wait for one of them at most. Ends
 * early when the signal aborts. Rejects if a schema cannot be compiled.
 */
export async function compileInTurns<Id extends string>(
  validators: Validators<Id>,
  signal: AbortSignal,
): Promise<void> {
  for (const operationId of validators.operationIds) {
    await nextTurn();
    if (signal.aborted) return;
    validators.compile(operationId);
  }
}
