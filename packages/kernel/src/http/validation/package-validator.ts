/**
 * The internals of express-openapi-validator that the server uses: the functions that it compiles for an operation, and the middleware that
 * calls them. The package's version is pinned, and validate.test.ts fails if these internals change
 * (docs/decisions/003-request-path.md).
 */
import { createRequire } from 'node:module';
import type { Ajv } from 'ajv';
import type * as requestModule from 'express-openapi-validator/dist/middlewares/openapi.request.validator.js';
import type * as contentTypeModule from 'express-openapi-validator/dist/middlewares/util.js';
import type { ContractDocument } from './contract-document.ts';

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

/** Returns whether the data keeps to a schema. */
type Checked = (data: PackageData) => unknown;

export interface CompiledOperation {
  /**
   * The two functions that the middleware itself calls last: first the one for the parameters, which converts the values of `query` in
   * place, from text to the types of the contract. A valid request needs nothing else: the middleware's other work is for unusual
   * parameter styles and for its messages.
   */
  readonly schemas: readonly [ofParameters: Checked, ofBody: Checked];
  /** Throws the package's error if the request is refused. */
  readonly middleware: Middleware;
}

/** Compiles an operation. Throws if a schema cannot be compiled. */
export type CompileOperation = (given: OperationToCompile) => CompiledOperation;

const options = {
  allErrors: true,
  // validate.ts reports every unknown query parameter; the package reports only the first.
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
    return { middleware, schemas: [ofParameters, ofBody] };
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
