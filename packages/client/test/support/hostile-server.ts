/** A server that misbehaves, byte by byte over raw sockets. */
import { createServer, type AddressInfo, type Socket } from 'node:net';

/** One request as it arrived. */
export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Headers;
  readonly body: string;
}

/** Handles one request. */
export type Conduct = (socket: Socket, request: ReceivedRequest) => void;

export interface HostileServer extends AsyncDisposable {
  readonly url: string;
  readonly received: readonly ReceivedRequest[];
}

/** Handles each request with the next conduct. The last conduct handles all later requests. */
export async function openHostileServer(...conducts: readonly [Conduct, ...Conduct[]]): Promise<HostileServer> {
  const received: ReceivedRequest[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    let bytes = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      bytes += chunk;
      const request = parseRequest(bytes);
      if (!request) return;
      bytes = '';
      const conduct = conducts[Math.min(received.length, conducts.length - 1)];
      received.push(request);
      conduct?.(socket, request);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((done) => server.close(done));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** Returns undefined until the request is complete. */
function parseRequest(bytes: string): ReceivedRequest | undefined {
  const [head = '', ...rest] = bytes.split('\r\n\r\n');
  if (rest.length === 0) return undefined;
  const [line = '', ...lines] = head.split('\r\n');
  const headers = new Headers(
    lines.map((each): [string, string] => [each.split(': ')[0] ?? '', each.split(': ')[1] ?? '']),
  );
  const body = rest.join('\r\n\r\n');
  if (Buffer.byteLength(body) < Number(headers.get('content-length') ?? 0)) return undefined;
  const [method = '', path = ''] = line.split(' ');
  return { method, path, headers, body };
}
