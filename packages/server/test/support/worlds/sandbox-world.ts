/**
 * A sandbox for tests: real time plus an offset, the admin port with its clock, and the organization's endpoint, whose responses a
 * test can set.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createOrganization, type CreatedOrganization } from '../../../src/admin/organizations/create-organization.ts';
import {
  createBookingServer,
  createMetrics,
  createSandboxIntegrations,
  openSqliteStore,
  startAdminServer,
} from '../../../src/index.ts';
import { createLog } from '../../../src/log/log.ts';
import { sandboxOperations } from '../../../src/admin/operations/sandbox-operations.ts';
import { createSandboxFaults, withFaults } from '../../../src/providers/sandbox/sandbox-faults.ts';
import { createSandboxClock, type SandboxClock } from '@booking-service/kernel/time/sandbox-clock';
import { openWebhookEndpoint, testSealing, type WebhookEndpoint } from '../../../src/testing.ts';

export interface SandboxWorld extends AsyncDisposable {
  readonly url: string;
  readonly adminUrl: string;
  readonly clock: SandboxClock;
  readonly endpoint: WebhookEndpoint;
  readonly organization_id: string;
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
  const faults = createSandboxFaults();
  const integrations = createSandboxIntegrations({ clock });
  const server = createBookingServer({
    store,
    ...integrations,
    suppliers: integrations.suppliers.map(({ live, test }) => ({
      live: withFaults(live, { faults, clock }),
      test: withFaults(test, { faults, clock }),
    })),
    clock,
    log,
    observer: metrics.observer,
    allowLoopbackWebhooks: true,
  });
  const operations = sandboxOperations({ store, clock, faults });
  const administration = { store, clock, allowLoopbackWebhooks: true, access: 'open' } as const;
  const admin = opened.use(await startAdminServer({ port: 0, server, metrics, log, administration, operations }));
  opened.defer(() => server.close());
  const { url } = await server.listen({ host: '127.0.0.1', port: 0 });
  const organization = { name: 'Diner', webhook_url: endpoint.url, rate_limit };
  const { organization_id, keys } = await createOrganization(store, organization, clock.now());

  const running = opened.move();
  return {
    url,
    adminUrl: admin.url,
    clock,
    endpoint,
    organization_id,
    keys,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
