/** A service that nothing listens for: tests call its handler, or give its middleware to a server of their own. */
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createBookingServer,
  createLog,
  createOrganization,
  createSandboxIntegrations,
  openSqliteStore,
  type BookingServer,
  type BookingServerOptions,
} from '../../../src/index.ts';
import { createManualClock, testSealing } from '../../../src/testing.ts';

export interface HostedService extends AsyncDisposable {
  readonly server: BookingServer;
  /** An Authorization header of a test key. */
  readonly Authorization: string;
  /** The lines of the log. */
  readonly lines: readonly Readonly<Record<string, unknown>>[];
}

/** Opens a service on a store of its own, with one organization. Its work does not start. Disposal closes it. */
export async function openHosted(options: Partial<BookingServerOptions> = {}): Promise<HostedService> {
  await using opened = new AsyncDisposableStack();
  const folder = opened.use(await mkdtempDisposable(join(tmpdir(), 'booking-service-')));
  const store = opened.use(openSqliteStore(folder.path, { sealing: testSealing }));
  const clock = createManualClock(new Date('2026-11-21T09:30:00.000Z'));
  const settings = { name: 'Diner', webhook_url: null, rate_limit: 1_000_000 };
  const { keys } = await createOrganization(store, settings, clock.now());
  const lines: Record<string, unknown>[] = [];
  // A line is an object.
  const destination = { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) };
  const log = createLog({ destination });
  const server = createBookingServer({ store, clock, log, ...createSandboxIntegrations({ clock }), ...options });
  opened.defer(() => server.close());
  const running = opened.move();
  return {
    server,
    Authorization: `Bearer ${keys.test}`,
    lines,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
