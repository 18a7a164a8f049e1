import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Answer {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  /** Sent as JSON, or as it is where it is text. */
  readonly body: unknown;
}

export interface Upstream extends AsyncDisposable {
  readonly url: string;
  /** What it was asked, first to last: method, path with query, and body. */
  readonly asked: readonly string[];
}

/** A service that gives whatever answer it is told to. */
export async function openUpstream(next: () => Answer): Promise<Upstream> {
  const asked: string[] = [];
  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      asked.push(`${req.method} ${req.url} ${Buffer.concat(chunks).toString()}`);
      const { status, headers, body } = next();
      res.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}
