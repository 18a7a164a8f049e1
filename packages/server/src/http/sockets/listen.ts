import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How many connections may wait for the service to accept them. The system may allow fewer. */
const backlog = 4096;

export interface Address {
  readonly host: string;
  readonly port: number;
  /** Shares the port with other processes that listen with this option: the system spreads the connections. Default: false. */
  readonly reusePort?: boolean | undefined;
}

/** Listens at this address and returns the server's URL. Rejects if the address is in use. */
export async function listen(server: Server, { host, port, reusePort = false }: Address): Promise<{ url: string }> {
  await new Promise<void>((listening, failed) => {
    server.once('error', failed);
    server.listen({ port, host, backlog, reusePort }, () => {
      server.off('error', failed);
      listening();
    });
  });
  // A server that listens on a port has an address of this form.
  const { address, port: bound, family } = server.address() as AddressInfo;
  return { url: `http://${family === 'IPv6' ? `[${address}]` : address}:${bound}` };
}
