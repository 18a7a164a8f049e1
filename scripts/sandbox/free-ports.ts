import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

/**
 * Three consecutive free ports, the first chosen by the operating system. The one after them, which is that of the dashboard, is free,
 * too.
 */
export async function freePorts(): Promise<readonly [string, string, string]> {
  for (;;) {
    const first = await listen(0);
    const others = await Promise.allSettled([1, 2, 3].map((step) => listen(first.port + step)));
    const open = [first, ...others.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))];
    await Promise.all(open.map(({ close }) => close()));
    if (open.length === 4) return [String(first.port), String(first.port + 1), String(first.port + 2)];
  }
}

async function listen(port: number): Promise<{ port: number; close: () => Promise<unknown> }> {
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on a port has an address of this form.
  return { port: (server.address() as AddressInfo).port, close: () => once(server.close(), 'close') };
}
