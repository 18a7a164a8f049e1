import type { DatabaseSync } from 'node:sqlite';
import type { Caller, Store } from '../store.ts';

/** About 10 MB of callers. */
const maxCallers = 10_000;

/**
 * Returns `find` with a cache, which is emptied after every commit to the database. SQLite changes the data_version of a
 * connection when any other connection commits: the write thread, another process, a backup tool. This connection is
 * read-only, so it makes no commit that its own data_version would hide. A revoked key is therefore refused from the next
 * request on (AUT-7). Unknown keys are not kept.
 */
export function cacheCallers(db: DatabaseSync, find: Store['authenticate']): Store['authenticate'] {
  const selectVersion = db.prepare('PRAGMA data_version');
  const callers = new Map<string, Caller>();
  let cachedVersion: unknown;

  return async (digest) => {
    const version = selectVersion.get()?.['data_version'];
    if (version !== cachedVersion || callers.size >= maxCallers) {
      callers.clear();
      cachedVersion = version;
    }
    const cached = callers.get(digest);
    if (cached) return cached;
    const caller = await find(digest);
    // The cache may have been emptied while this waited. What was found before does not belong in it.
    if (caller && version === cachedVersion) callers.set(digest, caller);
    return caller;
  };
}
