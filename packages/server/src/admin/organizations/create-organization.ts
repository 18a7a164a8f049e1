import { limits, type KeyMode, type Scope } from '@booking-service/contract';
import { createApiKey } from './create-api-key.ts';
import { newSigningSecret, randomId } from '@booking-service/kernel/ids';
import type { Store } from '../../store/store.ts';

export interface OrganizationSettings {
  readonly name: string;
  readonly webhook_url: string | null;
  /** Requests per window. Default: limits.default_limit (LIM-4). */
  readonly rate_limit?: number | undefined;
  /** Confirmed test bookings. Default: limits.default_test_allowance (LIM-5). */
  readonly test_allowance?: number | undefined;
}

export interface NewOrganization extends OrganizationSettings {
  /** The scopes of both keys. Default: all. */
  readonly scopes?: readonly Scope[];
}

/** A new organization. Its keys are shown once, because the store keeps only their digests (AUT-7). */
export interface CreatedOrganization {
  readonly organization_id: string;
  readonly keys: Readonly<Record<KeyMode, string>>;
  readonly signing_secret: string;
}

/** Creates an organization with a test key and a live key. */
export async function createOrganization(
  store: Pick<Store, 'createOrganization' | 'createApiKey'>,
  { scopes, ...settings }: NewOrganization,
  now: Date,
): Promise<CreatedOrganization> {
  const created = await createBareOrganization(store, settings, now);
  const { organization_id } = created;
  const options = { organization_id, ...(scopes && { scopes }) };
  const test = await createApiKey(store, { ...options, mode: 'test' }, now);
  const live = await createApiKey(store, { ...options, mode: 'live' }, now);
  return { ...created, keys: { test: test.key, live: live.key } };
}

/** Creates an organization without keys. */
export async function createBareOrganization(
  store: Pick<Store, 'createOrganization'>,
  {
    name,
    webhook_url,
    rate_limit = limits.default_limit,
    test_allowance = limits.default_test_allowance,
  }: OrganizationSettings,
  now: Date,
): Promise<Omit<CreatedOrganization, 'keys'>> {
  const id = randomId('org');
  const created = now.toISOString();
  const signing_secret = newSigningSecret();
  await store.createOrganization({ id, name, created, webhook_url, signing_secret, rate_limit, test_allowance });
  return { organization_id: id, signing_secret };
}
