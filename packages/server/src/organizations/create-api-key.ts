import { access, type KeyMode, type Scope } from '@booking-service/contract';
import { apiKeyDigest, newApiKey } from '../domain/api-key.ts';
import { randomId } from '../domain/ids.ts';
import type { Organizations } from '../store/store.ts';

/** Every scope of the contract (AUT-8). */
// The contract's scopes are an object with these keys.
export const allScopes = Object.keys(access.scopes) as readonly Scope[];

export interface NewApiKeyOf {
  readonly organization_id: string;
  readonly mode: KeyMode;
  /** The scopes of the key. Default: all. */
  readonly scopes?: readonly Scope[];
}

/** A new key. It is shown once, because the store keeps only its digest (AUT-7). */
export interface CreatedApiKey extends Required<NewApiKeyOf> {
  readonly id: string;
  readonly key: string;
}

/** Creates an API key for an existing organization. */
export async function createApiKey(
  store: Pick<Organizations, 'createApiKey'>,
  { organization_id, mode, scopes = allScopes }: NewApiKeyOf,
  now: Date,
): Promise<CreatedApiKey> {
  const [id, key] = [randomId('key'), newApiKey(mode)];
  const created = now.toISOString();
  await store.createApiKey({ id, organization_id, digest: apiKeyDigest(key), mode, scopes, created });
  return { id, organization_id, mode, scopes, key };
}
