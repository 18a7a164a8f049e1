/**
 * A service on three cells, of which one is on a machine that hangs: it accepts connections and never answers.
 *
 * @module-tag slow
 */
import type { Booking } from '@booking-service/contract';
import { expect, it } from 'vitest';
import { makePostgresDatabase } from '../../support/engines.ts';
import { openHangingProxy } from '../../support/postgres/hanging-proxy.ts';
import { eventually } from '../../support/processes/server-process.ts';
import { untilDelivered } from '../moves/load.ts';
import { openCellService, startInstance } from './open-cells.ts';

const longest = { timeout: 240_000 };

async function openServices() {
  await using opened = new AsyncDisposableStack();
  const urls: string[] = [];
  for (let cell = 0; cell < 3; cell += 1) urls.push(opened.use(await makePostgresDatabase({ tables: true })).url);
  const proxy = opened.use(await openHangingProxy(urls[1] ?? ''));
  urls[1] = proxy.url;
  const service = opened.use(await openCellService(urls));
  const running = opened.move();
  return { proxy, service, urls, [Symbol.asyncDispose]: () => running.disposeAsync() };
}

it(
  'ERR-5: a machine that hangs gives 503 to its own organizations before any timeout of a statement',
  longest,
  async () => {
    await using services = await openServices();
    const { proxy, service } = services;
    const { book, call, organizations } = service;
    const { body: before } = await book('two', 'order-1');
    await eventually(
      () => call<Booking>(organizations.two.key, `GET /v1/bookings/${before.id}`),
      ({ body }) => body.status === 'confirmed',
    );
    const connections = proxy.hang();
    const calls = [2, 3, 4].map((order) => book('two', `order-${order}`));
    const others = [2, 3, 4].flatMap((order) => [book('one', `order-${order}`), book('three', `order-${order}`)]);
    for (const { status } of await Promise.all(others)) expect(status).toBe(201);
    for (const refused of await Promise.all(calls))
      expect(refused).toMatchObject({ status: 503, body: { error_code: 'service_unavailable' } });
    // The statements still wait on their connections, which the first timeout would close.
    expect(proxy.countHeld()).toBe(connections);
    expect(await service.admin('GET /readyz')).toMatchObject({
      status: 200,
      body: { not_ready: [{ check: 'database', message: expect.stringMatching(/^Cell two: database_unreachable: /) }] },
    });

    proxy.resume();
    const created = new Set([before.id]);
    for (const order of [2, 3, 4]) {
      const { body } = await eventually(
        () => book('two', `order-${order}`),
        ({ status }) => status !== 503,
      );
      created.add(body.id);
    }
    expect(created.size).toBe(4);
    await untilDelivered(service, organizations.two.key, created);
  },
);

it('ERR-5: an instance that starts beside the hanging machine serves the other cells', longest, async () => {
  await using services = await openServices();
  const { proxy, service, urls } = services;
  const { organizations } = service;
  proxy.hang();
  await using instance = await startInstance(urls);
  const read = async (key: string) =>
    (await fetch(`${instance.url}/v1/bookings`, { headers: { Authorization: `Bearer ${key}` } })).status;
  expect(await read(organizations.one.key)).toBe(200);
  expect(await read(organizations.two.key)).toBe(503);
  proxy.resume();
  await eventually(
    () => read(organizations.two.key),
    (status) => status === 200,
  );
});
