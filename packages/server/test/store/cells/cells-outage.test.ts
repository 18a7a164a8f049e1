/**
 * A service on three PostgreSQL servers, of which one crashes and starts again.
 *
 * @module-tag slow
 */
import type { Booking } from '@booking-service/contract';
import type { ServiceHealth } from '@booking-service/contract/admin';
import { expect, it } from 'vitest';
import { openPostgresCells } from '../../../src/index.ts';
import { testSealing } from '../../../src/testing.ts';
import { startPostgresServer } from '../../support/postgres/postgres-server.ts';
import { eventually } from '../../support/processes/server-process.ts';
import { listCells, openCellService, type CellName, type CellService, type Response } from './open-cells.ts';

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
    const down = { cell: 'two', migration: null, queues: null, fault: expect.stringContaining('database_unreachable') };
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
