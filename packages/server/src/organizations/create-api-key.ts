import { access, type KeyMode, type Scope } from '@booking-service/contract';
import { apiKeyDigest, newApiKey } from '../domain/api-key.ts';
import { randomId } from '../domain/ids.ts';
import type { Organizations } from '../store/store.ts';

/** Every scope there is (AUT-8). */
// The contract's scopes are an object with these keys.
export const allScopes = Object.keys(access.scopes) as readonly Scope[];

export interface NewApiKeyOf {
  readonly organization_id: string;
  readonly mode: KeyMode;
  /** What the key may do; default: everything. */
  readonly scopes?: readonly Scope[];
}

/** A key as it is shown once: only its digest is kept (AUT-7). */
export interface CreatedApiKey extends Required<NewApiKeyOf> {
  readonly id: string;
  readonly key: string;
}

/** Makes an API key of an organization that there is. */
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
