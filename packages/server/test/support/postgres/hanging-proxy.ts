/**
 * A TCP proxy in front of a database whose machine can hang: then it accepts connections and never answers, and passes nothing on. Network
 * partitions and frozen machines behave so. It is also the stable address of a database that fails over to another one.
 */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface HangingProxy extends AsyncDisposable {
  /** The URL of the database through the proxy. */
  readonly url: string;
  /** Passes nothing on from now on. Returns the number of connections, which stay open. */
  hang(): number;
  /** Ends the connections that hang, and works again. */
  resume(): void;
  /** Ends all connections, and directs new ones to this database. */
  direct(databaseUrl: string): void;
  /** Returns how many connections from before the hang its clients still hold open. */
  countHeld(): number;
}

export async function openHangingProxy(databaseUrl: string): Promise<HangingProxy> {
  let target = new URL(databaseUrl);
  const clients = new Map<Socket, Socket | undefined>();
  let isHanging = false;

  const server = createServer((client) => {
    clients.set(client, undefined);
    client.once('close', () => {
      clients.get(client)?.destroy();
      clients.delete(client);
    });
    client.on('error', () => undefined);
    if (!isHanging) join(client);
  });

  function join(client: Socket): void {
    const database = connect(Number(target.port), target.hostname);
    clients.set(client, database);
    database.on('error', () => undefined).once('close', () => client.destroy());
    client.on('data', (bytes) => isHanging || database.write(bytes));
    database.on('data', (bytes) => isHanging || client.write(bytes));
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  const stable = new URL(databaseUrl);
  stable.port = String(port);
  const countHeld = () => [...clients.values()].filter((database) => database !== undefined).length;
  const endAll = () => [...clients.keys()].forEach((client) => client.destroy());
  return {
    url: stable.href,
    hang() {
      isHanging = true;
      return countHeld();
    },
    resume() {
      isHanging = false;
      endAll();
    },
    direct(url) {
      target = new URL(url);
      endAll();
    },
    countHeld,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      endAll();
      await closed;
    },
  };
}
