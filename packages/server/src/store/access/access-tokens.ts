/** The part of the port that stores the access tokens of the admin contract's callers. */
import type { AdminRole } from '@booking-service/contract/admin';
import { afterEvery, type NewestPage, type Part, type PrepareShared } from '@booking-service/kernel/store';

/** An access token, without the token itself and its digest. */
export interface AccessToken {
  readonly id: string;
  /** The organization of a member; null for a role of all organizations. */
  readonly organization_id: string | null;
  readonly role: AdminRole;
  readonly name: string;
  readonly created: string;
  /** To the minute; null before the first use. */
  readonly last_used_at: string | null;
  /** The time from which it is refused; null if it does not expire. */
  readonly expires_at: string | null;
  /** The time of its revocation; null while it is valid. */
  readonly revoked_at: string | null;
}

export interface NewAccessToken extends Omit<AccessToken, 'last_used_at' | 'revoked_at'> {
  /** The SHA-256 of the token, in hex. The store keeps and compares only this. */
  readonly digest: string;
}

export interface AccessTokenReads {
  /** Finds a token, also one that is revoked or expired. */
  findAccessToken(digest: string): Promise<AccessToken | undefined>;
  findAccessTokenById(id: string): Promise<AccessToken | undefined>;
  /** Returns a page of all tokens. */
  listAccessTokens(page: NewestPage): Promise<AccessToken[]>;
}

export interface AccessTokenWrites {
  createAccessToken(token: NewAccessToken): Promise<void>;
  /** Sets the time of the last use. */
  markAccessTokenUsed(id: string, now: Date): Promise<void>;
  /** Revokes a token permanently and returns it; undefined if it does not exist. A second revocation keeps the time of the first. */
  revokeAccessToken(id: string, now: Date): Promise<AccessToken | undefined>;
}

const columns = 'id, organization_id, role, name, created, last_used_at, expires_at, revoked_at';
const insertToken = {
  name: 'create_access_token',
  text: `
    INSERT INTO access_tokens (id, organization_id, digest, role, name, created, expires_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7)`,
};
const selectToken = { name: 'find_access_token', text: `SELECT ${columns} FROM access_tokens WHERE digest = $1` };
const selectTokenById = { name: 'find_access_token_by_id', text: `SELECT ${columns} FROM access_tokens WHERE id = $1` };
const selectTokens = {
  name: 'list_access_tokens',
  text: `SELECT ${columns} FROM access_tokens WHERE id < $1 ORDER BY id DESC LIMIT $2`,
};
const updateUsed = { name: 'mark_access_token_used', text: 'UPDATE access_tokens SET last_used_at = $2 WHERE id = $1' };
const updateRevoked = {
  name: 'revoke_access_token',
  text: `UPDATE access_tokens SET revoked_at = coalesce(revoked_at, $2) WHERE id = $1 RETURNING ${columns}`,
};

/** The access tokens on either engine. */
export function accessTokens(prepare: PrepareShared): Part<AccessTokenReads, AccessTokenWrites> {
  const insert = prepare(insertToken);
  const find = prepare<AccessToken>(selectToken);
  const findById = prepare<AccessToken>(selectTokenById);
  const list = prepare<AccessToken>(selectTokens);
  const mark = prepare(updateUsed);
  const revoke = prepare<AccessToken>(updateRevoked);
  return {
    reads: {
      async findAccessToken(digest) {
        const [token] = await find(digest);
        return token && { ...token };
      },
      async findAccessTokenById(id) {
        const [token] = await findById(id);
        return token && { ...token };
      },
      async listAccessTokens({ before = afterEvery('tok'), limit }) {
        return (await list(before, limit)).map((token) => ({ ...token }));
      },
    },
    writes: {
      async createAccessToken({ id, organization_id, digest, role, name, created, expires_at }) {
        await insert(id, organization_id, digest, role, name, created, expires_at);
      },
      async markAccessTokenUsed(id, now) {
        await mark(id, now.toISOString());
      },
      async revokeAccessToken(id, now) {
        const [token] = await revoke(id, now.toISOString());
        return token && { ...token };
      },
    },
  };
}
