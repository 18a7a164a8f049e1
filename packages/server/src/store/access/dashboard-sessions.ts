/**
 * The part of the port that stores the access of people to the dashboard. A row begins as a sign-in link, or as the
 * session of a person whom an issuer signed in. The statement that uses a link makes its row a session, so a link works once, whatever
 * happens at the same time. The store has digests of tokens only.
 */
import type { DashboardRole } from '@booking-service/contract/admin';
import { afterEvery, type NewestPage, type Part, type PrepareShared } from '@booking-service/kernel/store';

/** A sign-in link or a session, without its token and its digest. */
export interface DashboardSession {
  readonly id: string;
  /** Null for support and operators. */
  readonly organization_id: string | null;
  /** That of the member at present, if it is the session of one. */
  readonly role: DashboardRole;
  /** The name of the person; null without one. */
  readonly name: string | null;
  readonly created: string;
  /** The time at which the link was used; null for a link. */
  readonly signed_in_at: string | null;
  /** To the minute; null for a link. */
  readonly last_used_at: string | null;
  /** The time from which the link or the session is refused. A session that is not used ends earlier. */
  readonly expires_at: string;
}

/** The person who has a session. */
export interface Holder {
  /** The membership or the account at an issuer; the session itself, if a link without a member made it. */
  readonly person: string;
}

export interface NewDashboardSession extends DashboardSession {
  /** The SHA-256 of the token of the link or the session, in hex. */
  readonly digest: string;
  /** The member who gets the link. Default: the link is for another person. */
  readonly member_id?: string | undefined;
  /** The digest of the account at an issuer. Default: no issuer signed the person in. */
  readonly account_digest?: string | undefined;
  /** The digest of the sign-in at an issuer, which starts one session. Default: no issuer signed the person in. */
  readonly flow_digest?: string | undefined;
}

/** The use of a link. */
export interface DashboardSignIn {
  /** The digest of the link's token. */
  readonly link_digest: string;
  /** The digest of the session's token, which replaces it. */
  readonly digest: string;
  readonly now: Date;
  /** The end of the session. */
  readonly expires_at: Date;
}

/** The maximum of sessions of one person in a list. */
export const maxOwnSessions = 100;

/** One step of the removal of links and sessions that have ended. */
export interface DashboardRemoval {
  readonly now: Date;
  /** Sessions whose last use is not after this time are removed, too. */
  readonly idle_since: Date;
  /** The maximum of rows of the step. */
  readonly limit: number;
}

export interface DashboardSessionReads {
  /** Finds a link that is not used, also one that is expired. */
  findDashboardLink(digest: string): Promise<DashboardSession | undefined>;
  /** Finds a session, also one that is expired. */
  findDashboardSession(digest: string): Promise<(DashboardSession & Holder) | undefined>;
  /** Finds a link or a session. */
  findDashboardSessionById(id: string): Promise<DashboardSession | undefined>;
  /** Returns the newest sessions of the person who has this one, itself among them: at most maxOwnSessions. */
  listOwnSessions(id: string): Promise<DashboardSession[]>;
  /** Returns a page of the links and sessions of this organization, or of all. */
  listDashboardSessions(
    page: NewestPage & { readonly organization_id?: string | undefined },
  ): Promise<DashboardSession[]>;
}

export interface DashboardSessionWrites {
  /**
   * Stores a sign-in link, or the session of a person who signed in without one. Returns false, and stores nothing, if there is a session of
   * the same sign-in at an issuer.
   */
  createDashboardSession(session: NewDashboardSession): Promise<boolean>;
  /** Makes a link a session and returns it; undefined if the link does not exist, is used or is expired. */
  useDashboardLink(signIn: DashboardSignIn): Promise<DashboardSession | undefined>;
  /** Sets the time of the last use of a session. */
  markDashboardSessionUsed(id: string, now: Date): Promise<void>;
  /** Removes a link or a session and returns it; undefined if it does not exist. */
  revokeDashboardSession(id: string): Promise<DashboardSession | undefined>;
  /** Removes some links and sessions that have ended. Returns their number. */
  removeDashboardSessions(removal: DashboardRemoval): Promise<number>;
}

const columns = `
  id, organization_id, coalesce((SELECT m.role FROM members m WHERE m.id = member_id), role) AS role, name, created, signed_in_at, last_used_at,
  expires_at`;
const insertSession = {
  name: 'create_dashboard_session',
  text: `
    INSERT INTO dashboard_sessions (
      id, organization_id, digest, role, name, created, signed_in_at, last_used_at, expires_at, member_id,
      account_digest, flow_digest)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
    ON CONFLICT (flow_digest) DO NOTHING RETURNING id`,
};
const selectLink = {
  name: 'find_dashboard_link',
  text: `SELECT ${columns} FROM dashboard_sessions WHERE digest = $1 AND signed_in_at IS NULL`,
};
const updateToSession = {
  name: 'use_dashboard_link',
  text: `
    UPDATE dashboard_sessions SET digest = $2, signed_in_at = $3, last_used_at = $3, expires_at = $4
    WHERE digest = $1 AND signed_in_at IS NULL AND expires_at > $5 RETURNING ${columns}`,
};
const updateMember = {
  name: 'mark_member_signed_in',
  text: 'UPDATE members SET signed_in_at = $2 WHERE id = (SELECT s.member_id FROM dashboard_sessions s WHERE s.id = $1)',
};
const selectSession = {
  name: 'find_dashboard_session',
  text: `
    SELECT ${columns}, coalesce(member_id, account_digest, id) AS person FROM dashboard_sessions
    WHERE digest = $1 AND signed_in_at IS NOT NULL`,
};
const selectById = {
  name: 'find_dashboard_session_by_id',
  text: `SELECT ${columns} FROM dashboard_sessions WHERE id = $1`,
};
// The membership or the account at an issuer identifies a person. A link of an operator has neither.
const selectOwn = {
  name: 'list_own_dashboard_sessions',
  text: `
    SELECT ${columns} FROM dashboard_sessions
    WHERE signed_in_at IS NOT NULL AND (id = $1 OR coalesce(member_id, account_digest) = (
      SELECT coalesce(own.member_id, own.account_digest) FROM dashboard_sessions own WHERE own.id = $1))
    ORDER BY id DESC LIMIT $2`,
};
const selectAll = {
  name: 'list_dashboard_sessions',
  text: `SELECT ${columns} FROM dashboard_sessions WHERE id < $1 ORDER BY id DESC LIMIT $2`,
};
const selectOfOrganization = {
  name: 'list_dashboard_sessions_of_organization',
  text: `
    SELECT ${columns} FROM dashboard_sessions WHERE organization_id = $3 AND id < $1 ORDER BY id DESC LIMIT $2`,
};
const updateUsed = {
  name: 'mark_dashboard_session_used',
  text: 'UPDATE dashboard_sessions SET last_used_at = $2 WHERE id = $1 AND signed_in_at IS NOT NULL',
};
const deleteOne = {
  name: 'revoke_dashboard_session',
  text: `DELETE FROM dashboard_sessions WHERE id = $1 RETURNING ${columns}`,
};
const deleteEnded = {
  name: 'remove_dashboard_sessions',
  text: `
    DELETE FROM dashboard_sessions
    WHERE id IN (SELECT id FROM dashboard_sessions WHERE expires_at <= $1 OR last_used_at <= $2 LIMIT $3) RETURNING id`,
};

/** Returns the method that stores a link or a session. */
export function sessionInsert(prepare: PrepareShared): DashboardSessionWrites['createDashboardSession'] {
  const insert = prepare(insertSession);
  return async ({ digest, member_id = null, account_digest = null, flow_digest = null, ...session }) => {
    const { id, organization_id, role, name, created, signed_in_at, last_used_at, expires_at } = session;
    const times = [created, signed_in_at, last_used_at, expires_at] as const;
    const stored = await insert(
      id,
      organization_id,
      digest,
      role,
      name,
      ...times,
      member_id,
      account_digest,
      flow_digest,
    );
    return stored.length === 1;
  };
}

/** The sessions of the dashboard on either engine. */
export function dashboardSessions(prepare: PrepareShared): Part<DashboardSessionReads, DashboardSessionWrites> {
  const findLink = prepare<DashboardSession>(selectLink);
  const use = prepare<DashboardSession>(updateToSession);
  const markMember = prepare(updateMember);
  const find = prepare<DashboardSession & Holder>(selectSession);
  const findById = prepare<DashboardSession>(selectById);
  const listOwn = prepare<DashboardSession>(selectOwn);
  const list = prepare<DashboardSession>(selectAll);
  const listOf = prepare<DashboardSession>(selectOfOrganization);
  const mark = prepare(updateUsed);
  const revoke = prepare<DashboardSession>(deleteOne);
  const remove = prepare(deleteEnded);
  const first = async <Row extends DashboardSession>(rows: Promise<Row[]>) => {
    const [row] = await rows;
    return row && { ...row };
  };
  return {
    reads: {
      findDashboardLink: (digest) => first(findLink(digest)),
      findDashboardSession: (digest) => first(find(digest)),
      findDashboardSessionById: (id) => first(findById(id)),
      async listOwnSessions(id) {
        return (await listOwn(id, maxOwnSessions)).map((row) => ({ ...row }));
      },
      async listDashboardSessions({ organization_id, before = afterEvery('das'), limit }) {
        const rows = await (organization_id === undefined
          ? list(before, limit)
          : listOf(before, limit, organization_id));
        return rows.map((row) => ({ ...row }));
      },
    },
    writes: {
      createDashboardSession: sessionInsert(prepare),
      async useDashboardLink({ link_digest, digest, now, expires_at }) {
        // PostgreSQL gives each parameter one type: the domain of the columns, or text where it is compared.
        const time = now.toISOString();
        const session = await first(use(link_digest, digest, time, expires_at.toISOString(), time));
        if (session) await markMember(session.id, time);
        return session;
      },
      async markDashboardSessionUsed(id, now) {
        await mark(id, now.toISOString());
      },
      revokeDashboardSession: (id) => first(revoke(id)),
      async removeDashboardSessions({ now, idle_since, limit }) {
        return (await remove(now.toISOString(), idle_since.toISOString(), limit)).length;
      },
    },
  };
}
