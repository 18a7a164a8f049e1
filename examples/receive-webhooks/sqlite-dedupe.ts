import type { DatabaseSync } from 'node:sqlite';
import type { DedupeStore } from '@booking-service/webhooks';

/**
 * A dedupe store in a file that several processes of one computer share. `@booking-service/webhooks/postgres` has the same for
 * PostgreSQL.
 */
export function createSqliteDedupe(
  database: DatabaseSync,
  { leaseSeconds = 60, now = Date.now }: { leaseSeconds?: number; now?: () => number } = {},
): DedupeStore {
  database.exec(
    'CREATE TABLE IF NOT EXISTS webhook_events (id TEXT PRIMARY KEY, done INTEGER NOT NULL, lapses INTEGER NOT NULL) STRICT',
  );
  // Claims the event if it has no claim, or if its claim has lapsed. `lapses` identifies a claim.
  const take = database.prepare(`INSERT INTO webhook_events (id, done, lapses) VALUES (:id, 0, :lapses)
    ON CONFLICT (id) DO UPDATE SET lapses = :lapses WHERE done = 0 AND lapses <= :now`);
  const find = database.prepare('SELECT done FROM webhook_events WHERE id = :id');
  const finish = database.prepare('UPDATE webhook_events SET done = 1 WHERE id = :id');
  const give = database.prepare('DELETE FROM webhook_events WHERE id = :id AND done = 0 AND lapses = :lapses');

  return {
    claim(id) {
      const lapses = now() + leaseSeconds * 1000;
      if (take.run({ id, lapses, now: now() }).changes === 0) return find.get({ id })?.['done'] === 1 ? 'done' : 'busy';
      return {
        commit: () => void finish.run({ id }),
        release: () => void give.run({ id, lapses }),
      };
    },
  };
}
