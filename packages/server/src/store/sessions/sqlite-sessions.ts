import type { DatabaseSync } from 'node:sqlite';
import type { Session } from '@booking-service/contract';
import type { Store, StoredSession } from '../store.ts';
import { prepareOn } from '../sqlite/statement.ts';

type Sessions = Pick<Store, 'createSession' | 'findSession' | 'findLatestVerifiedSession' | 'changeSession'>;

interface SessionRow extends Omit<StoredSession, 'session'> {
  readonly document: string;
}

/** Verification sessions. */
export function sqliteSessions(db: DatabaseSync): Sessions {
  const prepare = prepareOn(db);
  const columns = 'organization_id, version, document, session_reference, card_reference';
  const insert = prepare.write(
    'INSERT INTO sessions (id, organization_id, version, document, session_reference) VALUES (?, ?, 1, ?, ?)',
  );
  const select = prepare.read(`SELECT ${columns} FROM sessions WHERE organization_id = ? AND id = ?`);
  const selectLatest = prepare.read(`
    SELECT ${columns} FROM sessions WHERE organization_id = ? AND verified_at IS NOT NULL
    ORDER BY verified_at DESC, id DESC LIMIT 1`);
  const update = prepare.write(`
    UPDATE sessions SET document = :document, version = version + 1,
      card_reference = coalesce(:card_reference, card_reference), verified_at = coalesce(:verified_at, verified_at)
    WHERE organization_id = :organization_id AND id = :id AND version = :version
    RETURNING ${columns}`);

  return {
    async createSession({ organization_id, session, session_reference }) {
      insert.run(session.id, organization_id, JSON.stringify(session), session_reference);
    },
    async findSession({ organization_id, id }) {
      return toStored(select.get(organization_id, id));
    },
    async findLatestVerifiedSession(organization_id) {
      return toStored(selectLatest.get(organization_id));
    },
    async changeSession({ before, session, verified }) {
      const [row] = update.all({
        organization_id: before.organization_id,
        id: session.id,
        version: before.version,
        document: JSON.stringify(session),
        card_reference: verified?.card_reference ?? null,
        verified_at: verified?.at.toISOString() ?? null,
      });
      return toStored(row);
    },
  };
}

function toStored(row: unknown): StoredSession | undefined {
  if (row === undefined) return undefined;
  // The table is STRICT and has the columns of SessionRow. The document was written from a Session.
  const { document, ...rest } = row as SessionRow;
  return { ...rest, session: JSON.parse(document) as Session };
}
