/** The faults and the magic values of a sandbox, over HTTP. */
import type { AuditList, Faults, MagicValues } from '@booking-service/contract/admin';
import { sandbox } from '@booking-service/contract';
import { describe, expect, it } from 'vitest';
import { startReceiver } from '../../src/command/sandbox/receiver.ts';
import {
  applyFault,
  createSandboxFaults,
  type SandboxFault,
} from '../../src/providers/sandbox/sandbox-integrations.ts';
import { createManualClock } from '../../src/testing.ts';
import { callAdmin } from '../support/worlds/admin-call.ts';
import { openAdminWorld } from '../support/worlds/admin-world.ts';
import { openSandboxWorld, type SandboxWorld } from '../support/worlds/sandbox-world.ts';
import { call } from '../support/processes/server-process.ts';

const search = (world: SandboxWorld) => call(world, 'POST /v1/venues/search', { body: {} });

async function setProvider(world: SandboxWorld, provider: SandboxFault): Promise<void> {
  const { body } = await callAdmin<Faults>(world.adminUrl, 'PUT /sandbox/faults', { body: { provider } });
  expect(body).toEqual({ object: 'faults', provider, endpoint: { behavior: 'normal' } });
}

describe('the provider', () => {
  it('fails, and works again', async () => {
    await using world = await openSandboxWorld();
    await setProvider(world, { behavior: 'failing' });
    expect(await search(world)).toMatchObject({ status: 502, body: { error_code: 'search_failed' } });
    await setProvider(world, { behavior: 'normal' });
    expect(await search(world)).toMatchObject({ status: 200 });
  });

  it('responds after its delay, by the sandbox clock', async () => {
    const clock = createManualClock(new Date('2026-11-21T09:30:00.000Z'));
    const settled: string[] = [];
    void applyFault({ behavior: 'slow', delay_seconds: 7 }, clock).then(() => settled.push('after 7 s'));
    void applyFault({ behavior: 'slow' }, clock).then(() => settled.push('after 5 s'));
    void applyFault({ behavior: 'normal' }, clock).then(() => settled.push('at once'));
    await clock.advance(5000);
    expect(settled).toEqual(['at once', 'after 5 s']);
    await clock.advance(2000);
    expect(settled).toEqual(['at once', 'after 5 s', 'after 7 s']);
  });

  it('does not respond, so the call ends at its timeout', async () => {
    await using world = await openSandboxWorld();
    await setProvider(world, { behavior: 'unavailable' });
    let status: number | undefined;
    void search(world).then((response) => (status = response.status));
    const advanced = async () => {
      await callAdmin(world.adminUrl, 'POST /sandbox/clock/advance', { body: { ms: 60_000 } });
      return status;
    };
    await expect.poll(advanced).toBe(502);
  });
});

it('the receiver responds with 500, and accepts the webhook after the fault', async () => {
  const faults = createSandboxFaults();
  const clock = createManualClock(new Date('2026-11-21T09:30:00.000Z'));
  const fault = () => applyFault(faults.current.endpoint, clock);
  const readSecrets = async () => ['whsec_receiver'];
  await using receiver = await startReceiver({ host: '127.0.0.1', port: 0, readSecrets, fault });
  const post = async () => {
    const headers = { 'Content-Type': 'application/json' };
    return (await fetch(`${receiver.url}/webhooks`, { method: 'POST', headers, body: '{}' })).status;
  };
  faults.set({ endpoint: { behavior: 'failing' } });
  expect(await post()).toBe(500);
  faults.set({ endpoint: { behavior: 'normal' } });
  // It is not signed.
  expect(await post()).toBe(400);
});

it('lists the magic values of the contract', async () => {
  await using world = await openSandboxWorld();
  const { body } = await callAdmin<MagicValues>(world.adminUrl, 'GET /sandbox/magic-values');
  expect(body.venues.map(({ id }) => id)).toEqual(sandbox.venues.map(({ id }) => id));
  expect(body.organizations[0]).toMatchObject({ name: 'suspended', test_key: 'sk_test_sandbox_suspended' });
  expect(body.search_queries).toHaveLength(Object.keys(sandbox.search_queries).length);
});

it('records who advanced the clock and who set a fault', async () => {
  await using world = await openAdminWorld('sqlite');
  await world.call('advanceSandboxClock', { body: { ms: 1 } });
  await world.call('setFaults', { body: { endpoint: { behavior: 'slow' } } }, world.tokens.operator);
  const { body } = await world.call<AuditList>('listAllAuditEntries', { query: { limit: 2 } });
  expect(body.data).toMatchObject([
    { action: 'setFaults', organization_id: null, actor: { kind: 'access_token' }, details: { endpoint: 'slow' } },
    { action: 'advanceSandboxClock', organization_id: null, actor: { kind: 'operator' }, details: { ms: 1 } },
  ]);
});
