/**
 * Checks a request before its handler runs: one check for each step of access.refusal_order, in the contract's order (AUT-11).
 * The checks of an operation are put together at start; those that it does not need are left out.
 * authenticate.ts makes the first step, which finds the caller. The replay step refuses nothing: it returns the response of a
 * replay, and the request ends there (IDM-7).
 * Every refusal, and every other error, becomes its response here.
 */
import type { Logger } from 'pino';
import {
  type ErrorDetail,
  type KeyMode,
  messageOf,
  type NamesEveryField,
  type OperationRow,
  Refusal,
  type ServiceContract,
} from '../contract.ts';
import { type Caller, type CountedRequest, meter } from './authenticate.ts';
import {
  checkMediaType,
  type Exchange,
  type HttpRequest,
  type HttpResponse,
  parseJson,
  type PublicExchange,
  publicHeaders,
  receiveBody,
  type ReceivedBody,
  sendResponse,
  type SendResponse,
  timesSent,
} from './exchange.ts';
import type { ValidRequest } from './validate.ts';
import { type BusyCode, BusyError } from '../store/store-errors.ts';
import { helpLink } from './docs.ts';
import { type RespondToError, withHeaders } from './operation-listener.ts';
import { errorLine, type ErrorLine } from '../log/error-line.ts';

/** An authenticated request under way. */
export interface IncomingRequest<C extends Caller = Caller> {
  readonly exchange: PublicExchange;
  readonly caller: C;
  /** Undefined if no window counts the operation. */
  readonly counted?: CountedRequest | undefined;
  /** True if the requests of the organization in progress, this one included, are within its share (LIM-7, LIM-9). */
  readonly isWithinShare: boolean;
  /** The body, once it is read. */
  body?: ReceivedBody;
  /** The input of the handler, after the validation. */
  valid?: ValidRequest;
}

export interface CheckOptions<C extends Caller> {
  readonly contract: ServiceContract;
  /** The key modes that this server accepts. */
  readonly servedModes: readonly KeyMode[];
  /** Returns the response to a repeated request of an operation; undefined if no earlier request had this key (IDM-1). */
  readonly findReplay: (idempotency_key: string, caller: C, operationId: string) => Promise<HttpResponse | undefined>;
  /** The steps of access.refusal_order that only the service has, by name. */
  readonly checks: Readonly<Record<string, CheckFactory<C>>>;
  /** Returns the check of an operation's requests against the contract. It throws invalid_request. */
  readonly validatorOf: (operationId: string) => (exchange: PublicExchange) => ValidRequest | Promise<ValidRequest>;
}

/** Throws the refusal, returns the response of a replay, or returns undefined to continue. */
type Check<C extends Caller> = (request: IncomingRequest<C>) => Promise<HttpResponse | undefined> | undefined;

/** Creates the check of a step for an operation; undefined if the operation does not need it. */
export type CheckFactory<C extends Caller> = (operation: CheckedOperation) => Check<C> | undefined;

/** The operation that a check is for. */
interface CheckedOperation {
  readonly operationId: string;
  readonly row: OperationRow;
}

const escape = Buffer.from(String.raw`\u`);

/** Creates the checks of the steps that every service has, by name. */
function commonChecks<C extends Caller>(options: CheckOptions<C>): Readonly<Record<string, CheckFactory<C>>> {
  const { contract, servedModes, validatorOf } = options;
  const { limits } = contract;
  return {
    rate_limited:
      () =>
      ({ exchange, counted, isWithinShare }) => {
        if (counted) {
          const { headers, refusal } = meter(counted, limits.headers);
          exchange.rate_limit = headers;
          if (refusal) throw refusal;
        }
        // 429 and not 503: the service is well, and only this organization has to wait.
        if (!isWithinShare) throw new Refusal('rate_limited', { headers: { [limits.headers.retry_after]: '1' } });
        return undefined;
      },
    org_suspended:
      () =>
      ({ caller: { organization } }) => {
        if (organization.suspended) throw new Refusal('org_suspended');
        return undefined;
      },
    wrong_key_environment:
      () =>
      ({ caller: { key } }) => {
        if (!servedModes.includes(key.mode)) throw new Refusal('wrong_key_environment');
        return undefined;
      },
    live_key_required({ row }) {
      if (!row.live_key) return undefined;
      return ({ caller: { key } }) => {
        if (key.mode !== 'live') throw new Refusal('live_key_required');
        return undefined;
      };
    },
    insufficient_scope:
      ({ row }) =>
      ({ caller: { key } }) => {
        if (!key.scopes.some((each) => each === row.scope)) throw new Refusal('insufficient_scope');
        return undefined;
      },
    replay({ operationId }) {
      if (!contract.idempotency.operations.some((each) => each === operationId)) return undefined;
      return (request) => replayUnderKey(request, options);
    },
    unsupported_media_type({ row }) {
      if (row.body === 'none') return undefined;
      return (request) =>
        checkMediaType(request.exchange.req, row.media_type)?.then((body) => {
          request.body = body;
          return undefined;
        });
    },
    payload_too_large({ row }) {
      if (row.body === 'none') return undefined;
      return async (request) => {
        request.body ??= await receiveBody(request.exchange.req, limits.max_body_bytes);
        return undefined;
      };
    },
    invalid_request({ operationId }) {
      const validate = validatorOf(operationId);
      return (request) => {
        if (request.body) parseInto(request.exchange, request.body);
        const valid = validate(request.exchange);
        if (!(valid instanceof Promise)) {
          request.valid = valid;
          return undefined;
        }
        return valid.then((found) => {
          request.valid = found;
          return undefined;
        });
      };
    },
  };
}

/**
 * Creates the function that makes the checks of an operation, as one function. It throws the request's first refusal in the contract's
 * order, and returns the response if the request is a replay. It waits only for the checks that have to wait. Throws if the order has a
 * step that neither the kernel nor the service checks.
 */
export function createChecks<C extends Caller>(options: CheckOptions<C>): (operation: CheckedOperation) => Check<C> {
  const known = { ...commonChecks(options), ...options.checks };
  const [, ...ordered] = options.contract.access.refusal_order;
  const factories = ordered.map((step) => {
    const factory = known[step];
    if (!factory) throw new Error(`The step ${step} of access.refusal_order has no check. Pass one in checks.`);
    return factory;
  });
  return (operation) => joinChecks(factories.flatMap((create) => create(operation) ?? []));
}

function joinChecks<C extends Caller>(checks: readonly Check<C>[]): Check<C> {
  async function continueAfter(
    waiting: Promise<HttpResponse | undefined>,
    request: IncomingRequest<C>,
    next: number,
  ): Promise<HttpResponse | undefined> {
    return (await waiting) ?? run(request, next);
  }

  function run(request: IncomingRequest<C>, from: number): Promise<HttpResponse | undefined> | undefined {
    for (let index = from; index < checks.length; index += 1) {
      const waiting = checks[index]?.(request);
      if (waiting) return continueAfter(waiting, request, index + 1);
    }
    return undefined;
  }

  return (request) => run(request, 0);
}

/** Keeps the value of the body in the exchange. Only the text of a body shows whether it has escape sequences. */
function parseInto(exchange: PublicExchange, body: ReceivedBody): void {
  exchange.body = 'parsed' in body ? body.parsed : parseJson(body.bytes);
  exchange.hasEscapes = 'parsed' in body || body.bytes.includes(escape);
}

/** Returns a key that may name an earlier request. A key that the contract forbids is refused later, with the body (IDM-4). */
export function readIdempotencyKey(
  req: HttpRequest,
  { header, max_length }: ServiceContract['idempotency'],
): string | undefined {
  const field = header.toLowerCase();
  const key = req.headers[field];
  if (typeof key !== 'string' || key.length === 0 || key.length > max_length) return undefined;
  return timesSent(req, field) > 1 ? undefined : key;
}

/** Returns the replay of the request; undefined if it has no key, or one that no request has used. */
export function replayUnderKey<C extends Caller>(
  { exchange, caller }: IncomingRequest<C>,
  { contract, findReplay }: Pick<CheckOptions<C>, 'contract' | 'findReplay'>,
): Promise<HttpResponse | undefined> | undefined {
  const key = readIdempotencyKey(exchange.req, contract.idempotency);
  // The route is known before the checks begin.
  return key === undefined ? undefined : findReplay(key, caller, exchange.operationId ?? '');
}

/** The part of the contract that error responses need. */
type ErrorTables = Pick<ServiceContract, 'errors' | 'limits'>;

/** The database states that end by themselves. An operator must act on every other one. */
const passing: ReadonlySet<BusyCode> = new Set([
  'database_busy',
  'database_unreachable',
  'database_overloaded',
  'organization_moving',
  'organization_moved',
  'organization_elsewhere',
]);

/**
 * Turns every error of the public contract into its response; no other code does. An error that is not a refusal is a fault of
 * the server: internal_error, with a log line (ERR-7). With `linksHelp`, each response links to the page of its code (ERR-8).
 */
export function errorResponses({
  log,
  contract,
  linksHelp,
  send,
}: {
  readonly log: Pick<Logger, 'error' | 'warn'>;
  readonly contract: ErrorTables;
  readonly linksHelp: boolean;
  readonly send?: SendResponse | undefined;
}): RespondToError<PublicExchange> {
  return errorHandler<PublicExchange>({
    log,
    send,
    toResponse(error, exchange, line) {
      const refusal = toRefusal(error);
      const { code, cause } = refusal;
      exchange.error_code = code;
      if (code === 'internal_error') log.error(line(cause), 'internal error');
      else if (cause instanceof BusyError && !passing.has(cause.code))
        log.error({ ...line(cause), error_code: code }, 'refused');
      else if (cause !== undefined) log.warn({ ...line(cause), error_code: code }, 'refused');
      const response = toErrorResponse(refusal, { contract, request_id: exchange.request_id });
      const help = linksHelp ? helpLink(code, { req: exchange.req, errors: contract.errors }) : {};
      return { ...response, headers: { ...publicHeaders(exchange), ...help, ...response.headers } };
    },
  });
}

/** The body of a refusal whose code is in the field `error`, too. */
export interface OlderErrorBody {
  readonly error: string;
  readonly error_code: string;
  readonly request_id: string;
}

/** The body of every other refusal: `error` is its message. */
export interface CodedErrorBody extends OlderErrorBody {
  readonly details?: readonly ErrorDetail[];
}

/** Returns the refusal in the shape of ERR-1: the code in `error_code`, and the older five in `error`, too. */
export function toErrorResponse(
  refusal: Refusal,
  { contract, request_id }: { readonly contract: ErrorTables; readonly request_id: string },
): HttpResponse {
  const { code, details, headers } = refusal;
  const { errors, limits } = contract;
  const { status = 500, stands_in = [] } = errors[code] ?? {};
  const body = stands_in.includes('error')
    ? ({ error: code, error_code: code, request_id } satisfies NamesEveryField<OlderErrorBody>)
    : ({
        error: messageOf(refusal, errors),
        error_code: code,
        request_id,
        details: details?.slice(0, limits.max_details),
      } satisfies NamesEveryField<CodedErrorBody>);
  return { status, headers: { ...headersOf(code, contract), ...headers }, body };
}

function headersOf(code: string, { errors, limits }: ErrorTables): Record<string, string> {
  if (code === 'unauthorized') return { 'WWW-Authenticate': 'Bearer' };
  if (errors[code]?.retry === 'retry_after')
    return { [limits.headers.retry_after]: String(limits.retry_after_seconds) };
  return {};
}

function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  // The path cannot be decoded, so no resource has this name.
  if (error instanceof URIError) return new Refusal('not_found');
  if (error instanceof BusyError) return new Refusal('service_unavailable', { cause: error });
  return new Refusal('internal_error', { cause: error });
}

/** An error as the log shows it, with the request that it ended. */
interface ErrorLogLine {
  readonly request_id: string | undefined;
  readonly operationId: string | undefined;
  readonly organization_id: string | undefined;
  readonly err: ErrorLine;
}

/** The fields of an exchange in the log, as far as its contract has them. */
type LoggedExchange = Exchange & Partial<Pick<ErrorLogLine, 'request_id' | 'organization_id'>>;

interface ErrorHandlerOptions<E extends LoggedExchange> {
  readonly log: Pick<Logger, 'error'>;
  /** Returns the error as a response of the contract, and logs it if someone has to act on it. */
  readonly toResponse: (error: unknown, exchange: E, line: (cause: unknown) => ErrorLogLine) => HttpResponse;
  /** Default: sendResponse. */
  readonly send?: SendResponse | undefined;
}

/** Creates the function that responds to errors. A response that has begun is cut off: its caller sees that it is incomplete. */
export function errorHandler<E extends LoggedExchange>({
  log,
  toResponse,
  send = sendResponse,
}: ErrorHandlerOptions<E>): RespondToError<E> {
  return function respondToError(exchange, error) {
    const { res, request_id, operationId, organization_id, body } = exchange;
    // The caller closed the connection: no one reads a response.
    if (res.destroyed) return;
    const line = (cause: unknown) => ({ request_id, operationId, organization_id, err: errorLine(cause, { body }) });
    if (res.headersSent) {
      log.error(line(error), 'failed after the response had begun');
      res.destroy();
      return;
    }
    send(res, withHeaders(toResponse(error, exchange, line), exchange.deprecation));
  };
}
