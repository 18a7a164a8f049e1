import { expect, it } from 'vitest';
import { makePostgresDatabase } from '../../support/engines.ts';
import { at } from './queued.ts';

it('DLV-9: on PostgreSQL the workload has the age of a transaction that stays open', async () => {
  await using database = await makePostgresDatabase({ tables: true });
  await using store = await database.open();
  const transaction = await database.hold('UPDATE sealing SET check_value = check_value');
  expect((await store.readWorkload(at(0))).oldest_transaction_seconds).toBeGreaterThan(0);
  await transaction.commit();
  expect((await store.readWorkload(at(0))).oldest_transaction_seconds).toBe(0);
});
