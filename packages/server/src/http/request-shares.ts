/** How many requests of one organization this process serves at the same time. One more is refused: 429 (LIM-7). */
export const maxInProgress = 256;

/**
 * Counts the requests in progress by organization. Requests wait for suppliers, for the database and for their own bodies, and each
 * holds a connection, so an organization whose requests all wait would take every connection of the port.
 */
export interface RequestShares {
  /** Begins a request. Returns the number of requests in progress, this one included. */
  begin(organization_id: string): number;
  end(organization_id: string): void;
}

export function createRequestShares(): RequestShares {
  const inProgress = new Map<string, number>();
  return {
    begin(organization_id) {
      const count = (inProgress.get(organization_id) ?? 0) + 1;
      inProgress.set(organization_id, count);
      return count;
    },
    end(organization_id) {
      const count = (inProgress.get(organization_id) ?? 0) - 1;
      if (count > 0) inProgress.set(organization_id, count);
      else inProgress.delete(organization_id);
    },
  };
}
