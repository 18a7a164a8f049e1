import { access, type KeyMode, type Scope } from '@booking-service/contract';
import { cellOf, newNumberedId } from '@booking-service/kernel/contract';
import { fieldsOfKey } from '@booking-service/kernel/store';
import { newApiKey } from '../../domain/ids.ts';
import type { NewApiKey, Store } from '../../store/store.ts';
import { findCellNumber } from './cell-number.ts';

/** Every scope of the contract (AUT-8). */
// The contract's scopes are an object with these keys.
export const allScopes = Object.keys(access.scopes) as readonly Scope[];

export interface NewApiKeyOf {
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
export interface CreatedApiKey extends Required<Omit<NewApiKeyOf, 'cell'>> {
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
export function defaultKeyName(mode: KeyMode): string {
  return { test: 'Test key', live: 'Live key' }[mode];
}
