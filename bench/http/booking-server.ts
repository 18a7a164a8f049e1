import {
  createBookingServer,
  createLog,
  createOrganization,
  createSandboxProvider,
  createSealing,
  openSqliteStore,
  systemClock,
  type BookingServerOptions,
  type Provider,
} from '@booking-service/server';
import { limits } from '@booking-service/contract';
import type { Listening } from './listening.ts';
import { openMemoryStore } from './memory-store.ts';

export interface ServiceOptions {
  /** `default` writes what the framework writes by default, to standard output. */
  readonly log: 'silent' | 'default';
  /** Logs the requests of each organization. Default: no log, as the other candidates. */
  readonly requestLog?: true;
  /** The folder of the SQLite store. Default: none, in memory. */
  readonly folder?: string;
}

/** Starts the service. */
export async function listenBookingServer(options: ServiceOptions): Promise<Listening> {
  const { key, ...serverOptions } = await openService(options);
  const log = createLog(options.log === 'silent' ? { level: 'silent' } : {});
  const server = createBookingServer({
    ...serverOptions,
    log,
    request_log_days: options.requestLog ? limits.request_log.days : 0,
  });
  const { url } = await server.listen({ host: '127.0.0.1', port: 0 });
  return { url, key };
}

/**
 * Opens a store, an organization, and a provider that accepts every request and never finishes, so that the benchmark measures HTTP
 * and the store. If runs ended, the candidate that leaves its worker less time would do less work for a request.
 */
export async function openService({ folder }: Pick<ServiceOptions, 'folder'>): Promise<
  Pick<BookingServerOptions, 'store' | 'suppliers'> & {
    readonly key: string;
  }
> {
  const sealing = createSealing(new Uint8Array(32));
  const store = folder === undefined ? openMemoryStore() : openSqliteStore(folder, { sealing });
  const settings = { name: 'Bench', webhook_url: null, rate_limit: 1_000_000_000 };
  const { keys } = await createOrganization(store, settings, new Date());
  const provider: Provider = {
    ...createSandboxProvider({ clock: systemClock }),
    checkRequest: async () => ({ at_once: false }),
    book: () => Promise.withResolvers<never>().promise,
  };
  return { store, suppliers: [{ live: provider, test: provider }], key: keys.live };
}
