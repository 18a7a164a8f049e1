import { StartError } from '../start-error.ts';
import type { ListedOrganization } from '../../store/store.ts';
import { locationFlag } from '../location-flag.ts';
import type { StoreLocation } from '../open-store.ts';

/** Returns what was found under this id. Throws a StartError if nothing was found. */
export function requireOrganization(
  found: ListedOrganization | undefined,
  { id, settings }: { id: string; settings: StoreLocation },
): ListedOrganization {
  if (found) return found;
  throw new StartError(
    `No organization has the id ${JSON.stringify(id)}. List the organizations: booking-service org list${locationFlag(settings)}`,
  );
}
