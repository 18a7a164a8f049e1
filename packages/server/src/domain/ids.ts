import { hash, randomUUIDv7 } from 'node:crypto';

/** Returns a new id: the prefix, an underscore and 32 lowercase hex digits. */
export type NewId = (prefix: 'bkg' | 'evt' | 'dlv' | 'req' | 'org' | 'key' | 'lease' | 'ses') => string;

/**
 * Ids from version 7 UUIDs (RFC 9562): they begin with the time and end with 74 random bits of the operating system. Time-ordered ids
 * keep rows created together on the same index pages: 1.5 times as many creates per second (docs/decisions/011-sqlite-worker.md).
 */
export const randomId: NewId = (prefix) => `${prefix}_${randomUUIDv7().replaceAll('-', '')}`;

/**
 * Returns the id of the booking made under an idempotency key. It is the same for every create under the key, so that concurrent
 * creates, and a create repeated after a crash, name the same booking to the card service and take effect there once (IDM-1).
 */
export function bookingIdUnder(key: { organization_id: string; livemode: boolean; idempotency_key: string }): string {
  const parts = JSON.stringify([key.organization_id, key.livemode, key.idempotency_key]);
  return `bkg_${hash('sha256', parts, 'hex').slice(0, 32)}`;
}
