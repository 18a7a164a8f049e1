import { currentOrigin } from '../log/trail.ts';
import type { Store } from '../store/store.ts';

/** Returns the store. It keeps the origin of each booking and of each change: the request and the trace of the trail in progress. */
export function rememberOrigin(store: Store): Store {
  const remembering: Pick<Store, 'createBooking' | 'changeBooking'> = {
    createBooking: (accepted) => store.createBooking({ ...accepted, origin: currentOrigin() }),
    changeBooking: (change) => store.changeBooking({ ...change, origin: currentOrigin() }),
  };
  // A request calls several methods. A prototype finds them without the cost of a Proxy.
  return Object.assign(Object.create(store) as Store, remembering);
}
