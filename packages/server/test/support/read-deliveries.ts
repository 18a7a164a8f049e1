import type { DeliveryRecord } from '../../src/store/lists/delivery-lists.ts';
import type { Store } from '../../src/store/store.ts';

/** Returns the newest deliveries of every organization, with all of their attempts, newest first. */
export async function readDeliveries(
  store: Pick<Store, 'listOrganizations' | 'listDeliveries' | 'findDelivery'>,
): Promise<DeliveryRecord[]> {
  const found: DeliveryRecord[] = [];
  for (const { id: organization_id } of await store.listOrganizations()) {
    for (let cursor: string | undefined, more = true; more;) {
      const { rows, next } = await store.listDeliveries({ organization_id, cursor, limit: 100 });
      for (const { id } of rows) {
        const record = await store.findDelivery({ organization_id, id }, { attempts: 1_000 });
        if (record) found.push(record);
      }
      [cursor, more] = [next ?? undefined, next !== null];
    }
  }
  return found.toSorted((a, b) => (a.id < b.id ? 1 : -1));
}
