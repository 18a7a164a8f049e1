/** The log of requests in the admin contract. */
import type { RequestCountList, RequestList } from '@booking-service/contract/admin';
import { describe, expect, it, vi } from 'vitest';
import { engines } from '../support/engines.ts';
import { openAdminWorld, type AdminWorld } from '../support/worlds/admin-world.ts';

async function list(world: AdminWorld, query: Readonly<Record<string, string | number>> = {}) {
  const path = { organization_id: world.organization_id };
  return world.call<RequestList>('listOrganizationRequests', { path, query }, world.tokens.viewer);
}

/** Sends one request with the test key and two with the live key, and waits until the log has them. */
async function openLogged(engine: Parameters<typeof openAdminWorld>[0]): Promise<AdminWorld> {
  const world = await openAdminWorld(engine);
  const { service } = world;
  let sent = 0;
  for (const [key, path] of [
    ['test', '/v1/events'],
    ['live', '/v1/bookings'],
    ['live', `/v1/bookings/bkg_${'0'.repeat(32)}`],
  ] as const) {
    await service.call('GET', path, { key });
    sent += 1;
    await vi.waitFor(
      async () => {
        await world.clock.advance(1_000);
        const { body } = await list(world);
        if (body.data.length < sent) throw new Error(`The log lacks the request to ${path}.`);
      },
      { timeout: 30_000 },
    );
  }
  return world;
}

describe.each(engines)('on %s', (engine) => {
  it('REQ-2: lists the requests of both environments, by each filter and in pages', async () => {
    await using world = await openLogged(engine);
    const operationsOf = async (query: Readonly<Record<string, string | number>>) => {
      const { body } = await list(world, query);
      return body.data.map(({ operation }) => operation);
    };
    const all = ['getBooking', 'listBookings', 'listEvents'];
    expect(await operationsOf({})).toEqual(all);
    expect(await operationsOf({ mode: 'live' })).toEqual(all.slice(0, 2));
    expect(await operationsOf({ mode: 'test' })).toEqual(all.slice(2));
    expect(await operationsOf({ status: 404 })).toEqual(all.slice(0, 1));
    expect(await operationsOf({ status_class: '2xx' })).toEqual(all.slice(1));
    expect(await operationsOf({ operation: 'listEvents' })).toEqual(all.slice(2));
    expect(await operationsOf({ error_code: 'not_found' })).toEqual(all.slice(0, 1));
    expect(await operationsOf({ idempotency_key: 'order-1' })).toEqual([]);
    expect(await operationsOf({ created_before: '2026-11-21T00:00:00Z' })).toEqual([]);
    expect(await operationsOf({ created_from: '2026-11-21T00:00:00Z' })).toEqual(all);
    const { body } = await list(world, { mode: 'test' });
    expect(await operationsOf({ key_id: String(body.data[0]?.key_id) })).toEqual(all.slice(2));

    const found: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const query: Record<string, string | number> = { limit: 1, ...(cursor !== '' && { cursor }) };
      const page: { readonly body: RequestList } = await list(world, query);
      found.push(...page.body.data.map(({ operation }) => operation));
      cursor = page.body.next_cursor;
    }
    expect(found).toEqual(all);
    const foreign = await list(world, { cursor: 'evt_1' });
    expect(foreign.status).toBe(400);
  });

  it('REQ-1: counts the requests of the last day by hour, key and operation', async () => {
    await using world = await openLogged(engine);
    const countsOf = async (query: Readonly<Record<string, string>>) =>
      (
        await world.call<RequestCountList>(
          'countRequests',
          { path: { organization_id: world.organization_id }, query },
          world.tokens.viewer,
        )
      ).body.data;
    const none = { rate_limited: 0, client_errors: 0, server_errors: 0 };
    expect(await countsOf({})).toEqual([{ name: '2026-11-21T09', requests: 3, ...none, client_errors: 1 }]);
    expect(await countsOf({ by: 'operation' })).toEqual([
      { name: 'getBooking', requests: 1, ...none, client_errors: 1 },
      { name: 'listBookings', requests: 1, ...none },
      { name: 'listEvents', requests: 1, ...none },
    ]);
    expect((await countsOf({ by: 'key' })).map(({ requests }) => requests).toSorted((a, b) => a - b)).toEqual([1, 2]);
    expect(await countsOf({ by: 'operation', mode: 'test' })).toEqual([{ name: 'listEvents', requests: 1, ...none }]);
    expect(await countsOf({ created_before: '2026-11-21T00:00:00Z' })).toEqual([]);
  });
});
