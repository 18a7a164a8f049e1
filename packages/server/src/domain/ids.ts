import { hash, randomUUIDv7 } from 'node:crypto';

/** Makes a new identifier: the prefix, an underscore and 32 lowercase hex digits. */
export type NewId = (prefix: 'bkg' | 'evt' | 'dlv' | 'req' | 'org' | 'key' | 'lease' | 'ses') => string;

/**
 * Identifiers that begin with the time, as UUIDs of version 7 do (RFC 9562), and end with 74 bits of the operating system's
 * randomness. Rows that are made together so lie together in the database's indexes: half as many
 * creates again per second (docs/decisions/011-sqlite-worker.md).
 */
export const randomId: NewId = (prefix) => `${prefix}_${randomUUIDv7().replaceAll('-', '')}`;

/**
 * The id of the booking made under an idempotency key: the same for every create under it. Creates that race, or that are
 * repeated after a crash, so name one booking to the card service, and have its effect there once (IDM-1).
 */
export function bookingIdUnder(key: { organization_id: string; livemode: boolean; idempotency_key: string }): string {
  const parts = JSON.stringify([key.organization_id, key.livemode, key.idempotency_key]);
  return `bkg_${hash('sha256', parts, 'hex').slice(0, 32)}`;
}
