import type { Logger } from 'pino';
import { errorLine, type ErrorLine } from '../../log/error-line.ts';
import type { Exchange } from '../exchange.ts';
import { sendResponse, type HttpResponse } from './send-response.ts';

/** An error as the log shows it, with the request that it ended. */
export interface ErrorLogLine {
  readonly request_id: string | undefined;
  readonly operationId: string | undefined;
  readonly organization_id: string | undefined;
  readonly err: ErrorLine;
}

/** What the log shows of an exchange, as far as its contract has it. */
type LoggedExchange = Exchange & Partial<Pick<ErrorLogLine, 'request_id' | 'organization_id'>>;

export interface ErrorHandlerOptions<E extends LoggedExchange> {
  readonly log: Pick<Logger, 'error'>;
  /** Returns the error as a response of the contract, and logs it if someone has to act on it. */
  readonly toResponse: (error: unknown, exchange: E, line: (cause: unknown) => ErrorLogLine) => HttpResponse;
}

/** Responds to a request whose handler threw. */
export type RespondToError<E> = (exchange: E, error: unknown) => void;

/** Creates the function that responds to errors. A response that has begun is cut off: its caller sees that it is incomplete. */
export function errorHandler<E extends LoggedExchange>({ log, toResponse }: ErrorHandlerOptions<E>): RespondToError<E> {
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
    sendResponse(res, toResponse(error, exchange, line));
  };
}
