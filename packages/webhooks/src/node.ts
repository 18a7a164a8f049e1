import type { ServerResponse } from 'node:http';
import { type ReadableRequest, receiveRequest } from './lib/receiving/receive-request.ts';
import type { Receiver } from './lib/receiving/receive.ts';

/** Options of {@link createNodeHandler}. */
export interface NodeHandlerOptions {
  /** Receives the error of an event's handler, after the 500. Default: `process.emitWarning`, which prints it. */
  readonly onError?: (error: unknown) => void;
}

/** Creates a listener for `node:http`. It reads the body itself. */
export function createNodeHandler(
  receiver: Receiver,
  { onError = warn }: NodeHandlerOptions = {},
): (request: ReadableRequest, response: ServerResponse) => void {
  return function handle(request, response) {
    receiveRequest({ receiver, request, response }).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(500).end();
      onError(error);
    });
  };
}

function warn(error: unknown): void {
  process.emitWarning(error instanceof Error ? error : String(error));
}
