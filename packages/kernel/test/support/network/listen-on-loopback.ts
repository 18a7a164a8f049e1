import type { AddressInfo, Server } from 'node:net';

/** Starts a server on a free port of 127.0.0.1 and returns its URL, without a trailing slash. */
export async function listenOnLoopback(server: Server): Promise<string> {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  // A server that listens on a port has an AddressInfo.
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}
