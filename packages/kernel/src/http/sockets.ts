/**
 * An HTTP server that hostile peers cannot fill or confuse. Every port of the service uses one.
 *  - A request that is malformed, has not exactly one Host, or does not arrive in time is refused. Nothing after it is served. A response that the peer does not read in time ends its connection.
 *  - A refused connection receives its response. Then the peer has linger_ms to close its side before the socket is destroyed, so a
 *    peer that ignores the end of the connection occupies nothing.
 *  - A response before the end of its request is followed by the end of the service's side only. What the peer still sends is read and
 *    dropped (RFC 9112, 9.6): closing the socket instead would reset the connection, and the peer could lose the response.
 *  - At max_connections a new connection replaces the one that has been unused for longest. A connection with a request under way is
 *    never replaced. Two lists keep the order: connections that had a response, and connections that had none. The longer list
 *    loses one. So a flood of either kind replaces only itself, and an honest caller, who receives a response at once, is always
 *    among the newest of a list. Addresses are not counted: behind a proxy all callers share one, and a hostile network has
 *    thousands.
 *  - A timer of a busy process can run before the sockets are read. A connection is idle only after they were.
 */
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';

// One connection of a server: its requests, and its end.

interface Connection {
  readonly socket: Socket;
  /** The unsent responses in the order of their requests. */
  readonly open: ServerResponse[];
  /** The request that arrived last. */
  last?: IncomingMessage;
  /** The first of them, and the time at which a check found it complete. */
  untaken?: { readonly response: ServerResponse; readonly since_ms: number };
}

function destroyAfter(socket: Duplex, ms: number): void {
  const cut = setTimeout(() => socket.destroy(), ms);
  socket.once('close', () => clearTimeout(cut));
}

/** Resolves when every socket that has received something by now was read. */
export async function afterPoll(): Promise<void> {
  // Sockets are read between two turns. The first turn may be the current one.
  await turn();
  await turn();
}

/** Adds Connection: close to the last response of the connection. After it, Node serves no other request. */
function announceEnd({ open }: Connection): void {
  for (const [index, response] of open.entries())
    if (!response.headersSent) response.shouldKeepAlive = index < open.length - 1;
}

/** Returns whether the oldest request of the connection arrived completely and its response is not complete. */
function hasRequestUnderWay({ open }: Connection): boolean {
  const [first] = open;
  return first !== undefined && first.req.complete && !first.writableEnded;
}

/**
 * Calls `then` when every request that arrived completely has its response. Any other request was not accepted, so nothing is lost.
 */
function whenIdle(connection: Connection | undefined, then: () => void): void {
  const next = connection?.open.find((response) => response.req.complete && !response.writableFinished);
  if (next) next.once('close', () => whenIdle(connection, then));
  else then();
}

/** The limits of connections. Times are milliseconds of the computer's monotonic clock; a sandbox clock does not move them. */
export interface ConnectionLimits {
  /** From the first byte of a request, or the opening of its connection, to the end of its headers. */
  readonly headers_ms: number;
  /** From the same instant to the end of the body. */
  readonly request_ms: number;
  /** Between two requests. */
  readonly keep_alive_ms: number;
  /** Without any byte while a response is prepared or sent. Longer than any operation takes. */
  readonly silence_ms: number;
  /** From the end of a response to the arrival of its last byte at the peer, and to the end of a request that it came before. */
  readonly take_ms: number;
  /** For the peer to close its side, after the service has sent its last byte. */
  readonly linger_ms: number;
  /** The interval of the checks. A connection can outlive a limit by this time. */
  readonly check_ms: number;
  /** Headers of a request. A request with more is refused. */
  readonly max_headers: number;
  /** Connections that are open at the same time. One more replaces another (sockets.ts). */
  readonly max_connections: number;
}

/**
 * The limits of the public port. A request can wait for two other systems, 30 seconds each. Ten thousand
 * idle connections use about 70 MB.
 */
export const connectionLimits: ConnectionLimits = {
  headers_ms: 10_000,
  request_ms: 30_000,
  keep_alive_ms: 5_000,
  silence_ms: 120_000,
  take_ms: 30_000,
  linger_ms: 1_000,
  check_ms: 2_000,
  max_headers: 200,
  max_connections: 10_000,
};

/** The limits of a port on loopback or on a private network: few callers, small requests. */
export const adminConnectionLimits: ConnectionLimits = {
  ...connectionLimits,
  request_ms: 10_000,
  max_connections: 500,
};

/** Returns the limits with at most half as many connections as this process may open files. The other half is for its own work. */
export function fitOpenFiles(limits: ConnectionLimits): ConnectionLimits {
  const files = readOpenFilesLimit();
  return { ...limits, max_connections: Math.min(limits.max_connections, Math.max(1, Math.floor(files / 2))) };
}

let openFiles: number | undefined;

/** Returns how many files this process may open; Infinity if the system has or reports no limit. */
function readOpenFilesLimit(): number {
  if (openFiles !== undefined) return openFiles;
  const report: NodeJS.ProcessReport & { excludeNetwork?: boolean | undefined } = process.report;
  const excluded = report.excludeNetwork;
  // Otherwise the report resolves the host name of every peer.
  report.excludeNetwork = true;
  // Node's types do not describe the report. A value that is not a number means no limit.
  const { userLimits } = report.getReport() as { userLimits?: { open_files?: { soft?: unknown } } };
  report.excludeNetwork = excluded;
  const soft = userLimits?.open_files?.soft;
  openFiles = typeof soft === 'number' ? soft : Infinity;
  return openFiles;
}

interface LimitedServer {
  readonly server: Server;
  /** From now on a response announces that it is the last one of its connection. */
  readonly endWithNextResponse: () => void;
  /** Count the accepted connections and the received bytes. */
  readonly countAccepted: () => number;
  readonly countReceived: () => number;
  /** Closes every connection when it has no request under way. */
  readonly closeIdle: () => void;
  /** Closes every connection immediately. */
  readonly closeAll: () => void;
}

/** A request that does not reach the listener. */
export interface UnservedRequest {
  /** The reason. */
  readonly message: string;
  /** Undefined if the bytes are not an HTTP request, or if the request did not arrive in time. */
  readonly req?: IncomingMessage;
}

export interface LimitedServerOptions {
  readonly limits: ConnectionLimits;
  /** Returns the response to a request that does not reach the listener, as the text to send. */
  readonly refuse: (unserved: UnservedRequest) => string;
}

const malformed = 'The request is not well-formed HTTP/1.1.';
const late = 'The request did not arrive in time.';

export function createLimitedServer(
  listener: RequestListener,
  { limits, refuse }: LimitedServerOptions,
): LimitedServer {
  const connections = new Map<Duplex, Connection>();
  let isEnding = false;
  let accepted = 0;
  /** The bytes of closed connections. */
  let received = 0;
  /** Each connection is in one of these sets, ordered by its last response or by its opening, oldest first. */
  const unused = new Set<Connection>();
  const used = new Set<Connection>();
  /** The connections that end after a refusal. Requests that were pipelined after the refused one are not served. */
  const refused = new WeakSet<Duplex>();
  const server = createServer({
    headersTimeout: limits.headers_ms,
    requestTimeout: limits.request_ms,
    keepAliveTimeout: limits.keep_alive_ms,
    connectionsCheckingInterval: limits.check_ms,
    requireHostHeader: false,
  });
  server.timeout = limits.silence_ms;
  server.maxHeadersCount = limits.max_headers;

  server.on('connection', (socket) => {
    accepted += 1;
    // Node removes its own error listener from a socket that it hands out, and an unhandled error ends the process.
    socket.on('error', () => undefined);
    if (connections.size >= limits.max_connections && !makeRoom()) {
      socket.destroy();
      return;
    }
    const connection: Connection = { socket, open: [] };
    connections.set(socket, connection);
    unused.add(connection);
    // Node calls this after the last response of a connection.
    socket.destroySoon = () => endConnection(connection);
    socket.once('close', () => forget(connection));
  });
  server.on('request', (req, res) => {
    if (refused.has(req.socket)) return;
    const fault = findHostFault(req);
    if (fault !== undefined) {
      hangUp(req.socket, { message: fault, req });
      return;
    }
    const connection = connections.get(req.socket);
    if (connection) {
      connection.open.push(res);
      connection.last = req;
      if (isEnding) announceEnd(connection);
    }
    res.on('close', () => {
      if (!connection) return;
      const { open } = connection;
      // Without pipelining, there is one.
      if (open.length === 1) open.pop();
      else open.splice(open.indexOf(res), 1);
      if (res.writableFinished && connections.has(connection.socket)) {
        unused.delete(connection);
        used.delete(connection);
        used.add(connection);
      }
    });
    listener(req, res);
  });
  server.on('connect', (req, socket) => hangUp(socket, { message: malformed, req }));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const isLate = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
    // A peer that never sent a byte does not wait for a response.
    if (isLate && 'bytesRead' in socket && socket.bytesRead === 0) socket.destroy();
    else hangUp(socket, { message: isLate ? late : malformed });
  });

  server.on('timeout', (socket) => {
    const before = socket.bytesRead;
    void afterPoll().then(() => socket.bytesRead === before && socket.destroy());
  });

  server.on('listening', () => {
    const checking = setInterval(endUntaken, limits.check_ms).unref();
    server.once('close', () => clearInterval(checking));
  });

  function forget(connection: Connection): void {
    if (connections.delete(connection.socket)) received += connection.socket.bytesRead;
    unused.delete(connection);
    used.delete(connection);
  }

  function endConnection({ socket, last }: Connection): void {
    if (!last || last.complete) {
      Socket.prototype.destroySoon.call(socket);
      return;
    }
    refused.add(socket);
    socket.end();
    // Its reader may have stopped.
    last.removeAllListeners('data').resume();
    destroyAfter(socket, limits.take_ms);
  }

  function makeRoom(): boolean {
    const lists = unused.size >= used.size ? [unused, used] : [used, unused];
    for (const list of lists) {
      for (const connection of list) {
        if (hasRequestUnderWay(connection)) continue;
        forget(connection);
        connection.socket.destroy();
        return true;
      }
    }
    return false;
  }

  function endUntaken(): void {
    const now = performance.now();
    for (const connection of connections.values()) {
      const { socket, open, untaken } = connection;
      const [response] = open;
      if (!response?.writableEnded) continue;
      if (untaken?.response !== response) connection.untaken = { response, since_ms: now };
      else if (now - untaken.since_ms >= limits.take_ms) socket.destroy();
    }
  }

  /** Waits until every request that arrived completely has its response, then sends the refusal and closes the connection. */
  function hangUp(socket: Duplex, unserved: UnservedRequest): void {
    refused.add(socket);
    whenIdle(connections.get(socket), () => {
      if (!socket.writable || socket.destroyed) return;
      socket.end(refuse(unserved));
      destroyAfter(socket, limits.linger_ms);
    });
  }

  return {
    server,
    endWithNextResponse() {
      isEnding = true;
      for (const connection of connections.values()) announceEnd(connection);
    },
    countAccepted: () => accepted,
    countReceived: () => [...connections.values()].reduce((sum, { socket }) => sum + socket.bytesRead, received),
    closeIdle() {
      for (const connection of connections.values()) whenIdle(connection, () => connection.socket.destroy());
    },
    closeAll() {
      for (const socket of connections.keys()) socket.destroy();
    },
  };
}

/** A host as RFC 3986 writes it, with an optional port. It may be empty. */
const hostPattern = /^(?:\[[\da-f:.]+\]|(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})*)(?::\d*)?$/i;

/**
 * Returns why the Host header of a request is refused, or undefined. RFC 9112 (3.2) requires this refusal: a proxy in front of the
 * service may take another one of two headers, and then both route and cache for different hosts. Node refuses neither two headers
 * nor an invalid one.
 */
function findHostFault({ rawHeaders, httpVersion }: IncomingMessage): string | undefined {
  let host: string | undefined;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length !== 4 || name.toLowerCase() !== 'host') continue;
    if (host !== undefined) return 'The request has more than one Host header.';
    host = rawHeaders[at + 1] ?? '';
  }
  if (host === undefined) return httpVersion === '1.1' ? 'The request has no Host header.' : undefined;
  return hostPattern.test(host) ? undefined : 'The Host header is not a host with an optional port.';
}
