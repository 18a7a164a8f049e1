/** The service with organizations A and B, in a process of its own: SQLite, the worker, and a supplier that hangs for A. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
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

/** The messages from shared-service.ts to its parent. */
export interface Listening {
  readonly url: string;
  readonly keys: { readonly a: string; readonly b: string };
}

const store = openSqliteStore(process.argv[2] ?? '', { sealing: createSealing(new Uint8Array(32)) });
// A receiver that never responds.
const receiver = createServer(() => undefined).listen(0, '127.0.0.1');
await once(receiver, 'listening');
// A server that listens on a port has an address of this form.
const { port } = receiver.address() as AddressInfo;
const plenty = { test_allowance: 1_000_000_000, rate_limit: 1_000_000_000 };
const open = (name: string, webhook_url: string | null, rate_limit: number) =>
  createOrganization(store, { name, ...plenty, webhook_url, rate_limit }, new Date());
const a = await open('A', `http://127.0.0.1:${port}/`, 3_000);
const b = await open('B', null, plenty.rate_limit);

const sandbox = createSandboxProvider({ clock: systemClock });
const hangs: Provider = {
  ...sandbox,
  name: 'hangs',
  handlesVenue: (venue_id) => venue_id === 'ven_code_house',
  searchAvailability: (search, context) =>
    context.organization_id === a.organization_id
      ? Promise.withResolvers<never>().promise
      : sandbox.searchAvailability(search, context),
};
const server = createBookingServer({
  store,
  suppliers: [hangs, sandbox].map((provider) => ({ live: provider, test: provider })),
  log: createLog({ level: 'silent' }),
  allowLoopbackWebhooks: true,
  tick_seconds: 1,
});
const { url } = await server.listen({ host: '127.0.0.1', port: 0 });
process.send?.({ url, keys: { a: a.keys.test, b: b.keys.test } } satisfies Listening);
