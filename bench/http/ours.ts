import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createBookingServer,
  createLog,
  createOrganization,
  createSandboxProvider,
  createSealing,
  openSqliteStore,
  systemClock,
  type Provider,
  type Store,
} from '@booking-service/server';
import { openMemoryStore } from './memory-store.ts';

/** This server as it is, but for its provider, which takes everything and answers nothing: what is measured is HTTP and the store. */
export async function listenOurs(kind: 'memory' | 'sqlite'): Promise<{ url: string; key: string }> {
  const store = kind === 'memory' ? openMemoryStore() : openStore();
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

function openStore(): Store {
  return openSqliteStore(mkdtempSync(join(tmpdir(), 'bench-')), { sealing: createSealing(new Uint8Array(32)) });
}
