/** The part of the port that stores verification sessions, and the times at which they were created. */
import type { Session } from '@booking-service/contract';
import type { Owned, Part, PrepareShared } from '@booking-service/kernel/store/shared-statement';

export interface StoredSession {
  readonly organization_id: string;
  readonly version: number;
  readonly session: Session;
  /** The card service's reference of the session. */
  readonly session_reference: string;
  /** The card service's reference of the card; null until the session is verified. */
  readonly card_reference: string | null;
}

/** An organization and a destination. The database has only a keyed digest of the destination. */
export interface SessionCreationsOf {
  readonly organization_id: string;
  readonly destination: string;
}

/** A change of a session. It is made only if the session still has the version of `before`. */
export interface SessionChange {
  readonly before: StoredSession;
  readonly session: Session;
  /** The card that the card service returned for the right code, and the time. */
  readonly verified?: { readonly card_reference: string; readonly at: Date };
}

export interface SessionReads {
  findSession(session: Owned): Promise<StoredSession | undefined>;
  /** Returns the session that the organization verified last. */
  findLatestVerifiedSession(organization_id: string): Promise<StoredSession | undefined>;
  /** Returns the stored creation times of sessions for this destination, oldest first (SES-4). */
  findSessionCreations(of: SessionCreationsOf): Promise<readonly string[]>;
}

export interface SessionWrites {
  createSession(created: Pick<StoredSession, 'organization_id' | 'session' | 'session_reference'>): Promise<void>;
  /** Makes the change and returns the new session; undefined if another change was first. */
  changeSession(change: SessionChange): Promise<StoredSession | undefined>;
  /**
   * Replaces the creation times `before` by `after`; false if another request changed them first. Also removes a few
   * rows of the organization's other destinations whose latest creation is not after `forget_before`.
   */
  changeSessionCreations(
    change: SessionCreationsOf & {
      readonly before: readonly string[];
      readonly after: readonly string[];
      readonly forget_before: Date;
    },
  ): Promise<boolean>;
}

interface SessionRow extends Omit<StoredSession, 'session'> {
  readonly document: string;
}

const columns = 'organization_id, version, CAST(document AS text) AS document, session_reference, card_reference';
const insertSession = {
  name: 'create_session',
  text: 'INSERT INTO sessions (id, organization_id, version, document, session_reference) VALUES ($1, $2, 1, $3, $4)',
};
const selectSession = {
  name: 'find_session',
  text: `SELECT ${columns} FROM sessions WHERE organization_id = $1 AND id = $2`,
};
const selectLatest = {
  name: 'find_latest_verified_session',
  text: `
    SELECT ${columns} FROM sessions WHERE organization_id = $1 AND verified_at IS NOT NULL
    ORDER BY verified_at DESC, id DESC LIMIT 1`,
};
const updateSession = {
  name: 'change_session',
  text: `
    UPDATE sessions SET document = $4, version = version + 1,
      card_reference = coalesce($5, card_reference), verified_at = coalesce($6, verified_at)
    WHERE organization_id = $1 AND id = $2 AND version = $3
    RETURNING ${columns}`,
};

/** The verification sessions on either engine. */
export function sessions(
  prepare: PrepareShared,
): Part<Omit<SessionReads, 'findSessionCreations'>, Omit<SessionWrites, 'changeSessionCreations'>> {
  const insert = prepare(insertSession);
  const find = prepare<SessionRow>(selectSession);
  const findLatest = prepare<SessionRow>(selectLatest);
  const change = prepare<SessionRow>(updateSession);
  return {
    reads: {
      async findSession({ organization_id, id }) {
        return toStored(await find(organization_id, id));
      },
      async findLatestVerifiedSession(organization_id) {
        return toStored(await findLatest(organization_id));
      },
    },
    writes: {
      async createSession({ organization_id, session, session_reference }) {
        await insert(session.id, organization_id, JSON.stringify(session), session_reference);
      },
      async changeSession({ before, session, verified }) {
        const { card_reference = null, at } = verified ?? {};
        const values = [JSON.stringify(session), card_reference, at?.toISOString() ?? null];
        return toStored(await change(before.organization_id, session.id, before.version, ...values));
      },
    },
  };
}

function toStored([row]: readonly SessionRow[]): StoredSession | undefined {
  if (!row) return undefined;
  const { document, ...rest } = row;
  // The document was written from a session.
  return { ...rest, session: JSON.parse(document) as Session };
}
