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
 * This server as it is, but for its provider, which takes everything and answers nothing: what is measured is HTTP and the store,
 * which is kept in the folder, or in memory without one.
 */
export async function listenOurs(folder?: string): Promise<{ url: string; key: string }> {
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
