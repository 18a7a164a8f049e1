import type { Store } from '../store.ts';
import type { Database, Statement } from './connection/database.ts';

const select: Statement = {
  name: 'select_session_creations',
  text: 'SELECT recent FROM session_creations WHERE organization_id = $1 AND destination = $2',
};
/** The written row is not removed, because one statement can change a row only once. */
const upsert: Statement = {
  name: 'upsert_session_creations',
  text: `
    WITH forgotten AS (
      DELETE FROM session_creations WHERE (organization_id, destination) IN (
        SELECT organization_id, destination FROM session_creations
        WHERE latest <= $6 AND (organization_id, destination) <> ($1, $2)
        ORDER BY latest LIMIT 10 FOR UPDATE SKIP LOCKED))
    INSERT INTO session_creations AS stored (organization_id, destination, recent, latest) VALUES ($1, $2, $3, $4)
    ON CONFLICT (organization_id, destination) DO UPDATE SET recent = excluded.recent, latest = excluded.latest
    WHERE stored.recent = $5
    RETURNING organization_id`,
};

/** The times at which sessions were created for a destination, which is a digest. */
export function postgresSessionCreations(
  database: Database,
): Pick<Store, 'findSessionCreations' | 'changeSessionCreations'> {
  return {
    async findSessionCreations({ organization_id, destination }) {
      const [row] = await database.query<{ recent: string[] }>(select, [organization_id, destination]);
      return row?.recent ?? [];
    },
    async changeSessionCreations({ organization_id, destination, before, after, forget_before }) {
      const values = [organization_id, destination, after, after.at(-1) ?? '', before, forget_before.toISOString()];
      return (await database.query(upsert, values)).length > 0;
    },
  };
}
