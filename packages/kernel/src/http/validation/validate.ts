/** Checks requests against a compiled contract (docs/decisions/003-request-path.md). */
import { parse as parseQuery } from 'node:querystring';
import type { EveryField } from '../../every-field.ts';
import { Refusal, type ErrorDetail } from '../../refusal.ts';
import { type Exchange, timesSent } from '../exchange.ts';
import { queryOf } from '../operation-listener.ts';
import type { BodyCheck, CompiledContract, CompiledOperation, CompiledParameter } from './compiled-contract.ts';
import { bodyFaults, findLoneSurrogates, parameterFaults } from './error-details.ts';
import { createQueryReader, findQueryFault } from './query-reader.ts';

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

/** Creates the validators of the operations of a contract. */
export function createValidators(contract: CompiledContract): ValidatorOf<string> {
  const validators = new Map(Object.entries(contract).map(([id, operation]) => [id, createValidator(operation)]));
  return (operationId) => {
    const validate = validators.get(operationId);
    if (!validate) throw new Error(`No validator for ${operationId}.`);
    return validate;
  };
}

const none: readonly ErrorDetail[] = [];

function createValidator({ body, parameters, checkParameters, checkBody }: CompiledOperation): Validate {
  // An operation without input has no invalid request: it ignores a query.
  if (parameters.length === 0 && body === 'none') {
    return () => ({ path: {}, query: {}, header: {}, body: undefined });
  }
  const reader = createParameterReader(parameters);
  const findBodyFaults = checkBody ? createBodyCheck(checkBody) : () => none;

  return (request) => {
    const { req, params, hasEscapes } = request;
    const read = reader.read(request);
    const faults = reader.faults(request);
    const isValid = !checkParameters || checkParameters({ query: read.query, headers: req.headers, params }) === true;
    const ofParameters = isValid ? none : parameterFaults(checkParameters.errors);
    const ofBody =
      request.body !== undefined
        ? findBodyFaults(request.body)
        : body === 'required'
          ? [fault('', 'is required')]
          : none;
    const surrogates = hasEscapes ? findLoneSurrogates(request.body) : none;
    if (faults.length + ofParameters.length + ofBody.length + surrogates.length > 0) {
      throw invalidRequest([...joinFaults(faults, ofParameters), ...ofBody, ...surrogates]);
    }
    return { path: read.path, query: read.query, header: read.header, body: request.body };
  };
}

function createBodyCheck(compiled: BodyCheck): (body: unknown) => readonly ErrorDetail[] {
  if (compiled.field === undefined) {
    const { check } = compiled;
    return (body) => (check(body) === true ? none : bodyFaults(check.errors));
  }
  const { field } = compiled;
  const checks = new Map(Object.entries(compiled.checks));
  return (body) => {
    if (!isObject(body)) return [fault('', 'must be object')];
    const tag = body[field];
    const check = typeof tag === 'string' ? checks.get(tag) : undefined;
    if (!check) return [fault(`/${field}`, `must be one of: ${[...checks.keys()].join(', ')}`)];
    return check(body) === true ? none : bodyFaults(check.errors);
  };
}

function fault(path: string, message: string): ErrorDetail {
  return { in: 'body', path, message } satisfies EveryField<ErrorDetail>;
}

function isObject(body: unknown): body is Record<string, unknown> {
  return typeof body === 'object' && body !== null && !Array.isArray(body);
}

/** Returns the refusal with the first error of each field. The others follow from the same mistake. */
export function invalidRequest(details: readonly ErrorDetail[]): Refusal {
  const byField = Map.groupBy(details, ({ in: place, path }) => `${place} ${path}`);
  return new Refusal('invalid_request', { details: [...byField.values()].flatMap(([first]) => first ?? []) });
}

/** Returns the faults of the reader, and those of the schemas about other query parameters. */
export function joinFaults(faults: readonly ErrorDetail[], details: readonly ErrorDetail[]): ErrorDetail[] {
  const parameterOf = ({ path }: ErrorDetail) => path.split(/[/[]/)[0];
  const faulty = new Set(faults.filter((each) => each.in === 'query').map(parameterOf));
  return [...faults, ...details.filter((each) => each.in !== 'query' || !faulty.has(parameterOf(each)))];
}

export interface ParameterReader {
  /**
   * Returns the documented parameters. Values are text; of a query parameter of type array, a list of texts; of one with the style
   * deepObject, an object of texts.
   */
  read(source: UncheckedRequest): Parameters;
  /** Returns the errors that a schema cannot express: of the names and the form of query parameters, and of repeated headers. */
  faults(source: UncheckedRequest): readonly ErrorDetail[];
}

/** This header is never refused: readRequestId ignores a malformed one (END-14). */
const lenient = 'request-id';

/** Creates the reader of an operation with these parameters. */
export function createParameterReader(parameters: readonly CompiledParameter[]): ParameterReader {
  const queries = parameters.filter((parameter) => parameter.in === 'query');
  const headers = parameters
    .filter((parameter) => parameter.in === 'header')
    .map(({ name }) => ({ name, field: name.toLowerCase() }));
  const single = headers.filter(({ field }) => field !== lenient);
  const readers = queries.map((parameter) => ({ name: parameter.name, read: createQueryReader(parameter) }));

  function readQuery({ req }: UncheckedRequest): Record<string, unknown> {
    const query: Record<string, unknown> = {};
    if (queries.length === 0) return query;
    const sent = parseQuery(queryOf(req));
    for (const { name, read } of readers) {
      const value = read(sent);
      if (value !== undefined) query[name] = value;
    }
    return query;
  }

  function readHeaders({ req }: UncheckedRequest): Record<string, string | undefined> {
    const header: Record<string, string | undefined> = {};
    // Node has a list of values only for Set-Cookie, which no request has.
    for (const { name, field } of headers) header[name] = req.headers[field] as string | undefined;
    return header;
  }

  const queryFaults = ({ req }: UncheckedRequest): ErrorDetail[] =>
    Object.entries(parseQuery(queryOf(req))).flatMap(([path, value]) => {
      const found = findQueryFault(queries, { name: path, value });
      return found ? [{ in: 'query', ...found } as const] : [];
    });

  const repeatedHeaders = ({ req }: UncheckedRequest): ErrorDetail[] =>
    single
      .filter(({ field }) => timesSent(req, field) > 1)
      .map(({ field }) => ({ in: 'header', path: field, message: 'must be sent once' }) as const);

  return {
    read: (source) => ({ path: source.params, query: readQuery(source), header: readHeaders(source) }),
    faults(source) {
      const { url = '', headers: sent } = source.req;
      const hasQuery = url.includes('?');
      const hasHeader = single.some(({ field }) => sent[field] !== undefined);
      if (!hasQuery && !hasHeader) return none;
      return [...(hasQuery ? queryFaults(source) : none), ...(hasHeader ? repeatedHeaders(source) : none)];
    },
  };
}
