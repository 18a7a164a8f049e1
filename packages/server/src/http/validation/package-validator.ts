/**
 * The internals of express-openapi-validator that the server uses: the functions that it compiles for an operation, and the middleware that
 * calls them. The package's version is pinned, and validate.test.ts fails if these internals change
 * (docs/decisions/003-request-path.md).
 */
import { createRequire } from 'node:module';
import type { Ajv } from 'ajv';
import type * as requestModule from 'express-openapi-validator/dist/middlewares/openapi.request.validator.js';
import type * as contentTypeModule from 'express-openapi-validator/dist/middlewares/util.js';
import type { ContractDocument, Parameter } from './contract-document.ts';
import type { ErrorDetail } from '@booking-service/contract';
import { parse as parseQuery } from 'node:querystring';
import type { Exchange } from '../exchange.ts';
import { queryOf } from '../routes.ts';

/** The input of the compiled functions of the package. */
export interface PackageData {
  readonly query: object;
  readonly headers: object;
  readonly params: object;
  readonly body: unknown;
}

/** The fields of an Express request that its middleware reads. */
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

export interface OperationToCompile {
  /** The path as the contract writes it. */
  readonly path: string;
  readonly operation: object;
  /** Empty for a request without a body. */
  readonly contentType: 'application/json' | '';
  /** The name of the schema, within one contract. */
  readonly cacheKey: string;
}

export interface CompiledOperation {
  /**
   * Calls the two functions that the middleware itself calls last. A valid request needs nothing else: the middleware's other work is
   * for unusual parameter styles and for its messages. The first function converts the values of `query` in place, from text to the
   * types of the contract.
   */
  readonly isValid: (data: PackageData) => boolean;
  /** Throws the package's error if the request is refused. */
  readonly middleware: Middleware;
}

/** Compiles an operation. Throws if a schema cannot be compiled. */
export type CompileOperation = (given: OperationToCompile) => CompiledOperation;

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

/** Loads the package, which takes longer than to compile an operation, and prepares it for this contract. */
export function createPackageValidator(document: ContractDocument): CompileOperation {
  const { RequestValidator, ContentType } = loadPackage();
  // The package compiles the whole document into each schema and modifies it, so it gets a copy of the components alone.
  const { schemas, parameters = {} } = structuredClone(document.components);
  const own = { openapi: document.openapi, paths: {}, components: { schemas, parameters } };
  // The document's type has only the parts that the server reads; the package's type requires every part.
  const internals = new RequestValidator(own as never, options) as unknown as ValidatorInternals;

  return ({ path, operation, contentType, cacheKey }) => {
    const middleware = internals.buildMiddleware(path, operation, ContentType.fromString(contentType), cacheKey);
    const ofParameters = internals.ajv.getSchema(cacheKey);
    const ofBody = internals.ajvBody.getSchema(cacheKey);
    if (!ofParameters || !ofBody) throw new Error(`The validator keeps nothing under "${cacheKey}".`);
    return { middleware, isValid: (data) => ofParameters(data) === true && ofBody(data) === true };
  };
}

/** Both modules are CommonJS, so that a request can load them without a wait. */
function loadPackage(): Pick<typeof requestModule, 'RequestValidator'> & Pick<typeof contentTypeModule, 'ContentType'> {
  const load = createRequire(import.meta.url);
  const { RequestValidator } = load(
    'express-openapi-validator/dist/middlewares/openapi.request.validator.js',
  ) as typeof requestModule;
  const { ContentType } = load('express-openapi-validator/dist/middlewares/util.js') as typeof contentTypeModule;
  return { RequestValidator, ContentType };
}

/** The parameters of a request, by the names that the contract gives them. */
export interface Parameters {
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Record<string, unknown>;
  readonly header: Readonly<Record<string, string | undefined>>;
}

/** The part of an exchange that holds its parameters. */
export type ParameterSource = Pick<Exchange, 'req' | 'params'>;

export interface ParameterReader {
  /** Returns the documented parameters. Values are text; of a query parameter of type array, a list of texts. */
  read(source: ParameterSource): Parameters;
  /** Returns the errors that a schema cannot express: unknown query parameters, and headers that were sent more than once. */
  faults(source: ParameterSource): readonly ErrorDetail[];
}

/** This header is never refused: request-id.ts replaces a malformed one (END-14). */
const lenient = 'request-id';
const none: readonly ErrorDetail[] = [];

/** Creates the reader of an operation with these parameters. */
export function createParameterReader(parameters: readonly Parameter[]): ParameterReader {
  const queries = parameters.filter((parameter) => parameter.in === 'query');
  const headers = parameters
    .filter((parameter) => parameter.in === 'header')
    .map(({ name }) => ({ name, field: name.toLowerCase() }));
  const single = headers.filter(({ field }) => field !== lenient);
  const known = new Set(queries.map(({ name }) => name));

  function readQuery({ req }: ParameterSource): Record<string, unknown> {
    const query: Record<string, unknown> = {};
    if (queries.length === 0) return query;
    const sent = parseQuery(queryOf(req));
    for (const { name, schema } of queries) {
      const value = sent[name];
      if (value !== undefined) query[name] = schema.type === 'array' && !Array.isArray(value) ? [value] : value;
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
      .filter((name) => !known.has(name))
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
