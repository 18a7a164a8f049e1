/** The state of the service for operators: its migration and its queues. cells-outage.test.ts has the cells. */
import type { ServiceHealth } from '@booking-service/contract/admin';
import { describe, expect, it } from 'vitest';
import { openAdminWorld } from '../support/worlds/admin-world.ts';
import { baseEngines } from '../support/engines.ts';
import { createAt, ownProvider } from '../support/providers.ts';

const idle = { due: 0, oldest_at: null, failing: 0, pending: 0 };

describe.each(baseEngines)('%s', (engine) => {
  it('shows the migration and the queues of the database, with the stuck work', async () => {
    const failing = ownProvider('harbour_table', {
      book: async () => {
        throw new Error('The provider is away.');
      },
    });
    const pending = ownProvider('last_seat', {
      book: async () => ({ outcome: 'pending', retry_after_seconds: 300 }),
    });
    await using world = await openAdminWorld(engine, { providers: [failing, pending] });
    const read = async () => (await world.call<ServiceHealth>('getHealth')).body;
    const queuesOf = ({ databases: [database] }: ServiceHealth) => database?.queues;
    const { database, program } = await world.store.readMigration();
    const migration = { database, program };
    const queues = [
      { kind: 'runs', ...idle },
      { kind: 'deliveries', ...idle },
    ];
    const databases = [{ cell: null, fault: null, migration, queues }];
    expect(await read()).toEqual({ object: 'service_health', version: null, databases });

    await createAt(world.service, 'last_seat');
    await createAt(world.service, 'harbour_table');
    await world.clock.advance(2000);
    const oldest_at: unknown = expect.any(String);
    expect(queuesOf(await read())?.[0]).toMatchObject({ oldest_at, failing: 0, pending: 0 });
    await world.clock.advance(600_000);
    expect(queuesOf(await read())?.[0]).toMatchObject({ oldest_at, failing: 1, pending: 1 });
  });
});
