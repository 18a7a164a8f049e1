import { access, limits, type KeyMode, type Scope } from '@booking-service/contract';
import { apiKeyDigest, newApiKey, newSigningSecret } from './domain/api-key.ts';
import { randomId } from './ids.ts';
import type { Store } from './store/store.ts';

export interface NewOrganization {
  readonly name: string;
  readonly webhook_url: string | null;
  /** Calls a window; default from the contract (LIM-4). */
  readonly rate_limit?: number;
  /** Confirmed test bookings; default from the contract (LIM-5). */
  readonly test_allowance?: number;
  /** What both keys may do; default: everything. */
  readonly scopes?: readonly Scope[];
}

/** What is shown once: the keys are kept as digests only (AUT-7). */
export interface CreatedOrganization {
  readonly organization_id: string;
  readonly keys: Readonly<Record<KeyMode, string>>;
  readonly signing_secret: string;
}

// The contract's scopes are an object with these keys.
const allScopes = Object.keys(access.scopes) as Scope[];

/** Makes an organization with a test key and a live key. */
export async function createOrganization(
  store: Store,
  {
    name,
    webhook_url,
    rate_limit = limits.default_limit,
    test_allowance = limits.default_test_allowance,
    scopes = allScopes,
  }: NewOrganization,
  now: Date,
): Promise<CreatedOrganization> {
  const id = randomId('org');
  const created = now.toISOString();
  const signing_secret = newSigningSecret();
  const keys = { test: newApiKey('test'), live: newApiKey('live') };
  await store.createOrganization({ id, name, created, webhook_url, signing_secret, rate_limit, test_allowance });
  for (const mode of ['test', 'live'] as const) {
    const digest = apiKeyDigest(keys[mode]);
    await store.createApiKey({ id: randomId('key'), organization_id: id, digest, mode, scopes, created });
  }
  return { organization_id: id, keys, signing_secret };
}
