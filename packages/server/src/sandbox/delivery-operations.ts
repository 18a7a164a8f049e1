import type { DashboardOperations, Delivery } from '@booking-service/contract/dashboard';
import type { Clock } from '../clock.ts';
import { PrivateRefusal } from '../ops/private-refusal.ts';
import type { DeliveryRecord, Store } from '../store/store.ts';

const newest = 100;

/** The delivery history of a sandbox on the operations port: to read (DLV-7), and to send from again (DLV-10). */
export function deliveryOperations({
  store,
  clock,
}: {
  store: Pick<Store, 'listDeliveries' | 'resendDelivery'>;
  clock: Pick<Clock, 'now'>;
}): Pick<DashboardOperations, 'listDeliveries' | 'resendDelivery'> {
  return {
    async listDeliveries() {
      const deliveries = await store.listDeliveries({ limit: newest });
      return { status: 200, body: { object: 'list', data: deliveries.map(toShown) } };
    },
    async resendDelivery({ body: { id } }) {
      const found = await store.resendDelivery(id, clock.now());
      if (!found) throw new PrivateRefusal('not_found', 'There is no such delivery.');
      if (!found.resent)
        throw new PrivateRefusal('invalid_state', 'The delivery is still pending: it goes out by itself.');
      return { status: 200, body: toShown(found.delivery) };
    },
  };
}

function toShown(delivery: DeliveryRecord): Delivery {
  return { object: 'delivery', ...delivery };
}
