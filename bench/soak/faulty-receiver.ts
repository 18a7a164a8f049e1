import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An endpoint that fails now and then, always in the same order. */
export interface FaultyReceiver extends AsyncDisposable {
  readonly url: string;
  /** Returns how many webhooks arrived since the last call. */
  take(): number;
}

/** Of every hundred webhooks: five get a 500, two lose their connection, one waits for three seconds. */
export async function startFaultyReceiver(): Promise<FaultyReceiver> {
  let count = 0;
  let taken = 0;
  const server = createServer((req, res) => {
    req.resume().on('end', () => {
      count += 1;
      const place = count % 100;
      if (place < 5) res.writeHead(500).end();
      else if (place < 7) req.socket.destroy();
      else if (place === 7) setTimeout(() => res.writeHead(204).end(), 3_000);
      else res.writeHead(204).end();
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    take() {
      const more = count - taken;
      taken = count;
      return more;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
