import type { IncomingHttpHeaders } from 'node:http';
import { createServer } from 'node:https';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { Certificate } from './certificate.ts';
import { listenOnLoopback } from './listen-on-loopback.ts';

export interface ReceivedOverTls {
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  /** The name in the TLS handshake; false for an address. */
  readonly servername: string | false;
  readonly text: string;
}

/** A receiver of webhooks over https, on loopback. It responds with 204. */
export interface TlsReceiver extends AsyncDisposable {
  readonly port: number;
  readonly received: readonly ReceivedOverTls[];
  /** Every connection that was accepted. */
  readonly sockets: readonly Socket[];
  /** For each TLS handshake, whether it resumed a session. */
  readonly resumed: readonly boolean[];
}

export async function openTlsReceiver(certificate: Certificate): Promise<TlsReceiver> {
  const received: ReceivedOverTls[] = [];
  const sockets: Socket[] = [];
  const resumed: boolean[] = [];
  const server = createServer(certificate, (req, res) => {
    // A connection of an https server is a TLSSocket, with the name of its handshake.
    const { servername } = req.socket as TLSSocket & { readonly servername: string | false };
    const { url, headers } = req;
    let text = '';
    req.setEncoding('utf8').on('data', (part: string) => (text += part));
    req.once('end', () => {
      received.push({ url, headers, servername, text });
      res.writeHead(204).end();
    });
  });
  server.on('connection', (socket: Socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
  });
  server.on('tlsClientError', () => undefined);
  server.on('secureConnection', (socket: TLSSocket) => resumed.push(socket.isSessionReused()));
  const { port } = new URL(await listenOnLoopback(server));
  return {
    port: Number(port),
    received,
    sockets,
    resumed,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((done) => server.close(done));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
