import type { Logger } from 'pino';
import { BusyError, type BusyCode } from '../store/store-errors.ts';
import { type ErrorDetail, messageOf, type NamesEveryField, Refusal, type ServiceContract } from '../contract.ts';
import { helpLink } from './docs.ts';
import {
  publicHeaders,
  type PublicExchange,
  type Exchange,
  type HttpResponse,
  sendResponse,
  type SendResponse,
} from './exchange.ts';
import type { RespondToError } from './operation-listener.ts';
import { errorLine, type ErrorLine } from '../log/error-line.ts';

/** The part of the contract that error responses need. */
export type ErrorTables = Pick<ServiceContract, 'errors' | 'limits'>;

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

/** The body of a refusal whose code is in the field `error`. */
export interface OlderErrorBody {
  readonly error: string;
  readonly request_id: string;
}

/** The body of every other refusal. */
export interface CodedErrorBody {
  /** The message. */
  readonly error: string;
  readonly error_code: string;
  readonly request_id: string;
  readonly details?: readonly ErrorDetail[];
}

/** Returns the refusal in the shape of ERR-1: the older five codes in `error`, every other code in `error_code`. */
export function toErrorResponse(
  refusal: Refusal,
  { contract, request_id }: { readonly contract: ErrorTables; readonly request_id: string },
): HttpResponse {
  const { code, details, headers } = refusal;
  const { errors, limits } = contract;
  const { status = 500, stands_in = [] } = errors[code] ?? {};
  const body = stands_in.includes('error')
    ? ({ error: code, request_id } satisfies NamesEveryField<OlderErrorBody>)
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
export interface ErrorLogLine {
  readonly request_id: string | undefined;
  readonly operationId: string | undefined;
  readonly organization_id: string | undefined;
  readonly err: ErrorLine;
}

/** The fields of an exchange in the log, as far as its contract has them. */
type LoggedExchange = Exchange & Partial<Pick<ErrorLogLine, 'request_id' | 'organization_id'>>;

export interface ErrorHandlerOptions<E extends LoggedExchange> {
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
    send(res, toResponse(error, exchange, line));
  };
}
