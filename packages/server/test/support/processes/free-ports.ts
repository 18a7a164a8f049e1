import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

/**
 * Ports below those that operating systems give to connections and to servers that ask for any port. The ports between two groups are
 * left free, because a service whose port is in use proposes the next free one.
 */
const range = { first: 10_240, step: 16, groups: 1_375 };
/** Processes that run beside each other begin far from each other. */
let group = process.pid * 61;

/**
 * Finds four consecutive free ports of this computer, for a service, its receiver, its admin listener and its dashboard. No connection
 * and no server that asks for any port takes one of them, and this process gets each only once in 1,375 calls. Until it ends, this
 * process listens on the last port of the group, so that no other process gets the four before they are used, or between two uses.
 */
export async function freePorts(): Promise<readonly [string, string, string, string]> {
  for (;;) {
    group += 1;
    const first = range.first + range.step * (group % range.groups);
    const ports = [first, first + 1, first + 2, first + 3] as const;
    const guard = await listen(first + range.step - 1).catch(() => undefined);
    if (!guard) continue;
    const tried = await Promise.allSettled(ports.map(listen));
    await Promise.all(tried.map(async (each) => each.status === 'fulfilled' && each.value.close()));
    if (tried.every(({ status }) => status === 'fulfilled')) {
      guard.unref();
      return [String(ports[0]), String(ports[1]), String(ports[2]), String(ports[3])];
    }
    await guard.close();
  }
}

/** Listens on this port of this computer, or on any, like another process. */
export async function listen(
  preferred = 0,
): Promise<{ port: string; close: () => Promise<unknown>; unref: () => void }> {
  const server = createServer().listen(preferred, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  return { port: String(port), close: () => once(server.close(), 'close'), unref: () => void server.unref() };
}
