/**
 * The service as a sandbox has it, for a test: real time plus an offset, and the operations port with the clock on it.
 * Beside it the organization's endpoint, which answers as it is told.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createOrganization, type CreatedOrganization } from '../src/create-organization.ts';
import {
  createBookingServer,
  createMetrics,
  createSandboxProvider,
  openSqliteStore,
  startOpsServer,
} from '../src/index.ts';
import { createLog } from '../src/log.ts';
import { sandboxCardService } from '../src/providers/sandbox-card-service.ts';
import { clockOperations } from '../src/sandbox/clock-operations.ts';
import { deliveryOperations } from '../src/sandbox/delivery-operations.ts';
import { createSandboxClock, type SandboxClock } from '../src/sandbox/sandbox-clock.ts';
import { openWebhookEndpoint, testSealing, type WebhookEndpoint } from '../src/testing.ts';

export interface SandboxWorld extends AsyncDisposable {
  readonly url: string;
  readonly opsUrl: string;
  readonly clock: SandboxClock;
  readonly endpoint: WebhookEndpoint;
  readonly keys: CreatedOrganization['keys'];
}

export async function openSandboxWorld({ rate_limit = 300 }: { rate_limit?: number } = {}): Promise<SandboxWorld> {
  await using opened = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'booking-service-'));
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  const store = opened.use(openSqliteStore(folder, { sealing: testSealing }));
  const endpoint = opened.use(await openWebhookEndpoint());
  const clock = createSandboxClock();
  const log = createLog({ level: 'silent' });
  const metrics = createMetrics({ store, clock, log });
  const server = createBookingServer({
    store,
    providers: [createSandboxProvider({ clock })],
    cardService: sandboxCardService,
    clock,
    log,
    observer: metrics.observer,
    allowLoopbackWebhooks: true,
  });
  const operations = { ...clockOperations(clock), ...deliveryOperations({ store, clock }) };
  const ops = opened.use(await startOpsServer({ port: 0, server, metrics, log, operations }));
  opened.defer(() => server.close());
  const { url } = await server.listen({ host: '127.0.0.1', port: 0 });
  const organization = { name: 'Diner', webhook_url: endpoint.url, rate_limit };
  const { keys } = await createOrganization(store, organization, clock.now());

  const running = opened.move();
  return { url, opsUrl: ops.url, clock, endpoint, keys, [Symbol.asyncDispose]: () => running.disposeAsync() };
}
