import type { Attempt, DashboardOperations, Delivery, DeliveryList } from '@booking-service/contract/dashboard';
import type { Clock } from '../clock.ts';
import { nothingLeft, type EveryField } from '../every-field.ts';
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
      const body = { object: 'list', data: deliveries.map(toShown) } as const;
      return { status: 200, body: body satisfies EveryField<DeliveryList> };
    },
    async resendDelivery({ body: { id, ...rest } }) {
      nothingLeft(rest);
      const found = await store.resendDelivery(id, clock.now());
      if (!found) throw new PrivateRefusal('not_found', 'There is no such delivery.');
      if (!found.resent)
        throw new PrivateRefusal('invalid_state', 'The delivery is still pending: it goes out by itself.');
      return { status: 200, body: toShown(found.delivery) };
    },
  };
}

function toShown(delivery: DeliveryRecord): Delivery {
  const attempts = delivery.attempts.map((attempt) => attempt satisfies EveryField<Attempt>);
  return { object: 'delivery', ...delivery, attempts } satisfies EveryField<Delivery>;
}
