/**
 * The HTTP server of a port. A stop loses no request that was sent before the client could see it:
 *  1. accept   announces with each response that it is the last one of its connection, and accepts until no connection waits
 *  2. close    closes the port
 *  3. arrive   gives requests that are on their way arrive_ms, then closes idle connections after their sockets were read
 *  4. finish   closes each other connection after its response, or after the grace
 * HTTP/1.1 has a gap that no server closes: a request that crosses the end of an idle connection. sockets.ts enforces the limits
 * of connections and refuses malformed requests in the port's format (END-12).
 */
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { endsWithin, systemClock } from '../time/clock.ts';
import { afterPoll, createLimitedServer, type LimitedServerOptions } from './sockets.ts';

export interface HttpServer extends AsyncDisposable {
  /** Rejects if the address is in use. */
  listen(address: Address): Promise<{ url: string }>;
  /**
   * Answers what clients have sent, each with `Connection: close`, and resolves when all connections are closed: after `grace_seconds`
   * of the computer's time at the latest. Half of it is for accepting the connections that wait. Disposal stops without grace.
   */
  stop(options: { grace_seconds: number }): Promise<void>;
}

/** The time in which a request that a client has sent on an idle connection arrives. */
const arrive_ms = 1_000;

export function createHttpServer(listener: RequestListener, options: LimitedServerOptions): HttpServer {
  const limited = createLimitedServer(listener, options);
  const { server, closeIdle, closeAll } = limited;
  // Node would cut idle connections when the port closes, with the requests that wait unread in their sockets.
  server.closeIdleConnections = () => undefined;
  // RFC 9110 allows a server to ignore an unknown expectation: the request gets its usual response.
  server.on('checkExpectation', (req, res) => server.emit('request', req, res));

  async function stop({ grace_seconds }: { grace_seconds: number }): Promise<void> {
    const begun_ms = performance.now();
    const end_ms = begun_ms + grace_seconds * 1000;
    const secondsLeft = () => Math.max(0, end_ms - performance.now()) / 1000;
    limited.endWithNextResponse();
    await untilSame(limited.countAccepted, (begun_ms + end_ms) / 2);
    const closed = new Promise((done) => server.close(done));
    if (await endsWithin(systemClock, Math.min(arrive_ms / 1000, secondsLeft()), closed)) return;
    await untilSame(limited.countReceived, end_ms);
    closeIdle();
    if (await endsWithin(systemClock, secondsLeft(), closed)) return;
    closeAll();
    await closed;
  }

  return {
    listen: (address) => listen(server, address),
    stop,
    [Symbol.asyncDispose]: () => stop({ grace_seconds: 0 }),
  };
}

/** Waits until the sockets have been read without a change of the count. Ends at `until_ms`. */
async function untilSame(count: () => number, until_ms: number): Promise<void> {
  for (let before = -1; before !== count() && performance.now() < until_ms;) {
    before = count();
    await afterPoll();
  }
}

/** The backlog: connections that wait for the service to accept them. The system may allow fewer. */
const backlog = 4096;

export interface Address {
  readonly host: string;
  readonly port: number;
  /** Shares the port with other processes that listen with this option: the system spreads the connections. Default: false. */
  readonly reusePort?: boolean | undefined;
}

/** Listens at this address and returns the server's URL. Rejects if the address is in use. */
export async function listen(server: Server, { host, port, reusePort = false }: Address): Promise<{ url: string }> {
  await new Promise<void>((listening, failed) => {
    server.once('error', failed);
    server.listen({ port, host, backlog, reusePort }, () => {
      server.off('error', failed);
      listening();
    });
  });
  // A server that listens on a port has an address of this form.
  const { address, port: bound, family } = server.address() as AddressInfo;
  return { url: `http://${family === 'IPv6' ? `[${address}]` : address}:${bound}` };
}
