/** The state of the service for operators: its migration and its queues. cells-outage.test.ts has the cells. */
import type { ServiceHealth } from '@booking-service/contract/admin';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openAdminWorld } from '../support/worlds/admin-world.ts';
import { baseEngines, engines } from '../support/engines.ts';
import { createAt, ownProvider } from '../support/providers.ts';
import { createLog, createMetrics } from '../../src/index.ts';
import { emptyStore } from '../support/databases.ts';

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

// A scrape while the database does not respond.

it('returns within 4 seconds if the store does not respond, and reads the store once for all scrapes', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const lines: string[] = [];
  const log = createLog({ destination: { write: (line) => void lines.push(line) } });
  const response = Promise.withResolvers<void>();
  let reads = 0;
  const store = {
    ...emptyStore,
    async readRunAges() {
      reads += 1;
      await response.promise;
      return emptyStore.readRunAges({ now: new Date(0), stuck_before: new Date(0) });
    },
  };
  const metrics = createMetrics({ store, clock: { now: () => new Date(0) }, log });
  const scrape = async () => {
    const text = metrics.text();
    await vi.advanceTimersByTimeAsync(4000);
    const value = async (name: string) => new RegExp(`^booking_service_${name} (.*)$`, 'm').exec(await text)?.[1];
    return [await value('due_runs'), await value('oldest_run_age_seconds'), await value('database_size_bytes')];
  };
  expect(await scrape()).toEqual(['0', 'Nan', 'Nan']);
  expect(await scrape()).toEqual(['0', 'Nan', 'Nan']);
  expect(lines[0]).toContain('No response within 4 s.');
  expect(reads).toBe(1);
  response.resolve();
  await vi.advanceTimersByTimeAsync(0);
  expect(await scrape()).toEqual(['0', '0', '4096']);
});

describe.each(engines)('%s', (engine) => {
  it.each(['org_none', 'xudmf_0'])(
    'ORG-3: refuses an API key for the organization %s, which does not exist',
    async (id) => {
      await using world = await openAdminWorld(engine);
      const request = { path: { organization_id: id }, body: { name: 'Kiosk', mode: 'live' } };
      const { status, body } = await world.call<{ error_code: string }>('createApiKey', request);
      expect([status, body.error_code]).toEqual([404, 'not_found']);
    },
  );

  it('refuses an organization in a cell that does not exist', async () => {
    await using world = await openAdminWorld(engine);
    const request = { body: { name: 'Kiosk', webhook_url: null, cell: 'north' } };
    const { status, body } = await world.call<{ error: string }>('createOrganization', request);
    const reason = engine === 'cells' ? 'No cell has the name north.' : 'This service has one database.';
    expect([status, body.error]).toEqual([404, expect.stringContaining(reason)]);
  });
});
