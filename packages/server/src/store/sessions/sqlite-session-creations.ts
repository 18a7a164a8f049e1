import type { DatabaseSync } from 'node:sqlite';
import type { Part } from '@booking-service/kernel/store';
import { inTransaction, prepareOn } from '@booking-service/kernel/store/sqlite';
import type { SessionReads, SessionWrites } from './sessions.ts';

/** The times at which sessions were created for a destination, which is a digest. */
export function sqliteSessionCreations(
  db: DatabaseSync,
): Part<Pick<SessionReads, 'findSessionCreations'>, Pick<SessionWrites, 'changeSessionCreations'>> {
  const prepare = prepareOn(db);
  const select = prepare.read('SELECT recent FROM session_creations WHERE organization_id = ? AND destination = ?');
  const upsert = prepare.write(`
    INSERT INTO session_creations (organization_id, destination, recent, latest)
    VALUES (:organization_id, :destination, :after, :latest)
    ON CONFLICT (organization_id, destination) DO UPDATE SET recent = excluded.recent, latest = excluded.latest
    WHERE recent = :before`);
  // The row that is written stays, as on PostgreSQL.
  const forget = prepare.write(`
    DELETE FROM session_creations WHERE organization_id = :organization_id AND destination IN (
      SELECT destination FROM session_creations
      WHERE organization_id = :organization_id AND latest <= :forget_before AND destination <> :destination
      ORDER BY latest LIMIT 10)`);

  return {
    reads: {
      async findSessionCreations({ organization_id, destination }) {
        const row = select.get(organization_id, destination);
        // changeSessionCreations writes it from an array of strings.
        return row ? (JSON.parse(String(row['recent'])) as string[]) : [];
      },
    },
    writes: {
      async changeSessionCreations({ organization_id, destination, before, after, forget_before }) {
        return inTransaction(db, () => {
          const change = { before: JSON.stringify(before), after: JSON.stringify(after), latest: after.at(-1) ?? '' };
          const { changes } = upsert.run({ organization_id, destination, ...change });
          forget.run({ organization_id, destination, forget_before: forget_before.toISOString() });
          return changes > 0;
        });
      },
    },
  };
}
