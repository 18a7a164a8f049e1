/** The part of the port that finds the callers of requests, and counts their calls. */
import type { KeyMode, Scope } from '../../contract.ts';
import type { NewestPage, Organization } from '../organizations/organizations.ts';
import { apiKeyDigest } from '../../ids.ts';
import { afterEvery, type Owned, type Part, type PrepareShared } from '../shared-statement.ts';

/** The organization and the key of a request, with the fields that the refusals of AUT-11 need. */
export interface Caller {
  readonly organization: Pick<Organization, 'id' | 'suspended' | 'rate_limit' | 'test_allowance' | 'test_confirmed'>;
  readonly key: { readonly id: string; readonly mode: KeyMode; readonly scopes: readonly Scope[] };
}

/** A use of a key. */
interface KeyUse {
  readonly id: string;
  readonly at: string;
}

/** The used part of an organization's rate limit. */
export interface Usage {
  readonly rate_limit: number;
  /** The metered requests in the window, at most `rate_limit`. */
  readonly calls: number;
}

export interface CallerReads {
  /** Finds the owner of a key; undefined for an unknown or revoked key. */
  authenticate(digest: string): Promise<Caller | undefined>;
}

export interface CallerWrites {
  /** Stores when keys were last used, at most once in a minute for each key (KeyUses). */
  recordKeyUses(uses: readonly KeyUse[]): Promise<void>;
}

/** A call to count. */
export interface CountedCall {
  /** The name of the window. Each name has counts of its own. Default: `requests`, the window of the rate limit. */
  readonly window?: string | undefined;
  readonly window_start: string;
  /** The units that the call costs. Default: 1. */
  readonly cost?: number | undefined;
}

/** The counts of rate windows, which the embedded engine keeps in memory. */
export interface RateCounts {
  /**
   * Finds the owner of a key and counts a call in the organization's window that begins at `window_start` (LIM-1). The limit of the
   * window is the organization's rate limit times `units_per_request`, by default 1. `calls` are the units with this call. Once the
   * window is full, they stay at the limit and the cost, and nothing is written.
   */
  admit(
    request: { readonly digest: string; readonly units_per_request?: number | undefined } & CountedCall,
  ): Promise<{ caller: Caller; calls: number; limit: number } | undefined>;
  /** Counts a call in a window of the organization with a limit of its own. Returns the units with this call, as `admit` does. */
  countCall(call: { readonly organization_id: string; readonly limit: number } & CountedCall): Promise<number>;
  /** Returns the usage, with the count of the rate window that begins at `window_start`. */
  readUsage(of: { readonly organization_id: string; readonly window_start: string }): Promise<Usage | undefined>;
}

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
  readonly last_used_at: string | null;
  /** The time of its revocation; null while the key is valid. */
  readonly revoked_at: string | null;
}

export interface NewApiKey extends Omit<ApiKey, 'last_used_at' | 'revoked_at'> {
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

const columns = 'id, organization_id, name, mode, scopes, last4, created, last_used_at, revoked_at';
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
    UPDATE api_keys SET revoked_at = coalesce(revoked_at, $3) WHERE organization_id = $1 AND id = $2 RETURNING ${columns}`,
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

// The part of the port that stores organizations and their API keys.

/** An organization with its first fields. */
export type NewOrganization = Omit<Organization, 'suspended' | 'test_confirmed'>;

export interface Creations {
  /** Stores the organization with its signing secret sealed, and its first API keys. Default: no keys. */
  createOrganization(organization: NewOrganization, keys?: readonly NewApiKey[]): Promise<void>;
  createApiKey(key: NewApiKey): Promise<void>;
}
