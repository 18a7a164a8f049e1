import {
  errorCatalogue,
  limits,
  type CallErrorCode,
  type CatalogueEntry,
  type CodedError,
  type OlderError,
} from '@booking-service/contract';
import type { ErrorRequestHandler } from 'express';
import type { Logger } from 'pino';
import { BusyError, type BusyCode } from '../store/busy-error.ts';
import type { NamesEveryField } from '../domain/every-field.ts';
import { Refusal } from '../domain/refusal.ts';
import { errorLine } from '../log/error-line.ts';
import { sendResponse, type HttpResponse } from './send-response.ts';

const catalogue: Readonly<Record<CallErrorCode, CatalogueEntry>> = errorCatalogue;

/** What passes by itself; every other state of the database needs somebody who runs the service. */
const passing: ReadonlySet<BusyCode> = new Set(['database_busy', 'database_unreachable', 'database_overloaded']);

/** The only place where an error becomes HTTP. What is no refusal is ours: internal_error, and a line in the log (ERR-7). */
export function errorResponses({ log }: { log: Logger }): ErrorRequestHandler {
  // Express tells error handlers by their four parameters.
  return function answerError(error: unknown, req, res, _next) {
    const { request_id, operationId, organization_id, rate_limit } = res.locals;
    const line = (cause: unknown) => ({
      request_id,
      operationId,
      organization_id,
      err: errorLine(cause, { body: req.body as unknown }),
    });
    // The caller hung up: there is nobody to answer.
    if (res.destroyed) return;
    if (res.headersSent) {
      log.error(line(error), 'failed after the answer had begun');
      res.destroy();
      return;
    }
    const refusal = toRefusal(error);
    const { code, cause } = refusal;
    res.locals.error_code = code;
    if (code === 'internal_error') log.error(line(cause), 'internal error');
    else if (cause instanceof BusyError && !passing.has(cause.code))
      log.error({ ...line(cause), error_code: code }, 'refused');
    else if (cause !== undefined) log.warn({ ...line(cause), error_code: code }, 'refused');
    const answer = toErrorResponse(refusal, request_id);
    sendResponse(res, request_id, { ...answer, headers: { ...rate_limit, ...answer.headers } });
  };
}

/** The refusal in the shape of ERR-1: the older five in `error`, every other code in `error_code`. */
export function toErrorResponse({ code, message, details, headers }: Refusal, request_id: string): HttpResponse {
  const { status = 500, stands_in } = catalogue[code];
  const body = stands_in.includes('error')
    ? ({ error: code, request_id } satisfies NamesEveryField<OlderError>)
    : ({
        error: message,
        error_code: code,
        request_id,
        details: details?.slice(0, limits.max_details),
      } satisfies NamesEveryField<CodedError>);
  return { status, headers: { ...headersOf(code), ...headers }, body };
}

function headersOf(code: CallErrorCode): Record<string, string> {
  if (code === 'unauthorized') return { 'WWW-Authenticate': 'Bearer' };
  if (catalogue[code].retry === 'retry_after')
    return { [limits.headers.retry_after]: String(limits.retry_after_seconds) };
  return {};
}

function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  // Express could not decode the path: no resource has such a name.
  if (error instanceof URIError) return new Refusal('not_found');
  if (error instanceof BusyError) return new Refusal('service_unavailable', { cause: error });
  return new Refusal('internal_error', { cause: error });
}
