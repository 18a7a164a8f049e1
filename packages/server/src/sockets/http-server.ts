/**
 * The HTTP server of a port. Requests that Node would refuse in its own format are refused in the port's format (END-12), and a
 * stop lets running requests finish. limited-server.ts enforces the limits of connections.
 */
import type { IncomingMessage, RequestListener } from 'node:http';
import { systemClock } from '../time/clock.ts';
import { endsWithin } from '../time/deadline.ts';
import type { ConnectionLimits } from './connection-limits.ts';
import { createLimitedServer } from './limited-server.ts';
import { listen, type Address } from './listen.ts';

export interface HttpServer extends AsyncDisposable {
  /** Rejects if the address is in use. */
  listen(address: Address): Promise<{ url: string }>;
  /**
   * Accepts no more requests and closes idle connections. Closes the others after their responses, or after `grace_seconds` of
   * the computer's time. Disposal stops without grace.
   */
  stop(options: { grace_seconds: number }): Promise<void>;
}

/** A request that does not reach the listener. */
export interface UnservedRequest {
  /** The reason. */
  readonly message: string;
  /** Undefined if the bytes are not an HTTP request, or if the request did not arrive in time. */
  readonly req?: IncomingMessage;
}

export interface HttpServerOptions {
  readonly limits: ConnectionLimits;
  /** Returns the response to a request that does not reach the listener, as the text to send. */
  readonly refuse: (unserved: UnservedRequest) => string;
}

const malformed = 'The request is not well-formed HTTP/1.1.';
const late = 'The request did not arrive in time.';

export function createHttpServer(listener: RequestListener, { limits, refuse }: HttpServerOptions): HttpServer {
  const { server, hangUp, closeIdle, closeAll } = createLimitedServer(listener, {
    limits,
    refusal: (why) => refuse({ message: why.late ? late : malformed }),
  });
  // RFC 9110 allows a server to ignore an unknown expectation: the request gets its usual response.
  server.on('checkExpectation', (req, res) => server.emit('request', req, res));
  server.on('connect', (req, socket) => hangUp(socket, () => refuse({ message: malformed, req })));

  async function stop({ grace_seconds }: { grace_seconds: number }): Promise<void> {
    const closed = new Promise((done) => server.close(done));
    closeIdle();
    if (await endsWithin(systemClock, grace_seconds, closed)) return;
    closeAll();
    await closed;
  }

  return {
    listen: (address) => listen(server, address),
    stop,
    [Symbol.asyncDispose]: () => stop({ grace_seconds: 0 }),
  };
}
