/**
 * The HTTP server around the app: what Node would answer by itself, in a form of its own, is answered like every other
 * refusal (END-12), and a stop cuts nobody off who is being answered. limited-server.ts holds its connections to their limits.
 */
import type { RequestListener, ServerResponse } from 'node:http';
import { systemClock } from '../time/clock.ts';
import { endsWithin } from '../time/deadline.ts';
import { Refusal } from '../domain/refusal.ts';
import type { NewId } from '../domain/ids.ts';
import { connectionLimits, fitOpenFiles, type ConnectionLimits } from '../sockets/connection-limits.ts';
import { createLimitedServer } from '../sockets/limited-server.ts';
import { listen } from '../sockets/listen.ts';
import { sendResponse } from './send-response.ts';
import { clientErrorText } from './client-error.ts';
import { toErrorResponse } from './error-responses.ts';
import { requestIdOf } from './request-id.ts';

export interface HttpServer {
  /** Rejects where the address is taken. */
  listen(address: { host: string; port: number }): Promise<{ url: string }>;
  /**
   * Takes no more calls, closes every connection that is not being answered, the others when they are; cuts what is left
   * after `grace_seconds`, which are the computer's own.
   */
  stop(options: { grace_seconds: number }): Promise<void>;
}

export interface HttpServerOptions {
  readonly newId: NewId;
  /** Told of each 400 that is answered here and not by the app. */
  readonly onMalformed: (request_id: string) => void;
  /** Default: connectionLimits, as far as this process may open files. */
  readonly limits?: ConnectionLimits;
}

export function createHttpServer(
  app: RequestListener,
  { newId, onMalformed, limits = fitOpenFiles(connectionLimits) }: HttpServerOptions,
): HttpServer {
  const { server, hangUp, closeQuiet, closeAll } = createLimitedServer(handle, {
    limits,
    refusal: ({ late }) =>
      refuse({ request_id: newId('req'), message: late ? 'The request did not arrive in time.' : undefined }),
  });
  // An expectation that nobody knows is left unmet, as RFC 9110 allows; the request is answered all the same.
  server.on('checkExpectation', (req, res) => server.emit('request', req, res));
  server.on('connect', (req, socket) => hangUp(socket, () => refuse({ request_id: requestIdOf(req, newId) })));

  function handle(...[req, res]: Parameters<RequestListener>): void {
    if (req.headers.host === undefined && req.httpVersion === '1.1') {
      const request_id = requestIdOf(req, newId);
      refuseWithoutHost(res, request_id);
      onMalformed(request_id);
    } else app(req, res);
  }

  function refuse(told: Parameters<typeof clientErrorText>[0]): string {
    onMalformed(told.request_id);
    return clientErrorText(told);
  }

  return {
    listen: (address) => listen(server, address),
    async stop({ grace_seconds }) {
      const closed = new Promise((done) => server.close(done));
      closeQuiet();
      if (await endsWithin(systemClock, grace_seconds, closed)) return;
      closeAll();
      await closed;
    },
  };
}

/** RFC 9112 asks for this refusal. */
function refuseWithoutHost(res: ServerResponse, request_id: string): void {
  const refusal = new Refusal('invalid_request', {
    message: 'The request has no Host header.',
    headers: { Connection: 'close' },
  });
  sendResponse(res, request_id, toErrorResponse(refusal, request_id));
}
