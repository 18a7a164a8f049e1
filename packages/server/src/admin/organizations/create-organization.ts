import { limits, type KeyMode, type Scope } from '@booking-service/contract';
import { drawApiKey } from './create-api-key.ts';
import { newNumberedId, newSigningSecret } from '@booking-service/kernel/contract';
import type { Creations, NewOrganization as StoredOrganization } from '@booking-service/kernel/store';
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

/** Creates an organization with a test key and a live key. In a store of several cells it gets the one with the most room. */
export async function createOrganization(
  store: Pick<Creations, 'createOrganization'> & Pick<Store, 'chooseCell'>,
  { scopes, ...settings }: NewOrganization,
  now: Date,
): Promise<CreatedOrganization> {
  const organization = drawOrganization(settings, { now, cell: await store.chooseCell?.() });
  const { id: organization_id, signing_secret } = organization;
  const options = { organization_id, ...(scopes && { scopes }) };
  const [test, live] = [
    drawApiKey({ ...options, mode: 'test' }, now),
    drawApiKey({ ...options, mode: 'live' }, now),
  ] as const;
  await store.createOrganization(organization, [test.stored, live.stored]);
  return { organization_id, signing_secret, keys: { test: test.key, live: live.key } };
}

/** Draws the id, with the number of its cell, and the signing secret of an organization, and returns what the store takes. */
export function drawOrganization(
  {
    name,
    webhook_url,
    rate_limit = limits.default_limit,
    test_allowance = limits.default_test_allowance,
  }: OrganizationSettings,
  { now, cell }: { readonly now: Date; readonly cell: number | undefined },
): StoredOrganization {
  const [id, created, signing_secret] = [newNumberedId('org', cell), now.toISOString(), newSigningSecret()];
  return { id, name, created, webhook_url, signing_secret, rate_limit, test_allowance };
}
