import type { ErrorRequestHandler, Request, Response } from 'express';
import type { Logger } from 'pino';
import { errorLine, type ErrorLine } from '../log/error-line.ts';
import { sendResponse, type HttpResponse } from './send-response.ts';

/** An error as the log shows it, with the request that it ended. */
export interface ErrorLogLine {
  readonly request_id: string | undefined;
  readonly operationId: string | undefined;
  readonly organization_id: string | undefined;
  readonly err: ErrorLine;
}

export interface ErrorHandlerOptions {
  readonly log: Pick<Logger, 'error'>;
  /** Returns the error as a response of the contract, and logs it if someone has to act on it. */
  readonly toResponse: (error: unknown, res: Response, line: (cause: unknown) => ErrorLogLine) => HttpResponse;
}

/** Responds to a request whose handler threw. A response that has begun is cut off: its caller sees that it is incomplete. */
export function errorHandler({ log, toResponse }: ErrorHandlerOptions): ErrorRequestHandler {
  // Express recognizes an error handler by its four parameters.
  return function respondToError(error: unknown, req: Request, res: Response, _next) {
    // The caller closed the connection: no one reads a response.
    if (res.destroyed) return;
    const { request_id, operationId, organization_id } = res.locals;
    const line = (cause: unknown) => ({
      request_id,
      operationId,
      organization_id,
      err: errorLine(cause, { body: req.body as unknown }),
    });
    if (res.headersSent) {
      log.error(line(error), 'failed after the response had begun');
      res.destroy();
      return;
    }
    sendResponse(res, toResponse(error, res, line));
  };
}
