import {
  createBookingServer,
  createLog,
  createOrganization,
  createSandboxProvider,
  createSealing,
  openSqliteStore,
  systemClock,
  type Provider,
} from '@booking-service/server';
import { openMemoryStore } from './memory-store.ts';

/**
 * The service with a provider that accepts every request and never finishes, so that the benchmark measures HTTP and the store.
 * The store is in `folder`; without one, in memory.
 */
export async function listenBookingServer(folder?: string): Promise<{ url: string; key: string }> {
  const sealing = createSealing(new Uint8Array(32));
  const store = folder === undefined ? openMemoryStore() : openSqliteStore(folder, { sealing });
  const settings = { name: 'Bench', webhook_url: null, rate_limit: 1_000_000_000, test_allowance: 1_000_000_000 };
  const { keys } = await createOrganization(store, settings, new Date());
  const provider: Provider = {
    ...createSandboxProvider({ clock: systemClock }),
    checkRequest: async () => ({ at_once: false }),
    book: async () => ({ outcome: 'pending', retry_after_seconds: 3600 }),
  };
  const server = createBookingServer({ store, providers: [provider], log: createLog({ level: 'silent' }) });
  const { url } = await server.listen({ host: '127.0.0.1', port: 0 });
  return { url, key: keys.test };
}
