import type { KeyMode, Scope } from '../../contract.ts';
import { apiKeyDigest } from '../../ids.ts';
import type { NewestPage } from '../organizations/organizations.ts';
import { afterEvery, type Owned, type Part, type PrepareShared } from '../shared-statement.ts';

/** An API key, without the key itself and its digest. */
export interface ApiKey {
  readonly id: string;
  readonly organization_id: string;
  /** Empty if it was created without one. */
  readonly name: string;
  readonly mode: KeyMode;
  readonly scopes: readonly Scope[];
  /** The last four characters of the key; null for keys that are older than this field. */
  readonly last4: string | null;
  readonly created: string;
  /** To the minute; null before the first use. */
  readonly last_used: string | null;
  /** The time of its revocation; null while the key is valid. */
  readonly revoked: string | null;
}

export interface NewApiKey extends Omit<ApiKey, 'last_used' | 'revoked'> {
  /** The SHA-256 of the key, in hex. The store keeps and compares only this (AUT-7). */
  readonly digest: string;
}

/** Returns the fields of a new key that depend on the key itself. */
export function fieldsOfKey(key: string): Pick<NewApiKey, 'digest' | 'last4'> {
  return { digest: apiKeyDigest(key), last4: key.slice(-4) };
}

/** The part of the port that has the API keys of organizations. */
export interface ApiKeyReads {
  /** Returns a page of the keys of the organization, newest first. */
  listApiKeys(page: NewestPage & { readonly organization_id: string }): Promise<ApiKey[]>;
  /** Finds the key with this id, whatever its organization. Only the operator may use it. */
  findApiKey(id: string): Promise<ApiKey | undefined>;
}

export interface ApiKeyWrites {
  /** Renames a key and returns it; undefined if the organization has no such key. */
  renameApiKey(key: Owned, name: string): Promise<ApiKey | undefined>;
  /** Revokes a key permanently and returns it; undefined if the organization has no such key (AUT-7). */
  revokeApiKey(key: Owned, now: Date): Promise<ApiKey | undefined>;
}

const columns = 'id, organization_id, name, mode, scopes, last4, created, last_used, revoked';
const selectKeys = {
  name: 'list_api_keys',
  text: `SELECT ${columns} FROM api_keys WHERE organization_id = $3 AND id < $1 ORDER BY id DESC LIMIT $2`,
};
const selectKey = { name: 'find_api_key', text: `SELECT ${columns} FROM api_keys WHERE id = $1` };
const updateName = {
  name: 'rename_api_key',
  text: `UPDATE api_keys SET name = $3 WHERE organization_id = $1 AND id = $2 RETURNING ${columns}`,
};
// A second revocation keeps the time of the first.
const updateRevoked = {
  name: 'revoke_api_key',
  text: `
    UPDATE api_keys SET revoked = coalesce(revoked, $3) WHERE organization_id = $1 AND id = $2 RETURNING ${columns}`,
};

interface KeyRow extends Omit<ApiKey, 'scopes'> {
  /** PostgreSQL returns a list; SQLite returns the JSON text of one. */
  readonly scopes: readonly Scope[] | string;
}

/** The methods whose statements are the same on both engines. */
export function apiKeys(prepare: PrepareShared): Part<ApiKeyReads, ApiKeyWrites> {
  const list = prepare<KeyRow>(selectKeys);
  const find = prepare<KeyRow>(selectKey);
  const rename = prepare<KeyRow>(updateName);
  const revoke = prepare<KeyRow>(updateRevoked);
  return {
    reads: {
      async listApiKeys({ organization_id, before = afterEvery('key'), limit }) {
        return (await list(before, limit, organization_id)).map(toKey);
      },
      async findApiKey(id) {
        const [row] = await find(id);
        return row && toKey(row);
      },
    },
    writes: {
      async renameApiKey({ organization_id, id }, name) {
        const [row] = await rename(organization_id, id, name);
        return row && toKey(row);
      },
      async revokeApiKey({ organization_id, id }, now) {
        const [row] = await revoke(organization_id, id, now.toISOString());
        return row && toKey(row);
      },
    },
  };
}

function toKey({ scopes, ...row }: KeyRow): ApiKey {
  // The text was written from such a list.
  return { ...row, scopes: typeof scopes === 'string' ? (JSON.parse(scopes) as ApiKey['scopes']) : scopes };
}
