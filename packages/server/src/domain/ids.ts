import { hash, randomInt, randomUUIDv7, randomBytes } from 'node:crypto';
import { access, sandbox, type KeyMode } from '@booking-service/contract';

type Prefix = 'bkg' | 'evt' | 'dlv' | 'req' | 'org' | 'key' | 'lease' | 'ses' | 'tok' | 'aud' | 'das' | 'rcv';

/** Returns a new id: the prefix, an underscore and 32 lowercase hex digits. It begins with the time `at`. Default: now. */
export type NewId = (prefix: Prefix, at?: Date) => string;

/**
 * Ids begin with the time and end with 48 random bits of the operating system, as version 7 UUIDs do (RFC 9562). Between them is a
 * counter of this process, so that the ids of one instant rise, and those without `at` also if the clock is set back: events
 * and deliveries are ordered by id. Time-ordered ids keep rows created together on the same index pages: 1.5 times as many creates
 * per second (docs/decisions/010-embedded-store.md).
 */
export const randomId: NewId = (prefix, at) => {
  const digits = randomUUIDv7().replaceAll('-', '');
  newest_ms = Math.max(newest_ms, Number.parseInt(digits.slice(0, timeDigits), 16));
  count = (count + 1) % 16 ** countDigits;
  const ms = at?.getTime() ?? newest_ms;
  return `${prefix}_${toHex(ms, timeDigits)}${toHex(count, countDigits)}${digits.slice(timeDigits + countDigits)}`;
};

/** Returns the start of all ids of this time: it is less than each of them, and greater than every id of an earlier time. */
export function idStart(prefix: Prefix, at: Date): string {
  return `${prefix}_${toHex(at.getTime(), timeDigits)}`;
}

const timeDigits = 12;
const countDigits = 8;
/** The time of the newest id without `at`, and the counter. It starts anywhere in the first half of its range. */
let newest_ms = 0;
let count = randomInt(16 ** countDigits / 2);

function toHex(number: number, digits: number): string {
  return number.toString(16).padStart(digits, '0');
}

/**
 * Returns the id of the booking made under an idempotency key. It is the same for every create under the key, so that concurrent
 * creates, and a create repeated after a crash, name the same booking to the card service and take effect there once (IDM-1).
 */
export function bookingIdUnder(key: { organization_id: string; livemode: boolean; idempotency_key: string }): string {
  const parts = JSON.stringify([key.organization_id, key.livemode, key.idempotency_key]);
  return `bkg_${hash('sha256', parts, 'hex').slice(0, 32)}`;
}

/** Returns six characters that stand for a name in a cursor. They depend on the name only. */
export function tagOf(name: string): string {
  return hash('sha256', name, 'base64url').slice(0, tagLength);
}

export const tagLength = 6;

const publicPrefixes = Object.values(access.key_modes).map(({ prefix }) => prefix + sandbox.public_key_prefix);

/** Returns a new API key in clear text. It is shown once and never stored (AUT-7). */
export function newApiKey(mode: KeyMode): string {
  const key = access.key_modes[mode].prefix + randomBytes(24).toString('base64url');
  return isPublicKey(key) ? newApiKey(mode) : key;
}

/** Returns the public key of a sandbox organization. Only a sandbox accepts it. */
export function publicKey(mode: KeyMode, name: string): string {
  return access.key_modes[mode].prefix + sandbox.public_key_prefix + name;
}

/** Returns whether the key has the form of a public sandbox key. */
export function isPublicKey(key: string): boolean {
  return publicPrefixes.some((prefix) => key.startsWith(prefix));
}

/** Returns the digests of all public keys. */
export function publicKeyDigests(): string[] {
  // The contract's modes are an object with these keys.
  const keyModes = Object.keys(access.key_modes) as KeyMode[];
  return sandbox.organizations.flatMap(({ name }) => keyModes.map((mode) => apiKeyDigest(publicKey(mode, name))));
}

/** Returns the SHA-256 of an API key, in hex. The store keeps and compares only this. */
export function apiKeyDigest(key: string): string {
  return hash('sha256', key, 'hex');
}

/** Returns a new webhook signing secret (ORG-2). */
export function newSigningSecret(): string {
  return `whsec_${randomBytes(32).toString('base64url')}`;
}
