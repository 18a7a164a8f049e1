/**
 * How many requests of one API key search their caller in the database at once. Half of the connections of the PostgreSQL store, so
 * that a flood with one key leaves connections for the keys of others.
 */
export const maxArriving = 8;

/**
 * Requests whose organization is not known yet. Those of one key beyond maxArriving wait here, in order, and not in the queue for the
 * connections of the database, which all organizations share. They are not refused: a refusal names the rate limit of an organization.
 */
export interface Arrivals {
  /** Returns undefined if the request may begin immediately. */
  enter(key_digest: string): Promise<void> | undefined;
  /** Called once for each request that has begun. */
  leave(key_digest: string): void;
}

export function createArrivals(): Arrivals {
  const keys = new Map<string, { begun: number; readonly waiting: (() => void)[] }>();
  return {
    enter(key_digest) {
      const key = keys.get(key_digest) ?? { begun: 0, waiting: [] };
      keys.set(key_digest, key);
      if (key.begun >= maxArriving) return new Promise((begin) => key.waiting.push(begin));
      key.begun += 1;
      return undefined;
    },
    leave(key_digest) {
      const key = keys.get(key_digest);
      if (!key) return;
      // The next one takes the place.
      const begin = key.waiting.shift();
      if (begin) begin();
      else key.begun -= 1;
      if (key.begun === 0) keys.delete(key_digest);
    },
  };
}
