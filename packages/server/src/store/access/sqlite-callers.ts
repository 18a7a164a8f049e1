import type { DatabaseSync } from 'node:sqlite';
import type { Part } from '../shared-statement.ts';
import { prepareOn } from '../sqlite/statement.ts';
import { inTransaction } from '../sqlite/writer/transaction.ts';
import type { ApiKeyWrites } from './api-keys.ts';
import type { Caller, CallerReads, CallerWrites } from './callers.ts';

/** About 10 MB of callers. */
const maxCallers = 10_000;

/**
 * Returns `find` with a cache, which is emptied after every commit to the database. SQLite changes the data_version of a
 * connection when any other connection commits: the write thread, another process, a backup tool. This connection is
 * read-only, so it makes no commit that its own data_version would hide. A revoked key is therefore refused from the next
 * request on (AUT-7). Unknown keys are not kept.
 */
export function cacheCallers(db: DatabaseSync, find: CallerReads['authenticate']): CallerReads['authenticate'] {
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

/** The callers of requests, and the writing of their API keys. */
export function sqliteCallers(db: DatabaseSync): Part<CallerReads, CallerWrites & Pick<ApiKeyWrites, 'createApiKey'>> {
  const prepare = prepareOn(db);
  const selectCaller = prepare.read(`
    SELECT k.id AS key_id, k.mode, k.scopes, o.id, o.suspended, o.rate_limit, o.test_allowance, o.test_confirmed
    FROM api_keys k JOIN organizations o ON o.id = k.organization_id
    WHERE k.digest = ? AND k.revoked IS NULL`);
  const insertKey = prepare.write(`
    INSERT INTO api_keys (id, organization_id, digest, name, last4, mode, scopes, created)
    VALUES (:id, :organization_id, :digest, :name, :last4, :mode, :scopes, :created)`);
  const updateUsed = prepare.write(`
    UPDATE api_keys SET last_used = :at WHERE id = :id AND (last_used IS NULL OR last_used < substr(:at, 1, 17))`);
  return {
    reads: {
      async authenticate(digest) {
        // The table is STRICT and has the columns of CallerRow.
        const row = selectCaller.get(digest) as CallerRow | undefined;
        if (!row) return undefined;
        const { key_id, mode, scopes, suspended, ...organization } = row;
        return {
          organization: { ...organization, suspended: suspended === 1 },
          key: { id: key_id, mode, scopes: JSON.parse(scopes) as Caller['key']['scopes'] },
        };
      },
    },
    writes: {
      async createApiKey(key) {
        insertKey.run({ ...key, scopes: JSON.stringify(key.scopes) });
      },
      async recordKeyUses(uses) {
        inTransaction(db, () => {
          for (const use of uses) updateUsed.run({ ...use });
        });
      },
    },
  };
}

interface CallerRow extends Omit<Caller['organization'], 'suspended'> {
  readonly key_id: string;
  readonly mode: Caller['key']['mode'];
  readonly scopes: string;
  readonly suspended: number;
}
