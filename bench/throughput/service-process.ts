/**
 * One process of the service on PostgreSQL: `service-process.ts <options>`. It sends a message when it listens, and then, for each
 * message, how much CPU time it has used. Its log is that of `serve`, on standard output.
 */
import {
  createBookingServer,
  createSandboxProvider,
  openPostgresStore,
  systemClock,
  type Provider,
} from '@booking-service/server';
import { sealing } from '../growth/place.ts';

export interface ServiceOptions {
  readonly database: string;
  /** All processes share it. */
  readonly port: number;
}

/** Accepts every request and never finishes: each create does the same work, however much time is left for runs. */
const provider: Provider = {
  ...createSandboxProvider({ clock: systemClock }),
  checkRequest: async () => ({ at_once: false }),
  book: () => Promise.withResolvers<never>().promise,
};

// The parent passes its options as JSON.
const { database, port } = JSON.parse(process.argv[2] ?? '') as ServiceOptions;
const store = await openPostgresStore(database, { sealing });
const service = createBookingServer({ store, suppliers: [{ live: provider, test: provider }] });
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.(user + system);
});
await service.listen({ host: '127.0.0.1', port, reusePort: true });
process.send?.('listening');
