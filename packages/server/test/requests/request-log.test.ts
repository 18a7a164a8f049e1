/** The log of requests: what it contains, what it leaves out, and its lists in the admin contract. */
import type { LoggedRequest, LoggedRequestList } from '@booking-service/contract';
import { describe, expect, it, vi } from 'vitest';
import { randomId } from '@booking-service/kernel/contract';
import type { RequestCountList, RequestList } from '@booking-service/contract/admin';
import { engines, type EngineWorld, openWorldOn } from '../support/engines.ts';
import { newBooking } from '../support/new-booking.ts';
import { ownProvider } from '../support/providers.ts';
import { type AdminWorld, openAdminWorld } from '../support/worlds/admin-world.ts';

/**
 * Returns the newest `count` requests of the log, newest first, once they are stored. A request is noted after its response was
 * sent.
 */
export async function readLog(
  world: Pick<EngineWorld, 'call' | 'clock'>,
  count: number,
  { key = 'test', query = '' }: { key?: string; query?: string } = {},
): Promise<readonly LoggedRequest[]> {
  return vi.waitFor(
    async () => {
      await world.clock.advance(1_000);
      const { status, body } = await world.call<LoggedRequestList>('GET', `/v1/requests${query}`, { key });
      if (status !== 200 || body.data.length !== count)
        throw new Error(`The log has ${body.data?.length} requests, not ${count}: ${JSON.stringify(body)}`);
      return body.data;
    },
    { timeout: 30_000 },
  );
}

describe.each(engines)('the log, on %s', (engine) => {
  it('REQ-1: logs each request of a key with its outcome', async () => {
    await using world = await openWorldOn(engine, { organization: { rate_limit: 4 } });
    const headers = { 'Idempotency-Key': 'order-1' };
    const body = newBooking();
    const created = await world.call('POST', '/v1/bookings', { body, headers });
    const replayed = await world.call('POST', '/v1/bookings', { body, headers });
    const id = String(created.body['id']);
    const read = await world.call('GET', `/v1/bookings/${id}`);
    const missing = await world.call('GET', `/v1/bookings/bkg_${'0'.repeat(32)}`);
    const limited = await world.call('POST', '/v1/bookings', { body });

    const requests = await readLog(world, 5);
    const idOf = (response: { readonly headers: Headers }) => response.headers.get('request-id');
    const create = { operation: 'createBooking', method: 'POST', path: '/v1/bookings' };
    const get = { operation: 'getBooking', method: 'GET', path: '/v1/bookings/{id}', idempotency_key: null };
    const succeeded = { error_code: null, booking_id: id };
    const refused = { booking_id: null, idempotency_key: null };
    // Requests are noted when their connections report the end, which may come in another order.
    expect(new Map(requests.map((request) => [request.id, request]))).toEqual(
      new Map(
        [
          { id: idOf(created), status: 201, ...create, ...succeeded, idempotency_key: 'order-1' },
          { id: idOf(replayed), status: 200, ...create, ...succeeded, idempotency_key: 'order-1' },
          { id: idOf(limited), status: 429, ...create, ...refused, error_code: 'rate_limited' },
          { id: idOf(read), status: 200, ...get, ...succeeded },
          { id: idOf(missing), status: 404, ...get, ...refused, error_code: 'not_found' },
        ].map((request) => [
          request.id,
          {
            object: 'request',
            created: expect.any(String),
            livemode: false,
            key_id: expect.stringMatching(/^key_/),
            latency_ms: expect.any(Number),
            ...request,
          },
        ]),
      ),
    );
  });

  it('REQ-1: stores no value of a request, and no request without a known key', async () => {
    await using world = await openWorldOn(engine);
    const guest = { first_name: 'Grace', last_name: 'Hopper', email: 'grace@diner.test' };
    await world.call('POST', '/v1/bookings', {
      body: { ...newBooking(), guest },
      headers: { 'Idempotency-Key': '\u00E9', 'User-Agent': 'secret-agent' },
    });
    await world.call('POST', '/v1/venues/search', { body: { query: 'grace@diner.test' } });
    await world.call('GET', '/v1/events?booking_id=grace@diner.test');
    await world.call('GET', '/v1/bookings/grace%40diner.test');
    await world.call('GET', '/v1/bookings', { key: `sk_test_${'x'.repeat(32)}` });
    await world.call('GET', '/v1/bookings', { key: null });
    await world.call('GET', '/v1/unknown');
    await readLog(world, 4);
    const rows = JSON.stringify(await world.query('SELECT * FROM requests'));
    expect(rows).toContain('searchVenues');
    for (const value of ['grace', 'Grace', 'Hopper', 'diner.test', '\u00E9', 'agent', world.organization.keys.test])
      expect(rows).not.toContain(value);
  });

  it('REQ-1: lists a request by the time at which it arrived', async () => {
    const [called, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const slow = ownProvider('slow_table', {
      async searchVenues() {
        called.resolve();
        await answer.promise;
        return { object: 'list', data: [], has_more: false, next_cursor: null };
      },
    });
    await using world = await openWorldOn(engine, { providers: [slow] });
    const arrived = world.clock.now().toISOString();
    const searching = world.call('POST', '/v1/venues/search', { body: {} });
    await called.promise;
    await world.clock.advance(2_000);
    await world.call('GET', '/v1/events');
    answer.resolve();
    await searching;
    expect(await readLog(world, 2)).toMatchObject([
      { operation: 'listEvents' },
      { operation: 'searchVenues', created: arrived },
    ]);
  });

  it('REQ-1: reads of the log leave no entry', async () => {
    await using world = await openWorldOn(engine);
    await world.call('GET', '/v1/events');
    const [first] = await readLog(world, 1);
    await world.call('GET', `/v1/requests/${first?.id}`);
    await world.call('GET', '/v1/events');
    expect((await readLog(world, 2)).map(({ operation }) => operation)).toEqual(['listEvents', 'listEvents']);
  });

  it('REQ-2: lists the requests of the environment, by each filter and in pages', async () => {
    await using world = await openWorldOn(engine);
    const other = await world.addOrganization();
    await world.call('GET', '/v1/events', { key: other.keys.test });
    await world.call('GET', '/v1/events', { key: 'live' });
    const headers = { 'Idempotency-Key': 'order-1' };
    await world.call('POST', '/v1/bookings', { body: newBooking(), headers });
    await readLog(world, 1);
    await world.call('GET', '/v1/events');
    await readLog(world, 2);
    await world.clock.advance(60_000);
    const later = world.clock.now().toISOString();
    await world.call('GET', `/v1/bookings/bkg_${'0'.repeat(32)}`);
    await readLog(world, 3);
    const operationsOf = async (query: string, key = 'test') => {
      const { status, body } = await world.call<{ data: { operation: string }[] }>('GET', `/v1/requests${query}`, {
        key,
      });
      return status === 200 ? body.data.map(({ operation }) => operation) : status;
    };
    const all = ['getBooking', 'listEvents', 'createBooking'];
    expect(await operationsOf('')).toEqual(all);
    expect(await operationsOf('', 'live')).toEqual(['listEvents']);
    expect(await operationsOf('?status=404')).toEqual(['getBooking']);
    expect(await operationsOf('?status=200')).toEqual(['listEvents']);
    expect(await operationsOf('?status_class=2xx')).toEqual(['listEvents', 'createBooking']);
    expect(await operationsOf('?status_class=4xx')).toEqual(['getBooking']);
    expect(await operationsOf('?status_class=5xx')).toEqual([]);
    expect(await operationsOf('?operation=listEvents')).toEqual(['listEvents']);
    expect(await operationsOf('?error_code=not_found')).toEqual(['getBooking']);
    expect(await operationsOf('?error_code=rate_limited')).toEqual([]);
    expect(await operationsOf('?idempotency_key=order-1')).toEqual(['createBooking']);
    expect(await operationsOf('?idempotency_key=order-1&status_class=4xx')).toEqual([]);
    expect(await operationsOf(`?created_from=${later}`)).toEqual(['getBooking']);
    expect(await operationsOf(`?created_before=${later}`)).toEqual(['listEvents', 'createBooking']);
    expect(await operationsOf('?status=99')).toBe(400);

    const page = await world.call<{ next_cursor: string }>('GET', '/v1/requests?limit=1&status_class=2xx');
    expect(page.body).toMatchObject({ data: [{ operation: 'listEvents' }], has_more: true });
    const rest = `?limit=1&status_class=2xx&cursor=${page.body.next_cursor}`;
    expect(await operationsOf(rest)).toEqual(['createBooking']);
    expect(await operationsOf(`?limit=1&cursor=${page.body.next_cursor}`)).toBe(400);
    expect(await operationsOf(rest, 'live')).toBe(400);
  });

  it('REQ-3: returns the newest request with an id, and none of another organization or environment', async () => {
    await using world = await openWorldOn(engine);
    const other = await world.addOrganization();
    const limited = await world.addOrganization({ scopes: ['bookings:read'] });
    const headers = { 'Request-Id': 'req_chosen0001' };
    await world.call('GET', '/v1/events', { headers });
    await readLog(world, 1);
    await world.call('GET', '/v1/bookings', { headers });
    await readLog(world, 2);
    const path = '/v1/requests/req_chosen0001';
    const { status, body } = await world.call('GET', path);
    expect({ status, operation: body['operation'] }).toEqual({ status: 200, operation: 'listBookings' });
    expect((await world.call('GET', path, { key: limited.keys.test })).body).toMatchObject({
      error: 'insufficient_scope',
    });
    for (const [id, key, code] of [
      ['req_chosen0001', other.keys.test, 'not_found'],
      ['req_chosen0001', 'live', 'wrong_key_environment'],
      [randomId('req'), 'test', 'not_found'],
      ['req_1', 'test', 'invalid_request'],
    ] as const) {
      expect((await world.call('GET', `/v1/requests/${id}`, { key })).body).toMatchObject({ error_code: code });
    }
  });

  it('REQ-1: removes requests after some days, every hour', async () => {
    await using world = await openWorldOn(engine, { request_log_days: 2 });
    await world.call('GET', '/v1/events');
    const [request] = await readLog(world, 1);
    const { rows } = await world.store.listRequests({
      organization_id: world.organization.organization_id,
      mode: 'test',
      limit: 1,
    });
    const daysAgo = (days: number) => new Date(world.clock.now().getTime() - days * 24 * 3_600_000);
    await world.store.recordRequests(
      rows.flatMap(({ status_class: _class, ...row }) =>
        [1, 3].map((days) => ({ ...row, id: `req_${days}daysago`, position: randomId('req', daysAgo(days)) })),
      ),
    );
    const kept = [request?.id, 'req_1daysago'];
    expect((await readLog(world, 3)).map(({ id }) => id)).toEqual([...kept, 'req_3daysago']);
    await world.clock.advance(3_600_000);
    expect((await readLog(world, 2)).map(({ id }) => id)).toEqual(kept);
  });

  it('REQ-1: logs nothing if the log is turned off, and only refused and failed requests if successes are left out', async () => {
    await using silent = await openWorldOn(engine, { request_log_days: 0 });
    await silent.call('GET', '/v1/events');
    await silent.clock.advance(5_000);
    expect(await readLog(silent, 0)).toEqual([]);

    await using world = await openWorldOn(engine, { request_log_successes: 0 });
    await world.call('GET', '/v1/events');
    await world.call('GET', `/v1/events/evt_${'0'.repeat(32)}`);
    expect(await readLog(world, 1)).toMatchObject([{ status: 404 }]);
  });
});

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

describe.each(engines)('the lists, on %s', (engine) => {
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
