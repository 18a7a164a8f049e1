/** The service on PostgreSQL in processes of its own, with a receiver of its webhooks. */
import { Pool } from 'undici';
import type { Place } from '../../growth/engines/place.ts';
import type { Received } from '../../growth/tick/receiver-process.ts';
import { startProcess, startService } from '../../growth/tick/start-process.ts';
import { body } from '../../http/request.ts';

export interface Service extends AsyncDisposable {
  /** Starts the worker. */
  start(): Promise<void>;
  /** Sends a create of the next organization. Rejects if the response is not 201. */
  create(): Promise<void>;
  /** Returns how many webhooks have arrived. */
  countWebhooks(): Promise<number>;
  readUsage(): Promise<ServiceUse>;
}

/** What was used since the start. */
export interface ServiceUse {
  readonly instance_us: number;
  readonly database_us: number;
  readonly wal_bytes: number;
  readonly client_us: number;
  readonly receiver_us: number;
}

const organizations = 200;

/** Opens the service on this database. With webhooks, each booking has two. */
export async function openService(place: Place, { hasWebhooks }: { hasWebhooks: boolean }): Promise<Service> {
  await using closing = new AsyncDisposableStack();
  const receiver = closing.use(await startProcess<number, Received, 'read'>('receiver-process.ts'));
  const webhook_url = hasWebhooks ? `http://127.0.0.1:${receiver.first}/` : null;
  const address = place.address;
  const service = closing.use(await startService({ address, organizations, webhook_url, tick_seconds: 1 }));
  const { url, keys } = service.first;
  const pool = closing.adopt(new Pool(url, { connections: 64 }), (each) => each.destroy());
  let sent = 0;
  const opened = closing.move();
  return {
    async start() {
      await service.send('start');
    },
    async create() {
      const key = keys[(sent += 1) % keys.length] ?? '';
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
      const response = await pool.request({ path: '/v1/bookings', method: 'POST', headers, body });
      const text = await response.body.text();
      if (response.statusCode !== 201) throw new Error(`A create returned ${response.statusCode}: ${text}`);
    },
    countWebhooks: async () => (await receiver.send('read')).webhooks,
    async readUsage() {
      const [database, instance, received] = await Promise.all([
        place.readUsage(),
        service.send('read'),
        receiver.send('read'),
      ]);
      const { user, system } = process.cpuUsage();
      return {
        instance_us: instance.cpu_us,
        database_us: database.cpu_us,
        wal_bytes: database.wal_bytes,
        client_us: user + system,
        receiver_us: received.cpu_us,
      };
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}
