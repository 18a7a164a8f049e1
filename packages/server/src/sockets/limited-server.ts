/**
 * An HTTP server that hostile peers cannot fill. Every port of the service listens with one.
 *  - A request that does not arrive in time is refused. A response that is not taken in time ends its connection.
 *  - A refused connection gets its response. Then the peer has linger_ms to close its side, and the socket is destroyed:
 *    a peer that ignores the end of ours keeps nothing here.
 *  - At most_connections a new connection takes the place of another one: of those that are not being answered, the one
 *    that has been of no use for longest. Two lists keep that order, of connections that had a response and of those that
 *    had none yet, and the longer list gives: a flood of either kind pushes out itself, and an honest caller, who is
 *    answered at once, is always among the newest of a list. Addresses are not counted: behind a proxy all callers have
 *    the same one, and a hostile network has thousands.
 */
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ConnectionLimits } from './connection-limits.ts';

export interface LimitedServer {
  readonly server: Server;
  /** Sends these last bytes once every request that arrived whole has its response, and ends the connection for good. */
  readonly hangUp: (socket: Duplex, last: () => string) => void;
  /** Ends every connection once it is not being answered. */
  readonly closeQuiet: () => void;
  /** Ends every connection now. */
  readonly closeAll: () => void;
}

export interface LimitedServerOptions {
  readonly limits: ConnectionLimits;
  /** The response, as bytes, to what is no HTTP request, or did not become one in time. */
  readonly refusal: (why: { readonly late: boolean }) => string;
}

interface Connection {
  readonly socket: Duplex;
  /** The responses that have not gone out, in the order of their requests, with the time at which each was seen to be made. */
  readonly open: Map<ServerResponse, number | undefined>;
}

export function createLimitedServer(
  listener: RequestListener,
  { limits, refusal }: LimitedServerOptions,
): LimitedServer {
  const connections = new Map<Duplex, Connection>();
  /** Each connection is in one of these, the one whose last response, or opening, is longest ago first. */
  const unused = new Set<Connection>();
  const used = new Set<Connection>();
  const server = createServer({
    headersTimeout: limits.headers_ms,
    requestTimeout: limits.request_ms,
    keepAliveTimeout: limits.keep_alive_ms,
    connectionsCheckingInterval: limits.look_ms,
    requireHostHeader: false,
  });
  server.timeout = limits.silence_ms;
  server.maxHeadersCount = limits.most_headers;

  server.on('connection', (socket) => {
    // Node takes its own listener away from a socket that it hands out, and an error without one ends the process.
    socket.on('error', () => undefined);
    if (connections.size >= limits.most_connections && !makeRoom()) {
      socket.destroy();
      return;
    }
    const connection = { socket, open: new Map() };
    connections.set(socket, connection);
    unused.add(connection);
    socket.once('close', () => forget(connection));
  });
  server.on('request', (req, res) => {
    const connection = connections.get(req.socket);
    connection?.open.set(res, undefined);
    res.once('close', () => {
      if (!connection) return;
      connection.open.delete(res);
      if (res.writableFinished && connections.has(connection.socket)) {
        unused.delete(connection);
        used.delete(connection);
        used.add(connection);
      }
    });
    listener(req, res);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const late = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
    // A peer that opened a connection and never spoke is waiting for no response.
    if (late && 'bytesRead' in socket && socket.bytesRead === 0) socket.destroy();
    else hangUp(socket, () => refusal({ late }));
  });

  const looking = setInterval(endUntaken, limits.look_ms).unref();
  server.once('close', () => clearInterval(looking));

  function forget(connection: Connection): void {
    connections.delete(connection.socket);
    unused.delete(connection);
    used.delete(connection);
  }

  function makeRoom(): boolean {
    const lists = unused.size >= used.size ? [unused, used] : [used, unused];
    for (const list of lists) {
      for (const connection of list) {
        if (isBeingAnswered(connection)) continue;
        forget(connection);
        connection.socket.destroy();
        return true;
      }
    }
    return false;
  }

  function endUntaken(): void {
    const now = performance.now();
    for (const { socket, open } of connections.values()) {
      const [first] = open;
      if (!first?.[0].writableEnded) continue;
      const [response, made = now] = first;
      open.set(response, made);
      if (now - made >= limits.take_ms) socket.destroy();
    }
  }

  function hangUp(socket: Duplex, last: () => string): void {
    whenAnswered(connections.get(socket), () => {
      if (!socket.writable || socket.destroyed) return;
      socket.end(last());
      const cut = setTimeout(() => socket.destroy(), limits.linger_ms);
      socket.once('close', () => clearTimeout(cut));
    });
  }

  return {
    server,
    hangUp,
    closeQuiet() {
      for (const connection of connections.values()) whenAnswered(connection, () => connection.socket.destroy());
    },
    closeAll() {
      for (const socket of connections.keys()) socket.destroy();
    },
  };
}

/** Whether the request that is answered next arrived whole, and its response is being made. */
function isBeingAnswered({ open }: Connection): boolean {
  const [first] = open.keys();
  return first !== undefined && first.req.complete && !first.writableEnded;
}

/**
 * Calls `then` when every request that arrived whole is answered. One that did not was not accepted: nothing is lost with it.
 */
function whenAnswered(connection: Connection | undefined, then: () => void): void {
  const next = [...(connection?.open.keys() ?? [])].find((answer) => answer.req.complete && !answer.writableFinished);
  if (next) next.once('close', () => whenAnswered(connection, then));
  else then();
}
