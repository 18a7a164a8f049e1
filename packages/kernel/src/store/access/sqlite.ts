import { existsSync } from 'node:fs';
import { DatabaseSync } from '../sqlite/node-sqlite.ts';
import type { Part } from '../shared-statement.ts';
import { inTransaction, prepareOn } from '../sqlite/statement.ts';
import type { Caller, CallerReads, CallerWrites, CountedCall, Creations, NewApiKey, Usage } from './port.ts';
import type { ListedOrganization } from '../organizations/organizations.ts';
import { limitLogSize, unavailableCode } from '../sqlite/file.ts';

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

/** The callers of requests, and the use of their API keys. */
export function sqliteCallers(db: DatabaseSync): Part<CallerReads, CallerWrites> {
  const prepare = prepareOn(db);
  const selectCaller = prepare.read(`
    SELECT k.id AS key_id, k.mode, k.scopes, o.id, o.suspended, o.rate_limit, o.test_allowance, o.test_confirmed
    FROM api_keys k JOIN organizations o ON o.id = k.organization_id
    WHERE k.digest = ? AND k.revoked_at IS NULL`);
  const updateUsed = prepare.write(`
    UPDATE api_keys SET last_used_at = :at WHERE id = :id AND (last_used_at IS NULL OR last_used_at < substr(:at, 1, 17))`);
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

export interface RateWindows extends Disposable {
  /** Counts a call in the window and returns its units. Once the window is full, they stay at the limit and the cost. */
  countCall(call: { readonly organization_id: string; readonly limit: number } & CountedCall): number;
  /** Returns the count of the window of the rate limit. Counts nothing. */
  readCalls(window: { organization_id: string; window_start: string }): number;
}

/** Calls `task` once, after `ms`. The returned function cancels it. */
type After = (ms: number, task: () => void) => () => void;

const selectCalls = 'SELECT window_start, calls FROM rate_windows WHERE organization_id = ? AND name = ?';
/** The name of the window of the rate limit. */
const requests = 'requests';

/** The maximum age of a count that is not in the file. */
const flush_ms = 200;

/**
 * Opens the rate windows. Only this process counts, so the counts are in memory and exact. A separate file keeps them over a
 * restart. It gets them 200 ms after the first new count, and on disposal: a killed process loses the counts of its last
 * 200 ms. Writes to the file do not wait for the disk, so a power cut may lose the counts of the current window, but nothing
 * else. Requests are counted even while the file cannot be read or written, for example on a full disk.
 */
export function openRateWindows(file: string, { after = afterRealTime }: { after?: After } = {}): RateWindows {
  const db = new DatabaseSync(file);
  try {
    prepareFile(db);
    limitLogSize(db);
  } catch (error) {
    db.close();
    throw error;
  }
  const prepare = prepareOn(db);
  const select = prepare.read(selectCalls);
  const upsert = prepare.write(`
    INSERT INTO rate_windows (organization_id, name, window_start, calls) VALUES (:organization_id, :name, :window_start, :calls)
    ON CONFLICT (organization_id, name) DO UPDATE SET window_start = excluded.window_start, calls = excluded.calls`);
  const removeEarlier = prepare.write('DELETE FROM rate_windows WHERE window_start < ?');
  /** The counts of `countedWindow`, by organization and name. */
  let counts = new Map<string, number>();
  let countedWindow = '';
  /** The counts that are not in the file. */
  const changed = new Map<string, { readonly organization_id: string; readonly name: string }>();
  let cancelFlush: (() => void) | undefined;

  function findCalls(organization_id: string, { name, window_start }: { name: string; window_start: string }): number {
    const row = ignoreUnavailable(() => select.get(organization_id, name));
    return row?.['window_start'] === window_start ? Number(row['calls']) : 0;
  }

  /** Writes the new counts. If the file is unavailable, they stay for the flush after the next count. */
  function flush(): void {
    cancelFlush = undefined;
    ignoreUnavailable(() => {
      inTransaction(db, () => {
        // Earlier windows of people who did not call since.
        removeEarlier.run(countedWindow);
        for (const [key, row] of changed)
          upsert.run({ ...row, window_start: countedWindow, calls: counts.get(key) ?? 0 });
      });
      changed.clear();
    });
  }

  return {
    countCall({ organization_id, window: name = requests, window_start, limit, cost = 1 }) {
      if (window_start !== countedWindow) {
        [counts, countedWindow] = [new Map(), window_start];
        changed.clear();
      }
      const key = keyOf(organization_id, name);
      const before = counts.get(key) ?? findCalls(organization_id, { name, window_start });
      // Over the limit nothing is written (LIM-3).
      if (before >= limit) return limit + cost;
      const calls = before + cost;
      counts.set(key, calls);
      if (!changed.has(key)) changed.set(key, { organization_id, name });
      cancelFlush ??= after(flush_ms, flush);
      return calls;
    },
    readCalls({ organization_id, window_start }) {
      const counted = window_start === countedWindow ? counts.get(keyOf(organization_id, requests)) : undefined;
      return counted ?? findCalls(organization_id, { name: requests, window_start });
    },
    [Symbol.dispose]() {
      cancelFlush?.();
      flush();
      db.close();
    },
  };
}

/** Returns the count of a window from the file, also while a server counts: its counts of the last 200 ms are not there yet. */
export function readRateWindow(
  file: string,
  { organization_id, window_start }: { organization_id: string; window_start: string },
): number {
  if (!existsSync(file)) return 0;
  using db = new DatabaseSync(file, { readOnly: true });
  const row = ignoreUnavailable(() => prepareOn(db).read(selectCalls).get(organization_id, requests));
  return row?.['window_start'] === window_start ? Number(row['calls']) : 0;
}

/** Returns the usage of an organization with this count; undefined if it does not exist. */
export function toUsage(organization: ListedOrganization | undefined, calls: number): Usage | undefined {
  if (!organization) return undefined;
  return { rate_limit: organization.rate_limit, calls };
}

function keyOf(organization_id: string, name: string): string {
  return `${organization_id} ${name}`;
}

function afterRealTime(ms: number, task: () => void): () => void {
  const timer = setTimeout(task, ms);
  return () => clearTimeout(timer);
}

/** Runs `work`. Returns undefined if the file is unavailable. */
function ignoreUnavailable<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (unavailableCode(error) === undefined) throw error;
    return undefined;
  }
}

function prepareFile(db: DatabaseSync): void {
  db.exec(`
    PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA busy_timeout = 0;
    CREATE TABLE IF NOT EXISTS rate_windows (
      organization_id TEXT NOT NULL, name TEXT NOT NULL, window_start TEXT NOT NULL, calls INTEGER NOT NULL,
      PRIMARY KEY (organization_id, name)
    ) STRICT, WITHOUT ROWID`);
}

/** Stores organizations and API keys. */
export function sqliteCreations(db: DatabaseSync): Part<object, Creations> {
  const prepare = prepareOn(db);
  const insertOrganization = prepare.write(`
    INSERT INTO organizations (id, name, created, webhook_url, signing_secret, rate_limit, test_allowance)
    VALUES (:id, :name, :created, :webhook_url, :signing_secret, :rate_limit, :test_allowance)`);
  const insertKey = prepare.write(`
    INSERT INTO api_keys (id, organization_id, digest, name, last4, mode, scopes, created)
    VALUES (:id, :organization_id, :digest, :name, :last4, :mode, :scopes, :created)`);
  const addKey = (key: NewApiKey) => insertKey.run({ ...key, scopes: JSON.stringify(key.scopes) });

  return {
    reads: {},
    writes: {
      async createOrganization(organization, keys = []) {
        inTransaction(db, () => {
          insertOrganization.run({ ...organization });
          for (const key of keys) addKey(key);
        });
      },
      async createApiKey(key) {
        addKey(key);
      },
    },
  };
}
