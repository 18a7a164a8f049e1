import type { Attempt, AdminOperations, Delivery, DeliveryList } from '@booking-service/contract/admin';
import type { Clock } from '../time/clock.ts';
import { nothingLeft, type EveryField } from '../domain/every-field.ts';
import { AdminRefusal } from './admin-refusal.ts';
import type { DeliveryRecord, Store } from '../store/store.ts';

const maxListed = 100;

/** The operations that list deliveries (DLV-7) and resend one (DLV-10), in a sandbox. */
export function deliveryOperations({
  store,
  clock,
}: {
  store: Pick<Store, 'listDeliveries' | 'resendDelivery'>;
  clock: Pick<Clock, 'now'>;
}): Pick<AdminOperations, 'listDeliveries' | 'resendDelivery'> {
  return {
    async listDeliveries() {
      const deliveries = await store.listDeliveries({ limit: maxListed });
      const body = { object: 'list', data: deliveries.map(toShown) } as const;
      return { status: 200, body: body satisfies EveryField<DeliveryList> };
    },
    async resendDelivery({ body: { organization_id, id, ...rest } }) {
      nothingLeft(rest);
      const found = await store.resendDelivery({ organization_id, id }, clock.now());
      if (!found) throw new AdminRefusal('not_found', `There is no delivery ${id}.`);
      if (!found.resent)
        throw new AdminRefusal('invalid_state', `Delivery ${id} is still pending. The worker sends it when it is due.`);
      return { status: 200, body: toShown(found.delivery) };
    },
  };
}

function toShown(delivery: DeliveryRecord): Delivery {
  const attempts = delivery.attempts.map((attempt) => attempt satisfies EveryField<Attempt>);
  return { object: 'delivery', ...delivery, attempts } satisfies EveryField<Delivery>;
}
