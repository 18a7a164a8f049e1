/**
 * Places: how many calls that requests wait for are in progress at one provider.
 *
 * An organization gets a place only while it has fewer places than are free. Alone it gets half of them, and every organization
 * that comes later gets half of the rest, so a provider that hangs for one organization has places for the others.
 */

/** The number of calls of requests that one provider may have in progress. */
export const maxRequestCalls = 64;

export interface RequestPlaces {
  /** Takes a place. Returns false if the organization has its share. */
  take(organization_id: string): boolean;
  free(organization_id: string): void;
}

export function createRequestPlaces(): RequestPlaces {
  const taken = new Map<string, number>();
  let total = 0;

  function add(organization_id: string, change: 1 | -1): void {
    const own = (taken.get(organization_id) ?? 0) + change;
    total += change;
    if (own > 0) taken.set(organization_id, own);
    else taken.delete(organization_id);
  }

  return {
    take(organization_id) {
      const hasShare = (taken.get(organization_id) ?? 0) >= maxRequestCalls - total;
      if (!hasShare) add(organization_id, 1);
      return !hasShare;
    },
    free: (organization_id) => add(organization_id, -1),
  };
}
