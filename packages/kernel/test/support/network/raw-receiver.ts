import { createServer, type Socket } from 'node:net';
import { listenOnLoopback } from './listen-on-loopback.ts';

/** A receiver on loopback that writes the bytes of its responses itself. */
export interface RawReceiver extends AsyncDisposable {
  /** Without a path. */
  readonly url: string;
  /** Every connection that was accepted. */
  readonly sockets: readonly Socket[];
}

/** Calls `respond` for each packet that arrives, with its text. Packets of requests are small, so each is one request. */
export async function openRawReceiver(respond: (socket: Socket, text: string) => void): Promise<RawReceiver> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => respond(socket, bytes.toString()));
  });
  return {
    url: await listenOnLoopback(server),
    sockets,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((done) => server.close(done));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
