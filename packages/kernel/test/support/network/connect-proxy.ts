import { createServer, type IncomingMessage } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import type { Certificate } from './certificate.ts';
import { listenOnLoopback } from './listen-on-loopback.ts';

export interface ConnectProxy extends AsyncDisposable {
  /** 127.0.0.1 and its port. */
  readonly host: string;
  /** The requests for a tunnel. */
  readonly asked: readonly { readonly target: string; readonly authorization: string | undefined }[];
  /** The statuses of the next responses, in order. When all are used, the routes and the credentials decide. */
  readonly statuses: number[];
  /** The names in the TLS handshakes with the proxy; false for none. */
  readonly servernames: readonly (string | false | undefined)[];
  closeTunnels(): void;
}

export interface ConnectProxyOptions {
  /** The port on this computer that stands for each target, such as 93.184.215.14:443. Another target gets 502. */
  readonly routes: Readonly<Record<string, number>>;
  /** Without these, such as user:password, a request gets 407. Default: none are needed. */
  readonly credentials?: string;
  /** The certificate of a proxy that speaks TLS. Default: it does not. */
  readonly certificate?: Certificate;
}

/** Opens a proxy on loopback that opens tunnels, as companies run them between their network and the Internet. */
export async function openConnectProxy({
  routes,
  credentials,
  certificate,
}: ConnectProxyOptions): Promise<ConnectProxy> {
  const asked: { target: string; authorization: string | undefined }[] = [];
  const statuses: number[] = [];
  const servernames: (string | false | undefined)[] = [];
  const open = new Set<Duplex>();
  const expected = credentials === undefined ? undefined : `Basic ${Buffer.from(credentials).toString('base64')}`;

  function statusFor(port: number | undefined, authorization: string | undefined): number {
    if (expected !== undefined && authorization !== expected) return 407;
    return port === undefined ? 502 : 200;
  }

  const server = certificate ? createHttpsServer(certificate) : createServer();
  server.on('secureConnection', (socket: TLSSocket & { readonly servername?: string | false }) => {
    servernames.push(socket.servername);
  });
  server.on('connect', ({ url: target = '', headers }: IncomingMessage, socket: Duplex) => {
    const authorization = headers['proxy-authorization'];
    asked.push({ target, authorization });
    track(socket);
    const port = routes[target];
    const status = statuses.shift() ?? statusFor(port, authorization);
    if (status !== 200 || port === undefined) {
      socket.end(`HTTP/1.1 ${status} Refused\r\nContent-Length: 22\r\n\r\nrefused by proxy.test\n`);
      return;
    }
    const upstream = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      upstream.pipe(socket).pipe(upstream);
    });
    track(upstream);
    socket.once('close', () => upstream.destroy());
    upstream.once('close', () => socket.destroy());
  });
  const { host } = new URL(await listenOnLoopback(server));
  return {
    host,
    asked,
    statuses,
    servernames,
    closeTunnels,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((done) => server.close(done));
      closeTunnels();
      server.closeAllConnections();
      await closed;
    },
  };

  function closeTunnels(): void {
    for (const socket of open) socket.destroy();
  }

  function track(socket: Duplex): void {
    open.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => open.delete(socket));
  }
}
