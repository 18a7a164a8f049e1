import { DatabaseSync } from 'node:sqlite';
import { boundLog } from './file/bound-log.ts';
import { prepareOn } from './statement.ts';
import { unavailableCode } from './file/unavailable.ts';

export interface RateWindows extends Disposable {
  /** Counts one call in the window and tells how many there are now; past the limit it stays at limit + 1. */
  countCall(call: { organization_id: string; window_start: string; limit: number }): Promise<number>;
}

/**
 * Rate windows. This process is the only one that counts, so it counts in memory; a file of its own keeps the counts over a
 * restart. The file never waits for the disk, so a power cut may forget counts of the current five minutes, and nothing else.
 * While the file cannot be read or written (the disk is full, another program holds it) calls are counted all the same.
 */
export function openRateWindows(file: string): RateWindows {
  const db = new DatabaseSync(file);
  try {
    prepareFile(db);
    boundLog(db);
  } catch (error) {
    db.close();
    throw error;
  }
  const prepare = prepareOn(db);
  const select = prepare.read('SELECT window_start, calls FROM rate_windows WHERE organization_id = ?');
  // One row an organization: a new window takes the place of the one before.
  const keep = prepare.write(`
    INSERT INTO rate_windows (organization_id, window_start, calls) VALUES (:organization_id, :window_start, :calls)
    ON CONFLICT (organization_id) DO UPDATE SET window_start = excluded.window_start, calls = excluded.calls`);
  /** The counts of one window, by organization. */
  let counts = new Map<string, number>();
  let counted = '';

  function findCalls(organization_id: string, window_start: string): number {
    const row = whereItWorks(() => select.get(organization_id));
    return row?.['window_start'] === window_start ? Number(row['calls']) : 0;
  }

  return {
    async countCall({ organization_id, window_start, limit }) {
      if (window_start !== counted) [counts, counted] = [new Map(), window_start];
      const before = counts.get(organization_id) ?? findCalls(organization_id, window_start);
      // Over the limit nothing is written (LIM-3).
      if (before >= limit) return limit + 1;
      const calls = before + 1;
      counts.set(organization_id, calls);
      whereItWorks(() => keep.run({ organization_id, window_start, calls }));
      return calls;
    },
    [Symbol.dispose]: () => db.close(),
  };
}

/** Does it, or nothing where the file is out of order. */
function whereItWorks<T>(work: () => T): T | undefined {
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
      organization_id TEXT PRIMARY KEY, window_start TEXT NOT NULL, calls INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID`);
}
