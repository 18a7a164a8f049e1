/**
 * The HTTP server of a port. A stop lets running requests finish. limited-server.ts enforces the limits of connections and refuses
 * malformed requests in the port's format (END-12).
 */
import type { RequestListener, Server } from 'node:http';
import { systemClock, endsWithin } from '../../time/clock.ts';
import { createLimitedServer, type LimitedServerOptions } from './limited-server.ts';
import type { AddressInfo } from 'node:net';

export interface HttpServer extends AsyncDisposable {
  /** Rejects if the address is in use. */
  listen(address: Address): Promise<{ url: string }>;
  /**
   * Accepts no more requests and closes idle connections. Closes the others after their responses, or after `grace_seconds` of
   * the computer's time. Disposal stops without grace.
   */
  stop(options: { grace_seconds: number }): Promise<void>;
}

export function createHttpServer(listener: RequestListener, options: LimitedServerOptions): HttpServer {
  const { server, closeIdle, closeAll } = createLimitedServer(listener, options);
  // RFC 9110 allows a server to ignore an unknown expectation: the request gets its usual response.
  server.on('checkExpectation', (req, res) => server.emit('request', req, res));

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
