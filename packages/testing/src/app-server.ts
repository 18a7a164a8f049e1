import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A listener of `node:http`, such as an app of Express. */
export type WebhookListener = (request: IncomingMessage, response: ServerResponse) => unknown;

/** The app that receives the webhooks: a listener, or the URL of its webhook route. */
export type WebhookApp = WebhookListener | string | URL;

/** A server on a free port of this computer. */
export interface AppServer extends AsyncDisposable {
  readonly url: string;
}

export async function startServer(listener: WebhookListener): Promise<AppServer> {
  const server = createServer((request, response) => void listener(request, response));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  // A server that listens on a port has an AddressInfo.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((done) => server.close(done));
      server.closeAllConnections();
      await closed;
    },
  };
}
