import type { Session } from '@booking-service/contract';
import type { Store, StoredSession } from '../store.ts';
import type { Database, Statement } from '../postgres/connection/database.ts';

type Sessions = Pick<Store, 'createSession' | 'findSession' | 'findLatestVerifiedSession' | 'changeSession'>;

interface SessionRow extends Omit<StoredSession, 'session'> {
  readonly document: Session;
}

const columns = 'organization_id, version, document, session_reference, card_reference';
const insert: Statement = {
  name: 'insert_session',
  text: 'INSERT INTO sessions (id, organization_id, version, document, session_reference) VALUES ($1, $2, 1, $3, $4)',
};
const select: Statement = {
  name: 'select_session',
  text: `SELECT ${columns} FROM sessions WHERE organization_id = $1 AND id = $2`,
};
const selectLatest: Statement = {
  name: 'select_latest_verified_session',
  text: `
    SELECT ${columns} FROM sessions WHERE organization_id = $1 AND verified_at IS NOT NULL
    ORDER BY verified_at DESC, id DESC LIMIT 1`,
};
const update: Statement = {
  name: 'update_session',
  text: `
    UPDATE sessions SET document = $1, version = version + 1,
      card_reference = coalesce($2, card_reference), verified_at = coalesce($3, verified_at)
    WHERE organization_id = $6 AND id = $4 AND version = $5
    RETURNING ${columns}`,
};

/** Verification sessions. */
export function postgresSessions(database: Database): Sessions {
  return {
    async createSession({ organization_id, session, session_reference }) {
      await database.query(insert, [session.id, organization_id, JSON.stringify(session), session_reference]);
    },
    async findSession({ organization_id, id }) {
      return toStored(await database.query<SessionRow>(select, [organization_id, id]));
    },
    async findLatestVerifiedSession(organization_id) {
      return toStored(await database.query<SessionRow>(selectLatest, [organization_id]));
    },
    async changeSession({ before, session, verified }) {
      const rows = await database.query<SessionRow>(update, [
        JSON.stringify(session),
        verified?.card_reference ?? null,
        verified?.at.toISOString() ?? null,
        session.id,
        before.version,
        before.organization_id,
      ]);
      return toStored(rows);
    },
  };
}

function toStored([row]: readonly SessionRow[]): StoredSession | undefined {
  if (!row) return undefined;
  const { document, ...rest } = row;
  return { ...rest, session: document };
}
