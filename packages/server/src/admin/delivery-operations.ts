import type { Attempt, AdminOperations, Delivery, DeliveryList } from '@booking-service/contract/admin';
import type { Clock } from '../time/clock.ts';
import { nothingLeft, type EveryField } from '../domain/every-field.ts';
import type { DeliveryRecord, ListedDelivery } from '../store/lists/delivery-lists.ts';
import { AdminRefusal } from './admin-refusal.ts';
import type { Store } from '../store/store.ts';

const maxListed = 100;
const attempts = maxListed;

/** The operations that list deliveries (DLV-7) and resend one (DLV-10), in a sandbox. */
export function deliveryOperations({
  store,
  clock,
}: {
  store: Pick<Store, 'listOrganizations' | 'listDeliveries' | 'findDelivery' | 'resendDelivery'>;
  clock: Pick<Clock, 'now'>;
}): Pick<AdminOperations, 'listDeliveries' | 'resendDelivery'> {
  /** Returns the newest deliveries of all organizations. A sandbox has few. */
  async function readNewest(): Promise<ListedDelivery[]> {
    const organizations = await store.listOrganizations();
    const lists = await Promise.all(
      organizations.map(({ id }) => store.listDeliveries({ organization_id: id, limit: maxListed })),
    );
    const rows = lists.flatMap((list) => list.rows).toSorted((a, b) => (a.id < b.id ? 1 : -1));
    return rows.slice(0, maxListed);
  }

  return {
    async listDeliveries() {
      const found = await Promise.all((await readNewest()).map((row) => store.findDelivery(row, { attempts })));
      const data = found.flatMap((delivery) => (delivery ? toShown(delivery) : []));
      const body = { object: 'list', data } as const;
      return { status: 200, body: body satisfies EveryField<DeliveryList> };
    },
    async resendDelivery({ body: { organization_id, id, ...rest } }) {
      nothingLeft(rest);
      const found = await store.resendDelivery({ organization_id, id }, clock.now());
      const delivery = await store.findDelivery({ organization_id, id }, { attempts });
      if (!found || !delivery) throw new AdminRefusal('not_found', `There is no delivery ${id}.`);
      if (!found.resent)
        throw new AdminRefusal('invalid_state', `Delivery ${id} is still pending. The worker sends it when it is due.`);
      return { status: 200, body: toShown(delivery) };
    },
  };
}

function toShown({ status_class: _class, has_earlier_attempts: _more, ...delivery }: DeliveryRecord): Delivery {
  const shown = delivery.attempts.map(
    ({ answer_deleted: _deleted, ...attempt }) => attempt satisfies EveryField<Attempt>,
  );
  return { object: 'delivery', ...delivery, attempts: shown } satisfies EveryField<Delivery>;
}
