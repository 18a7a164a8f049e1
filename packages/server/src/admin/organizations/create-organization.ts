import { cellOf, newNumberedId, newSigningSecret } from '@booking-service/kernel/contract';
import { access, type KeyMode, limits, type Scope } from '@booking-service/contract';
import { type Creations, fieldsOfKey, type NewOrganization as StoredOrganization } from '@booking-service/kernel/store';
import type { AdminStore } from '../../store/admin-store.ts';
import { newApiKey } from '../../domain/contract.ts';
import type { NewApiKey, Store } from '../../store/store.ts';

/**
 * Returns the number of a new key, token or link of the organization: that of the cell that has it now. Without one, the organization is from the
 * time when the service had one database, and so are its new names.
 */
export async function findCellNumber(
  store: Pick<AdminStore, 'numberOf'>,
  organization_id: string | null,
): Promise<number | undefined> {
  const number = cellOf(organization_id ?? '');
  return organization_id === null || number === undefined
    ? number
    : ((await store.numberOf?.(organization_id)) ?? number);
}

/** Every scope of the contract (AUT-8). */
// The contract's scopes are an object with these keys.
export const allScopes = Object.keys(access.scopes) as readonly Scope[];

interface NewApiKeyOf {
  readonly organization_id: string;
  readonly mode: KeyMode;
  /** The name of the key, for people. Default: "Test key" or "Live key". */
  readonly name?: string;
  /** The scopes of the key. Default: all. */
  readonly scopes?: readonly Scope[];
  /** The number of the cell that has the organization. Default: that of its id. */
  readonly cell?: number | undefined;
}

/** A new key. It is shown once, because the store keeps only its digest (AUT-7). */
interface CreatedApiKey extends Required<Omit<NewApiKeyOf, 'cell'>> {
  readonly id: string;
  readonly key: string;
}

/** Draws an API key, and returns it together with what the store keeps of it. */
export function drawApiKey(
  {
    organization_id,
    mode,
    name = defaultKeyName(mode),
    scopes = allScopes,
    cell = cellOf(organization_id),
  }: NewApiKeyOf,
  now: Date,
): { key: string; stored: NewApiKey } {
  const [id, key] = [newNumberedId('key', cell), newApiKey(mode, cell)];
  const shown = { id, organization_id, name, mode, scopes, created: now.toISOString() };
  return { key, stored: { ...shown, ...fieldsOfKey(key) } };
}

/** Creates an API key for an existing organization. */
export async function createApiKey(
  store: Pick<Store, 'createApiKey' | 'numberOf'>,
  options: NewApiKeyOf,
  now: Date,
): Promise<CreatedApiKey> {
  const { key, stored } = drawApiKey({ ...options, cell: await findCellNumber(store, options.organization_id) }, now);
  await store.createApiKey(stored);
  const { id, organization_id, name, mode, scopes } = stored;
  return { id, organization_id, name, mode, scopes, key };
}

/** Returns the name of a key that was created without one. */
function defaultKeyName(mode: KeyMode): string {
  return { test: 'Test key', live: 'Live key' }[mode];
}

interface OrganizationSettings {
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
