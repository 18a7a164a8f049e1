import type { SessionReads, SessionWrites } from './sessions.ts';
import { type Database, jsonArgument, type Statement } from '@booking-service/kernel/store/postgres';

const select: Statement = {
  name: 'select_session_creations',
  text: 'SELECT recent FROM session_creations WHERE organization_id = $1 AND destination = $2',
};
const change: Statement = {
  name: 'change_session_creations',
  text: 'SELECT change_session_creations($1, $2) AS changed',
};

/** The times at which sessions were created for a destination, which is a digest. */
export function postgresSessionCreations(
  database: Database,
): Pick<SessionReads, 'findSessionCreations'> & Pick<SessionWrites, 'changeSessionCreations'> {
  return {
    async findSessionCreations({ organization_id, destination }) {
      const [row] = await database.query<{ recent: string[] }>(select, [organization_id, destination]);
      return row?.recent ?? [];
    },
    async changeSessionCreations({ organization_id, destination, before, after, forget_before }) {
      const creations = { destination, before, after, latest: after.at(-1) ?? '', forget_before };
      const values = [organization_id, jsonArgument(creations)];
      const [row] = await database.query<{ changed: boolean }>(change, values);
      return row?.changed ?? false;
    },
  };
}
