/** A sandbox for tests, with an organization and its endpoint, whose responses a test can set. */
import { createOrganization, type CreatedOrganization } from '../../../src/admin/organizations/create-organization.ts';
import { openSandbox, openWebhookEndpoint, type OpenedSandbox, type WebhookEndpoint } from '../../../src/testing.ts';

export interface SandboxWorld extends OpenedSandbox {
  readonly endpoint: WebhookEndpoint;
  readonly organization_id: string;
  readonly keys: CreatedOrganization['keys'];
}

/** On a busy machine, a run takes longer than the three seconds that an advance waits for it by default. */
const patience_ms = 60_000;

export async function openSandboxWorld({ rate_limit = 300 }: { rate_limit?: number } = {}): Promise<SandboxWorld> {
  await using opened = new AsyncDisposableStack();
  const endpoint = opened.use(await openWebhookEndpoint());
  const sandbox = opened.use(await openSandbox({ patience_ms }));
  const organization = { name: 'Diner', webhook_url: endpoint.url, rate_limit };
  const { organization_id, keys } = await createOrganization(sandbox.store, organization, sandbox.clock.now());

  const running = opened.move();
  return { ...sandbox, endpoint, organization_id, keys, [Symbol.asyncDispose]: () => running.disposeAsync() };
}
