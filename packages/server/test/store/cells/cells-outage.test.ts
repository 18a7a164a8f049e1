/**
 * A service on three cells, of which one crashes and starts again, or hangs.
 *
 * @module-tag slow
 */
import type { Booking } from '@booking-service/contract';
import type { ServiceHealth } from '@booking-service/contract/admin';
import { describe, expect, it } from 'vitest';
import { openPostgresCells } from '../../../src/index.ts';
import { testSealing } from '../../../src/testing.ts';
import { openHangingProxy, startPostgresServer } from '../../support/postgres/postgres-server.ts';
import { eventually } from '../../support/processes/server-process.ts';
import {
  type CellName,
  type CellService,
  listCells,
  openCellService,
  type Response,
  startInstance,
} from './open-cells.ts';
import { makePostgresDatabase } from '../../support/engines.ts';
import { untilDelivered } from '../moves/open-moves.ts';

const longest = { timeout: 240_000 };
/** A key from before the cells, and one with the number of a cell, that no organization has. */
const unknownKey = `sk_test_${'x'.repeat(32)}`;
const unknownKeyOf = (number: number) => `sk_test_${number}_${'x'.repeat(32)}`;

async function untilConfirmed({ call, organizations }: CellService, cell: CellName, id: string): Promise<void> {
  await eventually(
    () => call<Booking>(organizations[cell].key, `GET /v1/bookings/${id}`),
    ({ body }) => body.status === 'confirmed',
  );
}

describe('a crash', () => {
  it(
    'ERR-5 STA-12: an outage of one cell gives 503 to its own organizations only, and the cell recovers by itself',
    longest,
    async () => {
      await using opened = new AsyncDisposableStack();
      const servers = await Promise.all(Array.from({ length: 3 }, () => startPostgresServer()));
      for (const server of servers) opened.use(server);
      const urls = servers.map(({ url }) => url);
      const service = opened.use(await openCellService(urls));
      const { admin, book, call, organizations, receivedOf, metrics } = service;
      for (const [index, cell] of (['one', 'two', 'three'] as const).entries()) {
        expect(organizations[cell].id).toMatch(new RegExp(`^org_[0-9a-f]{32}_${index + 1}$`));
        expect(organizations[cell].key).toMatch(new RegExp(`^sk_test_${index + 1}_[\\w-]{32}$`));
      }
      const created = new Map<string, CellName>();
      const note = (cell: CellName, { status, body }: Response<Booking>) => {
        // A create that is repeated returns its booking.
        expect(status).toBe(created.has(body.id) ? 200 : 201);
        created.set(body.id, cell);
        return body.id;
      };
      const first = note('two', await book('two', 'order-1'));
      await untilConfirmed(service, 'two', first);

      await servers[1]?.crash();
      for (let order = 1; order <= 10; order += 1) {
        // The calls of the cell that is down fail beside those of the others.
        const [one, two, three] = await Promise.all([
          book('one', `order-${order}`),
          book('two', `order-${order + 1}`),
          book('three', `order-${order}`),
        ]);
        note('one', one);
        note('three', three);
        expect(two).toMatchObject({ status: 503, body: { error_code: 'service_unavailable' } });
      }
      for (const [id, cell] of created) if (cell !== 'two') await untilConfirmed(service, cell, id);

      const readiness = await admin('GET /readyz');
      expect(readiness).toMatchObject({ status: 200, body: { ready: true } });
      expect(readiness.body['not_ready']).toEqual([
        { check: 'database', message: expect.stringMatching(/^Cell two: database_unreachable: /) },
      ]);
      const health = await admin<ServiceHealth>('GET /health');
      const down = {
        cell: 'two',
        migration: null,
        queues: null,
        fault: expect.stringContaining('database_unreachable'),
      };
      expect(health.body.databases).toMatchObject([
        { cell: 'one', fault: null, queues: [{ kind: 'runs' }, { kind: 'deliveries' }] },
        down,
        { cell: 'three', fault: null },
      ]);
      // A load balancer keeps the instance.
      expect(await fetch(`${service.url}/readyz`)).toMatchObject({ status: 200 });
      expect(await admin('GET /organizations')).toMatchObject({ status: 200, body: { unavailable_cells: ['two'] } });
      expect(await admin(`GET /organizations/${organizations.one.id}`)).toMatchObject({ status: 200 });
      const measured = await metrics();
      for (const [cell, up] of [
        ['one', 1],
        ['two', 0],
        ['three', 1],
      ] as const)
        expect(measured).toContain(`booking_service_cell_up{cell="${cell}"} ${up}`);
      // A new organization gets a cell that responds.
      const more = await admin<{ organization: { id: string } }>('POST /organizations', {
        name: 'Diner',
        webhook_url: null,
      });
      expect(more.body.organization.id).toMatch(/_(?:1|3)$/);
      // The cell that is down may have a key without a number. A number decides.
      const search = (key: string) => call(key, 'GET /v1/bookings');
      expect(await search(unknownKey)).toMatchObject({ status: 503 });
      expect(await search(unknownKeyOf(1))).toMatchObject({ status: 401 });
      expect(await search(unknownKeyOf(2))).toMatchObject({ status: 503 });

      // An instance also starts without the cell.
      const missing: string[] = [];
      const onUnreachable = ({ name }: { readonly name: string }) => void missing.push(name);
      const options = { sealing: testSealing, migrate: 'never', onUnreachable } as const;
      const second = opened.use(await openPostgresCells(listCells(urls), options));
      expect(missing).toEqual(['two']);
      expect(await second.findListedOrganization(organizations.one.id)).toMatchObject({ name: 'one' });
      await expect(second.findListedOrganization(organizations.two.id)).rejects.toThrow('Cell two: ');

      await servers[1]?.start();
      for (let order = 1; order <= 11; order += 1) {
        // order-1 was created before the outage.
        const recovered = await eventually(
          () => book('two', `order-${order}`),
          ({ status }) => status !== 503,
        );
        note('two', recovered);
      }
      expect(created.size).toBe(10 + 11 + 10);
      expect(
        await eventually(
          () => search(unknownKey),
          ({ status }) => status !== 503,
        ),
      ).toMatchObject({ status: 401 });
      await eventually(
        () => second.findListedOrganization(organizations.two.id).catch(() => undefined),
        (found) => found?.name === 'two',
      );
      expect(await admin('GET /organizations')).toMatchObject({ status: 200 });
      for (const [id, cell] of created) await untilConfirmed(service, cell, id);
      // Each booking has two events, and each arrives once.
      await eventually(
        async () => [...created.keys()].map(receivedOf),
        (events) => events.every(({ length }) => length >= 2),
      );
      for (const id of created.keys()) expect(new Set(receivedOf(id)).size).toBe(2);
      for (const id of created.keys()) expect(receivedOf(id)).toHaveLength(2);
      expect(await metrics()).toContain('booking_service_cell_up{cell="two"} 1');
    },
  );
});

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

describe('a machine that hangs', () => {
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
        body: {
          not_ready: [{ check: 'database', message: expect.stringMatching(/^Cell two: database_unreachable: /) }],
        },
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
});
