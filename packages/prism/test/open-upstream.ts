import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface UpstreamResponse {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  /** A string is sent unchanged; any other value as JSON. */
  readonly body: unknown;
}

export interface Upstream extends AsyncDisposable {
  readonly url: string;
  /** The received requests, first to last: method, path with query, and body. */
  readonly requests: readonly string[];
}

/** Starts a server that responds with whatever `next` returns. */
export async function openUpstream(next: () => UpstreamResponse): Promise<Upstream> {
  const requests: string[] = [];
  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      requests.push(`${req.method} ${req.url} ${Buffer.concat(chunks).toString()}`);
      const { status, headers, body } = next();
      res.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}
