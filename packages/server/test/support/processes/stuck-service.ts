/**
 * The service as a library in its own process, with a provider that never responds: `stuck-service.ts FOLDER URL`. URL is the
 * organization's endpoint. With a third argument, the provider is the sandbox's, which responds.
 */
import { pino } from 'pino';
import { createOrganization } from '../../../src/admin/organizations/create-organization.ts';
import { stopOnSignals } from '../../../src/command/stop-process.ts';
import {
  createBookingServer,
  createLog,
  createSandboxProvider,
  openSqliteStore,
  systemClock,
} from '../../../src/index.ts';
import { testSealing } from '../../../src/testing/world.ts';
import { bothSides } from '../../../src/testing.ts';

const [folder = '', webhook_url = '', responsive] = process.argv.slice(2);
const store = openSqliteStore(folder, { sealing: testSealing });
const log = createLog({ destination: pino.destination(2) });
const sandbox = createSandboxProvider({ clock: systemClock });
const never = () => new Promise<never>(() => undefined);
const provider = responsive === undefined ? { ...sandbox, book: never, searchVenues: never } : sandbox;
const server = createBookingServer({
  store,
  suppliers: [bothSides(provider)],
  log,
  tick_seconds: 1,
  allowLoopbackWebhooks: true,
});

const { url } = await server.listen({ host: '127.0.0.1', port: 0 });
const { keys } = await createOrganization(store, { name: 'Diner', webhook_url }, new Date());
stopOnSignals({ stop: () => server.close(), log });
process.stdout.write(`${JSON.stringify({ url, keys })}\n`);
