/**
 * The HTTP server around the app: what Node would answer by itself, in a form of its own, is answered like every other
 * refusal (END-12), and a stop cuts nobody off who is being answered.
 */
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { systemClock } from '../clock.ts';
import { endsWithin } from '../deadline.ts';
import { Refusal } from '../domain/refusal.ts';
import type { NewId } from '../ids.ts';
import { sendAnswer } from './answer.ts';
import { answerClientError } from './client-error.ts';
import { connectionLimits, type ConnectionLimits } from './connection-limits.ts';
import { toErrorAnswer } from './error-responses.ts';
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
  /** Default: connectionLimits. */
  readonly limits?: ConnectionLimits;
}

export function createHttpServer(
  app: RequestListener,
  { newId, onMalformed, limits = connectionLimits }: HttpServerOptions,
): HttpServer {
  /** Every open connection, with the answers that have not gone out on it. */
  const connections = new Map<Duplex, Set<ServerResponse>>();
  const server = createServer({
    headersTimeout: limits.headers_ms,
    requestTimeout: limits.request_ms,
    keepAliveTimeout: limits.keep_alive_ms,
    connectionsCheckingInterval: limits.look_ms,
    requireHostHeader: false,
  });
  server.timeout = limits.silence_ms;
  server.maxConnections = limits.most_connections;
  server.maxHeadersCount = limits.most_headers;

  server.on('connection', (socket) => {
    connections.set(socket, new Set());
    socket.once('close', () => connections.delete(socket));
  });
  server.on('request', (req, res) => {
    const open = connections.get(req.socket);
    open?.add(res);
    res.once('close', () => open?.delete(res));
    if (req.headers.host === undefined && req.httpVersion === '1.1') {
      const request_id = requestIdOf(req, newId);
      refuseWithoutHost(res, request_id);
      onMalformed(request_id);
    } else app(req, res);
  });
  // An expectation that nobody knows is left unmet, as RFC 9110 allows; the request is answered all the same.
  server.on('checkExpectation', (req, res) => server.emit('request', req, res));
  server.on('connect', (req, socket) => refuse(socket, { request_id: requestIdOf(req, newId) }));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const late = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
    // Whoever opened a connection and never spoke is waiting for no answer.
    if (late && 'bytesRead' in socket && socket.bytesRead === 0) socket.destroy();
    else refuse(socket, { request_id: newId('req'), ...(late && { message: 'The request did not arrive in time.' }) });
  });

  function refuse(socket: Duplex, told: { request_id: string; message?: string }): void {
    whenAnswered(connections.get(socket), () => {
      if (answerClientError(socket, told)) onMalformed(told.request_id);
    });
  }

  return {
    listen: (address) => listen(server, address),
    async stop({ grace_seconds }) {
      const closed = new Promise((done) => server.close(done));
      for (const [socket, open] of connections) whenAnswered(open, () => socket.destroy());
      if (await endsWithin(systemClock, grace_seconds, closed)) return;
      for (const socket of connections.keys()) socket.destroy();
      await closed;
    },
  };
}

async function listen(server: Server, { host, port }: { host: string; port: number }): Promise<{ url: string }> {
  await new Promise<void>((listening, failed) => {
    server.once('error', failed);
    server.listen(port, host, () => {
      server.off('error', failed);
      listening();
    });
  });
  // A server that listens on a port has an address of this form.
  const { address, port: bound, family } = server.address() as AddressInfo;
  return { url: `http://${family === 'IPv6' ? `[${address}]` : address}:${bound}` };
}

/** RFC 9112 asks for this refusal. */
function refuseWithoutHost(res: ServerResponse, request_id: string): void {
  const refusal = new Refusal('invalid_request', {
    message: 'The request has no Host header.',
    headers: { Connection: 'close' },
  });
  sendAnswer(res, request_id, toErrorAnswer(refusal, request_id));
}

/**
 * Goes on when every request that arrived whole is answered. One that did not was not accepted: nothing is lost with it.
 */
function whenAnswered(open: ReadonlySet<ServerResponse> | undefined, then: () => void): void {
  const next = [...(open ?? [])].find((answer) => answer.req.complete && !answer.writableFinished);
  if (next) next.once('close', () => whenAnswered(open, then));
  else then();
}
