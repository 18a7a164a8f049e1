/**
 * A server of any OpenAPI document: each request is authenticated, read and checked by the document before its handler runs. A request is
 * refused in this order: 404, 405, 401 or 403, 406, 415, 413, 400.
 */
import { STATUS_CODES } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Logger } from 'pino';
import { Refusal } from '../contract.ts';
import {
  createExchange,
  type Exchange,
  type HttpRequest,
  type HttpResponse,
  type ResponseWriter,
  sendResponse,
} from '../http/exchange.ts';
import { createWebHandler, type Handler } from '../http/http-server.ts';
import { createOperationListener, type Handle, type Listener, serveBelow } from '../http/operation-listener.ts';
import { errorHandler } from '../http/refusals.ts';
import { createLog } from '../log/log.ts';
import { createBodyReader } from './bodies.ts';
import { OpenApiDocument, type RouterOperation } from './document.ts';
import type { IncomingFile } from './forms.ts';
import { createParameterReader, firstOfEach, type RequestFault } from './parameters.ts';
import { compileResponses, type PreparedResponse, ResponseFault } from './responses.ts';
import { SchemaCompiler } from './schemas.ts';
import { type CallersByScheme, createAuthenticate, credentialNames } from './security.ts';
import type { LooseHandler, RegisteredOperations, RouterHandlers, RouterSecurity } from './handler-types.ts';

/** Why a request has no response of its handler. */
export interface RouterError {
  readonly status: number;
  /** As `invalid_request`. */
  readonly code: string;
  readonly message: string;
  /** The faults of the request, or of the response of a handler; empty for other errors. */
  readonly faults: readonly RequestFault[];
  readonly operationId: string | undefined;
}

export interface RouterOptions<Operations, Callers extends CallersByScheme, Req extends HttpRequest = HttpRequest> {
  /** The OpenAPI document, 3.0 or 3.1, or the file: URL of its JSON. */
  readonly contract: object | URL;
  /** One function for each operation, by its operationId; by `get /pets`, if it has none. */
  readonly handlers: RouterHandlers<NoInfer<Operations>, NoInfer<Callers>, Req>;
  /** One function for each security scheme that the operations name. */
  readonly security?: RouterSecurity<Callers>;
  /** Returns the body of an error response, and its media type. Default: problem details (RFC 9457). */
  readonly errors?: (error: RouterError) => { readonly body: unknown; readonly mediaType?: string };
  /** Gets the errors of handlers. Default: JSON lines on standard output. */
  readonly log?: Pick<Logger, 'error'>;
  /** Responds 500 to a response that the document does not describe, and names the fault. Turn it off in production. Default: true. */
  readonly checkResponses?: boolean;
  /** Default: refuse. */
  readonly unknownQuery?: 'refuse' | 'ignore';
  /** Refuses a request with a read-only field, or removes the field. Default: refuse. */
  readonly readOnly?: 'refuse' | 'remove';
  /** Of a body that is kept in memory. Default: 1 MiB. */
  readonly maxBodyBytes?: number;
  /** Of a body that a handler reads as a stream, and of a form whose files are saved. Default: 100 MiB. */
  readonly maxStreamBytes?: number;
  /** Reads bodies of other media types: `{ 'application/xml': (bytes) => … }`. The value is checked against the schema. */
  readonly parsers?: Readonly<Record<string, (bytes: Buffer) => unknown>>;
  /** Stores a file of a form while it arrives. The result replaces the File in the body. */
  readonly saveFile?: (file: IncomingFile) => Promise<unknown>;
}

/** Status and message of each code. */
const refusals: Readonly<Record<string, readonly [status: number, message: string]>> = {
  invalid_request: [400, 'The request does not match the contract.'],
  unauthorized: [401, 'The request has no valid credential.'],
  insufficient_scope: [403, 'The credential does not allow this operation.'],
  not_found: [404, 'There is no such resource.'],
  method_not_allowed: [405, 'The resource does not have this method.'],
  not_acceptable: [406, 'The response has no media type that the request accepts.'],
  payload_too_large: [413, 'The request body is too large.'],
  unsupported_media_type: [415, 'The operation does not read bodies of this media type.'],
  rate_limited: [429, 'There were too many requests.'],
  internal_error: [500, 'The service failed.'],
  service_unavailable: [503, 'The service is not available.'],
};

const withoutBody = { body: undefined, mediaType: undefined };

/** Creates the listener of a document for node:http, Express and Connect. Throws if the document and the handlers do not match. */
export function createRouterListener<Operations, Callers extends CallersByScheme, Req extends HttpRequest>(
  options: RouterOptions<Operations, Callers, Req>,
): Listener {
  const { log = createLog(), checkResponses = true } = options;
  const document = new OpenApiDocument(options.contract);
  const operations = document.operations();
  // The handlers are typed by the operations. Here they are called by name.
  const handlers = options.handlers as Readonly<Record<string, LooseHandler<Req>>>;
  requireHandlers(operations, handlers);
  const compiler = new SchemaCompiler(document, options.readOnly ?? 'refuse');
  const compiled = operations.map((operation) => [operation.id, { ...operation, operation }] as const);

  return createOperationListener<string, { method: string; path: string; operation: RouterOperation }, Exchange>({
    table: Object.fromEntries(compiled),
    open: createExchange,
    // Styles such as a list are read before the values are decoded.
    readPath: (names, values) => Object.fromEntries(names.map((name, index) => [name, values[index] ?? ''])),
    createHandler: (_id, { operation }) =>
      createHandle(operation, { ...options, document, compiler, checkResponses, handlers }),
    send: (res, response) => sendPrepared(res, response as PreparedResponse, log),
    respondToError: errorHandler<Exchange>({
      log,
      send: (res, response) => sendPrepared(res, response as PreparedResponse, log),
      toResponse(error, { operationId }, line) {
        const routerError = toRouterError(error, { operationId, checkResponses });
        if (routerError.status >= 500) log.error(line(error), 'the handler failed');
        const { body, mediaType = 'application/json' } = options.errors?.(routerError) ?? toProblem(routerError);
        const headers = error instanceof Refusal ? error.headers : {};
        const text = typeof body === 'string' ? body : JSON.stringify(body);
        return { status: routerError.status, headers: { ...headers, 'Content-Type': mediaType }, body: text };
      },
    }),
  });
}

/** Creates a handler of requests of the Fetch standard. `basePath` is the path below which it serves the document. */
export function createHandler<Operations = RegisteredOperations, Callers extends CallersByScheme = CallersByScheme>({
  basePath,
  ...options
}: RouterOptions<Operations, Callers> & { readonly basePath?: string }): Handler {
  const listener = createRouterListener<Operations, Callers, HttpRequest>(options);
  return createWebHandler(basePath === undefined ? listener : serveBelow(basePath, listener));
}

function requireHandlers(operations: readonly RouterOperation[], handlers: Readonly<Record<string, unknown>>): void {
  const missing = operations.filter(({ id }) => !Object.hasOwn(handlers, id) || typeof handlers[id] !== 'function');
  if (missing.length > 0)
    throw new Error(
      `These operations have no handler: ${missing.map(({ label }) => label).join(', ')}. Pass one for each.`,
    );
  const ids = new Set(operations.map(({ id }) => id));
  const unknown = Object.keys(handlers).filter((id) => !ids.has(id));
  if (unknown.length > 0)
    throw new Error(`The contract has no operation ${unknown.join(', ')}, but handlers has a function of this name.`);
}

interface HandleOptions<Req extends HttpRequest> extends Omit<
  RouterOptions<unknown, CallersByScheme, Req>,
  'handlers' | 'security'
> {
  readonly security?: object;
  readonly handlers: Readonly<Record<string, LooseHandler<Req>>>;
  readonly document: OpenApiDocument;
  readonly compiler: SchemaCompiler;
  readonly checkResponses: boolean;
}

/** Creates the function that serves one operation. */
function createHandle<Req extends HttpRequest>(
  operation: RouterOperation,
  options: HandleOptions<Req>,
): Handle<Exchange> {
  const {
    document,
    compiler,
    security = {},
    unknownQuery = 'refuse',
    checkResponses,
    handlers,
    parsers = {},
    saveFile,
  } = options;
  const { id: operationId } = operation;
  const { maxBodyBytes = 1_048_576, maxStreamBytes = 104_857_600 } = options;
  const checks = security as Parameters<typeof createAuthenticate>[1]['checks'];
  const authenticate = createAuthenticate(operation, { document, checks });
  const credentials = credentialNames(operation, document);
  const readParameters = createParameterReader(operation, { compiler, unknownQuery, credentials });
  const limits = { maxBodyBytes, maxStreamBytes };
  const readBody = createBodyReader(operation, { compiler, operationId, parsers, saveFile, ...limits });
  const responses = compileResponses(operation, { compiler, isChecked: checkResponses });
  // requireHandlers has found it.
  const handler = handlers[operationId] as LooseHandler<Req>;

  return async function handle(exchange) {
    const { req } = exchange;
    const caller = authenticate ? await authenticate(req) : {};
    const accepted = responses.negotiate(req.headers.accept);
    const faults: RequestFault[] = [];
    const values = readParameters(exchange, faults);
    const received = readBody ? await readBody(req, faults) : withoutBody;
    const { body } = received;
    try {
      if (faults.length > 0) throw new InvalidRequest(faults);
      const request = { ...values, body, mediaType: received.mediaType };
      // The listener of Express receives requests of Express.
      const response = await handler(request, caller, { operationId, req: req as Req, accepted });
      // Only sendPrepared reads it.
      return responses.prepare(response, accepted) as HttpResponse;
    } finally {
      // The rest of the body is read and discarded, so that the connection can be used again.
      if (body instanceof Readable && !body.readableEnded) body.destroy();
    }
  };
}

class InvalidRequest extends Refusal {
  readonly faults: readonly RequestFault[];

  constructor(faults: readonly RequestFault[]) {
    super('invalid_request');
    this.faults = firstOfEach(faults);
  }
}

function toRouterError(
  error: unknown,
  { operationId, checkResponses }: { readonly operationId: string | undefined; readonly checkResponses: boolean },
): RouterError {
  const isVisible = error instanceof ResponseFault && checkResponses;
  const code = error instanceof Refusal && Object.hasOwn(refusals, error.code) ? error.code : 'internal_error';
  const [status = 500, sentence = ''] = refusals[code] ?? [];
  const own = error instanceof Refusal && error.message !== error.code && code !== 'internal_error';
  const message = own || isVisible ? error.message : sentence;
  const details =
    error instanceof InvalidRequest ? error.faults : error instanceof Refusal ? (error.details ?? []) : [];
  return { status, code, message, faults: isVisible ? error.faults : details, operationId };
}

/** Problem details for HTTP APIs. */
function toProblem({ status, message, faults }: RouterError): { body: unknown; mediaType: string } {
  const errors = faults.length > 0 ? { errors: faults } : {};
  const body = { type: 'about:blank', title: STATUS_CODES[status], status, detail: message, ...errors };
  return { body, mediaType: 'application/problem+json' };
}

function sendPrepared(
  res: ResponseWriter,
  { status, headers, body }: PreparedResponse,
  log: Pick<Logger, 'error'>,
): void {
  if (typeof body === 'string') sendResponse(res, { status, headers: headers as Record<string, string>, body });
  else if (body instanceof Readable) {
    body.once('error', (err) => log.error({ err }, 'the body of a response failed'));
    const writer = res.writeHead(status, headers) as ResponseWriter;
    if (res.sendStream) res.sendStream(body);
    // The responses of node:http are streams. A client that has gone ends the body.
    else pipeline(body, writer as unknown as NodeJS.WritableStream).catch(() => undefined);
  } else {
    const isBodiless = status === 204 || status === 304 || status < 200;
    const length = isBodiless ? {} : { 'Content-Length': String(body?.length ?? 0) };
    const writer = res.writeHead(status, { ...headers, ...length });
    if (body) writer.end(Buffer.from(body.buffer, body.byteOffset, body.byteLength));
    else writer.end();
  }
}
