import { hash, randomUUID } from 'node:crypto';

/** Makes a new identifier: the prefix, an underscore and 32 lowercase hex digits. */
export type NewId = (prefix: 'bkg' | 'evt' | 'dlv' | 'req' | 'org' | 'key' | 'lease' | 'ses') => string;

/** Identifiers from the operating system's randomness (122 bits). */
export const randomId: NewId = (prefix) => `${prefix}_${randomUUID().replaceAll('-', '')}`;

/**
 * The id of the booking made under an idempotency key: the same for every create under it. Creates that race, or that are
 * repeated after a crash, so name one booking to the card service, and have its effect there once (IDM-1).
 */
export function bookingIdUnder(key: { organization_id: string; livemode: boolean; idempotency_key: string }): string {
  const parts = JSON.stringify([key.organization_id, key.livemode, key.idempotency_key]);
  return `bkg_${hash('sha256', parts, 'hex').slice(0, 32)}`;
}
