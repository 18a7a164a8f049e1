/**
 * Each method of the store, once on each engine and on a store of two databases. The table does not compile without a case for each method of the port, and a
 * case that does not call its method fails. store.test.ts, store-leases.test.ts and store-queues.test.ts test the methods
 * together.
 */
import { describe, expect, it } from 'vitest';
import { createOrganization } from '../../../src/index.ts';
import { baseEngines, makeDatabase } from '../../support/engines.ts';
import { cases } from './cases.ts';
import { start, type Method } from './context.ts';

describe.each([...baseEngines, 'cells'] as const)('%s', (engine) => {
  // The keys of the table are exactly the methods of the port.
  it.each(Object.keys(cases) as Method[])('STA-12: the store does what %s promises', async (method) => {
    await using database = await makeDatabase(engine);
    await using opened = await database.open();
    const used = new Set<unknown>();
    const store = new Proxy(opened, {
      get(of, name) {
        used.add(name);
        return Reflect.get(of, name) as unknown;
      },
    });
    const organization = await createOrganization(store, { name: 'Diner', webhook_url: 'https://diner.test/' }, start);
    await cases[method]({ store, engine, organization });
    expect(used).toContain(method);
  });
});
