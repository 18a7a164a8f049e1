/** An organization moves to another cell while its requests run and its webhooks arrive. */
import type { Booking } from '@booking-service/contract';
import { expect, it } from 'vitest';
import { moveOrganization } from '../../../src/store/moves/move-organization.ts';
import { makePostgresDatabase } from '../../support/engines.ts';
import { eventually } from '../../support/processes/server-process.ts';
import { listCells, openCellService } from '../cells/open-cells.ts';

it(
  'moves an organization under load: no booking is lost or doubled, and each webhook arrives once',
  { timeout: 120_000 },
  async () => {
    await using opened = new AsyncDisposableStack();
    const databases = [
      opened.use(await makePostgresDatabase({ tables: true })),
      opened.use(await makePostgresDatabase({ tables: true })),
    ] as const;
    const urls = databases.map(({ url }) => url);
    const service = opened.use(await openCellService(urls));
    const { book, call, organizations, receivedOf } = service;
    const { id, key } = organizations.one;
    const [source, target] = listCells(urls);
    if (!source || !target) throw new Error('Two databases are two cells.');

    const created = new Set<string>();
    const refused: { readonly code: unknown; readonly retryAfter: string | null }[] = [];
    let order = 0;
    let stopping = false;
    const client = async () => {
      while (!stopping) {
        const name = `order-${(order += 1)}`;
        for (;;) {
          const { status, body } = await book('one', name);
          if (status === 503) {
            refused.push({ code: (body as unknown as { error_code: string }).error_code, retryAfter: 'see below' });
            continue;
          }
          expect([200, 201]).toContain(status);
          created.add(body.id);
          break;
        }
      }
    };
    const clients = [client(), client(), client()];
    await eventually(
      async () => created.size,
      (size) => size >= 50,
    );
    const steps: string[] = [];
    const moved = await moveOrganization({
      organization_id: id,
      source,
      target,
      onStep: (step) => void steps.push(step),
      delete_after_ms: 0,
    });
    const before = created.size;
    await eventually(
      async () => created.size,
      (size) => size >= before + 50,
    );
    stopping = true;
    await Promise.all(clients);
    console.log(moved, refused.length, created.size);

    expect(steps).toEqual([
      'prepared',
      'copied',
      'draining',
      'drained',
      'frozen',
      'compared',
      'activated',
      'tombstoned',
      'deleted',
    ]);
    expect(new Set(refused.map(({ code }) => code))).toEqual(
      new Set(refused.length > 0 ? ['service_unavailable'] : []),
    );
    // The key has the number of the first cell, and works in the second one.
    expect(key).toMatch(/^sk_test_1_/);
    for (const booking of created)
      await eventually(
        () => call<Booking>(key, `GET /v1/bookings/${booking}`),
        ({ body }) => body.status === 'confirmed',
      );
    const count = async (of: (typeof databases)[number]) =>
      Number((await of.query(`SELECT count(*) AS n FROM bookings WHERE organization_id = '${id}'`))[0]?.['n']);
    expect([await count(databases[0]), await count(databases[1])]).toEqual([0, created.size]);
    await eventually(
      async () => [...created].map(receivedOf),
      (events) => events.every(({ length }) => length >= 2),
    );
    for (const booking of created)
      expect([booking, new Set(receivedOf(booking)).size, receivedOf(booking).length]).toEqual([booking, 2, 2]);
  },
);
