import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';

/** Serves a booking server on a free port. */
export async function serveReserve(
  bookingServer: (request: Request) => Promise<Response>,
): Promise<AsyncDisposable & { readonly url: string }> {
  // Otherwise it replaces the Response of this process, and so of the other tests in it.
  const server = createAdaptorServer({ fetch: bookingServer, overrideGlobalObjects: false });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((done) => server.close(done));
      if ('closeAllConnections' in server) server.closeAllConnections();
      await closed;
    },
  };
}
