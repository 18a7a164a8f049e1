/** The part of the port that stores verification sessions, and the times at which they were created. */
import type { Session } from '@booking-service/contract';
import type { Owned, Part, PrepareShared } from '@booking-service/kernel/store';

export interface StoredSession {
  readonly organization_id: string;
  readonly version: number;
  readonly session: Session;
  /** The card vault's reference of the card; null until the session is verified, and if the vault had none. */
  readonly card_reference: string | null;
}

/** A new session. The database has the destination sealed, and only a keyed digest of the code. */
export interface NewSession {
  readonly organization_id: string;
  readonly session: Session;
  readonly destination: string;
  readonly code: string;
}

/** The sealed destination of a session and the keyed digest of its code. Both are null once the session is over. */
export interface SealedCode {
  readonly destination: string | null;
  readonly code: string | null;
}

/** The check of a code. Neither the code nor the destination is in another method of the port. */
export interface CodeChecks {
  /** Returns the destination of the session, if this is its code. Counts no attempt. */
  checkCode(attempt: Owned & { readonly code: string }): Promise<string | undefined>;
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
  /** The time at which the right code was entered, and the card that the vault found; null for none. */
  readonly verified?: { readonly card_reference: string | null; readonly at: Date };
}

export interface SessionReads {
  findSession(session: Owned): Promise<StoredSession | undefined>;
  /** Returns what `checkCode` opens; undefined if there is no such session. */
  findSealedCode(session: Owned): Promise<SealedCode | undefined>;
  /** Returns the session that the organization verified last. */
  findLatestVerifiedSession(organization_id: string): Promise<StoredSession | undefined>;
  /** Returns the stored creation times of sessions for this destination, oldest first (SES-4). */
  findSessionCreations(of: SessionCreationsOf): Promise<readonly string[]>;
}

export interface SessionWrites {
  /** Stores the session. Also removes the codes and destinations of a few sessions of the organization that are over. */
  createSession(created: NewSession): Promise<void>;
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

const columns = 'organization_id, version, CAST(document AS text) AS document, card_reference';
const insertSession = {
  name: 'create_session',
  text: `
    INSERT INTO sessions (id, organization_id, version, document, code, destination, expires_at)
    VALUES ($1, $2, 1, $3, $4, $5, $6)`,
};
const forgetCodes = {
  name: 'forget_session_codes',
  text: `
    UPDATE sessions SET code = NULL, destination = NULL
    WHERE (organization_id, id) IN (
      SELECT organization_id, id FROM sessions WHERE organization_id = $1 AND expires_at < $2 AND code IS NOT NULL
      ORDER BY expires_at LIMIT 10)`,
};
const selectSession = {
  name: 'find_session',
  text: `SELECT ${columns} FROM sessions WHERE organization_id = $1 AND id = $2`,
};
const selectCode = {
  name: 'find_sealed_code',
  text: 'SELECT code, destination FROM sessions WHERE organization_id = $1 AND id = $2',
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
  const forget = prepare(forgetCodes);
  const findCode = prepare<SealedCode>(selectCode);
  const find = prepare<SessionRow>(selectSession);
  const findLatest = prepare<SessionRow>(selectLatest);
  const change = prepare<SessionRow>(updateSession);
  return {
    reads: {
      async findSession({ organization_id, id }) {
        return toStored(await find(organization_id, id));
      },
      async findSealedCode({ organization_id, id }) {
        const [row] = await findCode(organization_id, id);
        return row && { ...row };
      },
      async findLatestVerifiedSession(organization_id) {
        return toStored(await findLatest(organization_id));
      },
    },
    writes: {
      async createSession({ organization_id, session, destination, code }) {
        const { id, created, expires_at } = session;
        await insert(id, organization_id, JSON.stringify(session), code, destination, expires_at);
        await forget(organization_id, created);
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
