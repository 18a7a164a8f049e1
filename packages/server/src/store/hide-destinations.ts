import type { Sealing } from './sealing.ts';
import type { Store } from './store.ts';

/** The methods that a destination passes. An engine's own take its digest. */
type DestinationMethods = Pick<Store, 'findSessionCreations' | 'changeSessionCreations'>;

/**
 * The methods with destinations in clear on the caller's side: personal data, of which an engine only ever sees a digest under
 * the sealing key. Whoever has the database alone cannot try addresses and numbers against it.
 */
export function hideDestinations(hidden: DestinationMethods, sealing: Sealing): DestinationMethods {
  const hide = <T extends { organization_id: string; destination: string }>(of: T): T => ({
    ...of,
    destination: sealing.digest(of.destination, of.organization_id),
  });
  return {
    findSessionCreations: async (of) => hidden.findSessionCreations(hide(of)),
    changeSessionCreations: async (change) => hidden.changeSessionCreations(hide(change)),
  };
}
