/** On PostgreSQL a resend moves its delivery to another partition. A statement that waits for such a row fails when it has moved. */
import { expect, it } from 'vitest';
import { createOrganization } from '../../../src/index.ts';
import { makePostgresDatabase } from '../../support/engines.ts';
import { addDelivery, at, finish, start, url } from '../queues/queued.ts';

it('DLV-10: of two resends of a delivery at once, one resends it and the other finds it pending', async () => {
  await using database = await makePostgresDatabase({ tables: true });
  await using store = await database.open();
  const organization = await createOrganization(store, { name: 'Diner', webhook_url: url }, start);
  const { organization_id } = organization;
  await addDelivery(store, organization);
  await finish(store, organization_id, 0);
  const { rows } = await store.listDeliveries({ organization_id, limit: 1 });
  const id = rows[0]?.id ?? '';
  const first = await database.hold(`SELECT resend_delivery('${organization_id}', '${id}', '${at(1).toISOString()}')`);
  const second = store.resendDelivery({ organization_id, id }, at(1));
  await database.untilWaiting(1);
  await first.commit();
  expect(await second).toMatchObject({ resent: false, delivery: { id, state: 'pending' } });
});
