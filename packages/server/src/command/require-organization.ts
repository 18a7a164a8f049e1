import { StartError } from './start-error.ts';
import type { ListedOrganization } from '../store/store.ts';
import { dataFlag } from './data-flag.ts';
import type { Place } from './database.ts';

/** What was found under this id. Throws a StartError where that is nothing. */
export function requireOrganization(
  found: ListedOrganization | undefined,
  { id, settings }: { id: string; settings: Place },
): ListedOrganization {
  if (found) return found;
  throw new StartError(
    `There is no organization ${JSON.stringify(id)}. See which there are: booking-service org list${dataFlag(settings)}`,
  );
}
