import { limits, type KeyMode, type Scope } from '@booking-service/contract';
import { drawApiKey } from './create-api-key.ts';
import { newSigningSecret, randomId } from '@booking-service/kernel/ids';
import type {
  Creations,
  NewOrganization as StoredOrganization,
} from '@booking-service/kernel/store/organizations/creations';

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
  store: Pick<Creations, 'createOrganization'>,
  { scopes, ...settings }: NewOrganization,
  now: Date,
): Promise<CreatedOrganization> {
  const organization = drawOrganization(settings, now);
  const { id: organization_id, signing_secret } = organization;
  const options = { organization_id, ...(scopes && { scopes }) };
  const [test, live] = [
    drawApiKey({ ...options, mode: 'test' }, now),
    drawApiKey({ ...options, mode: 'live' }, now),
  ] as const;
  await store.createOrganization(organization, [test.stored, live.stored]);
  return { organization_id, signing_secret, keys: { test: test.key, live: live.key } };
}

/** Draws the id and the signing secret of an organization, and returns what the store takes. */
export function drawOrganization(
  {
    name,
    webhook_url,
    rate_limit = limits.default_limit,
    test_allowance = limits.default_test_allowance,
  }: OrganizationSettings,
  now: Date,
): StoredOrganization {
  const [id, created, signing_secret] = [randomId('org'), now.toISOString(), newSigningSecret()];
  return { id, name, created, webhook_url, signing_secret, rate_limit, test_allowance };
}
