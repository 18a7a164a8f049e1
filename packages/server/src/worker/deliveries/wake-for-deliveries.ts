import type { Store } from '../../store/store.ts';

/** Returns the store, with a call of `wake` after each write that may have stored deliveries of the organization. */
export function wakeForDeliveries(store: Store, wake: (organization_id: string) => void): Store {
  const waking: Pick<Store, 'createBooking' | 'changeBooking'> = {
    async createBooking(accepted) {
      const created = await store.createBooking(accepted);
      if (!created.replayed && accepted.events.length > 0) wake(accepted.organization_id);
      return created;
    },
    async changeBooking(change) {
      const changed = await store.changeBooking(change);
      if (changed && change.events.length > 0) wake(changed.organization_id);
      return changed;
    },
  };
  // A request calls several methods. A prototype finds them without the cost of a Proxy.
  return Object.assign(Object.create(store) as Store, waking);
}
