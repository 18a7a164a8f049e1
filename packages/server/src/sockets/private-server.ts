import type { RequestListener } from 'node:http';
import type { AdminError } from '@booking-service/contract/admin';
import { fitOpenFiles, privateConnectionLimits, type ConnectionLimits } from './connection-limits.ts';
import { createLimitedServer } from './limited-server.ts';
import { listen } from './listen.ts';

/** The HTTP server of a port that is not for the public. Ends at once, with every connection. */
export interface PrivateServer extends AsyncDisposable {
  /** Rejects where the address is taken. */
  listen(address: { host: string; port: number }): Promise<{ url: string }>;
}

export function createPrivateServer(
  listener: RequestListener,
  { limits = fitOpenFiles(privateConnectionLimits) }: { limits?: ConnectionLimits } = {},
): PrivateServer {
  const { server, closeAll } = createLimitedServer(listener, { limits, refusal });
  return {
    listen: (address) => listen(server, address),
    async [Symbol.asyncDispose]() {
      const closed = new Promise((done) => server.close(done));
      closeAll();
      await closed;
    },
  };
}

function refusal({ late }: { late: boolean }): string {
  const error = late ? 'The request did not arrive in time.' : 'The request is not well-formed HTTP/1.1.';
  const body: AdminError = { error, error_code: 'invalid_request' };
  const text = `${JSON.stringify(body)}\n`;
  const head = [
    'HTTP/1.1 400 Bad Request',
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(text)}`,
  ];
  return `${head.join('\r\n')}\r\n\r\n${text}`;
}
