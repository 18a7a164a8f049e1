import { DatabaseSync } from 'node:sqlite';
import { boundLog } from './bound-log.ts';
import { prepareOn } from './statement.ts';

export interface RateWindows extends Disposable {
  /** Counts one call in the window and tells how many there are now; past the limit it stays at limit + 1. */
  countCall(call: { organization_id: string; window_start: string; limit: number }): Promise<number>;
}

/**
 * Rate windows, in a file of their own that never waits for the disk: a power cut may forget counts of the
 * current five minutes, and nothing else. Nobody else writes to it; who holds it all the same is waited for a moment only.
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
  // One row an organization: a new window starts it again. Over the limit nothing is written (LIM-3).
  const count = prepare.write(`
    INSERT INTO rate_windows (organization_id, window_start, calls) VALUES (:organization_id, :window_start, 1)
    ON CONFLICT (organization_id) DO UPDATE SET
      calls = CASE WHEN window_start = excluded.window_start THEN calls + 1 ELSE 1 END,
      window_start = excluded.window_start
    WHERE window_start <> excluded.window_start OR calls < :limit
    RETURNING calls`);

  return {
    async countCall(call) {
      const [row] = count.all({ ...call });
      return row ? Number(row['calls']) : call.limit + 1;
    },
    [Symbol.dispose]: () => db.close(),
  };
}

function prepareFile(db: DatabaseSync): void {
  db.exec(`
    PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA busy_timeout = 250;
    CREATE TABLE IF NOT EXISTS rate_windows (
      organization_id TEXT PRIMARY KEY, window_start TEXT NOT NULL, calls INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID`);
}
