import { hash, randomBytes, randomInt, randomUUID } from 'node:crypto';
import type { Register } from './contract.ts';

/** The prefixes of the kernel's own ids: events, deliveries, requests, organizations, API keys, leases, access tokens … */
type KernelPrefix = 'evt' | 'dlv' | 'req' | 'org' | 'key' | 'lease' | 'tok' | 'aud' | 'das' | 'mem' | 'rcv';

/** The prefix of an id: one of the kernel, or of those that the service registers. */
export type Prefix = Register extends { idPrefix: infer Own extends string } ? KernelPrefix | Own : KernelPrefix;

/** Returns a new id: the prefix, an underscore and 32 lowercase hex digits. It begins with the time `at`. Default: now. */
export type NewId = (prefix: Prefix, at?: Date) => string;

/**
 * Ids begin with the time and end with 48 random bits of the operating system, as version 7 UUIDs do (RFC 9562). Between them is a
 * counter of this process, so that the ids of one instant rise, and those without `at` also if the clock is set back: events
 * and deliveries are ordered by id. Time-ordered ids keep rows created together on the same index pages: 1.5 times as many creates
 * per second (docs/decisions/010-embedded-store.md).
 */
export const randomId: NewId = (prefix, at) => {
  newest_ms = Math.max(newest_ms, Date.now());
  count = (count + 1) % 16 ** countDigits;
  return `${prefix}_${timeText(at?.getTime() ?? newest_ms)}${toHex(count, countDigits)}${randomUUID().slice(-randomDigits)}`;
};

/**
 * Returns the start of all ids of this time: it is less than each of them, and greater than every id of an earlier time. No id is older
 * than 1970.
 */
export function idStart(prefix: Prefix, at: Date): string {
  return `${prefix}_${toHex(Math.max(0, at.getTime()), timeDigits)}`;
}

/** Returns the time with which an id begins; undefined for a text that has another form. */
export function timeOfId(id: string): Date | undefined {
  const digits = /^[a-z]+_([\da-f]{12})[\da-f]{20}/.exec(id)?.[1];
  return digits === undefined ? undefined : new Date(Number.parseInt(digits, 16));
}

const timeDigits = 12;
const countDigits = 8;
/** The last part of a random UUID. Node keeps random bytes for UUIDs, so this is faster than randomBytes. */
const randomDigits = 12;
/** The time of the newest id without `at`, and the counter. It starts anywhere in the first half of its range. */
let newest_ms = 0;
let count = randomInt(16 ** countDigits / 2);

/** The time of the last id, and its text. Ids that are made together share it. */
let last = { ms: Number.NaN, text: '' };

function timeText(ms: number): string {
  if (ms !== last.ms) last = { ms, text: toHex(ms, timeDigits) };
  return last.text;
}

function toHex(number: number, digits: number): string {
  return number.toString(16).padStart(digits, '0');
}

/** Returns six characters that stand for a name in a cursor. They depend on the name only. */
export function tagOf(name: string): string {
  return hash('sha256', name, 'base64url').slice(0, tagLength);
}

export const tagLength = 6;

/*
 * A service with several databases numbers them, and each is a *cell*. The ids of what belongs to a cell end with its number, and so do
 * the digests of keys and tokens, whose random part follows the number. Without cells no name has a number.
 */

/** The prefixes of the ids with the number of their cell. A call can begin with each of them. */
export const numberedIds = ['org', 'key', 'tok', 'das'] as const;
export type NumberedId = (typeof numberedIds)[number];

/** The bytes of the random part of the secrets with the number of their cell. */
export const numberedSecrets = { api_key: 24, access_token: 32, dashboard_link: 32, dashboard_session: 32 } as const;
export type NumberedSecret = keyof typeof numberedSecrets;

/** The number of a cell, from 1 to 999, before the random part of a new key or token. */
const cellForm = String.raw`([1-9]\d{0,2})`;
const numberedName = new RegExp(String.raw`[\da-f]{32}_${cellForm}$`);
// The random part has a fixed length, so no secret without a number has this form.
const numberedKey = new RegExp(String.raw`_${cellForm}_[\w-]{32}$`);
const numberedToken = new RegExp(String.raw`^[a-z]+_${cellForm}_[\w-]{43}$`);

/** Returns the number of the cell in an id or a digest; undefined if it has none. */
export function cellOf(name: string): number | undefined {
  const number = numberedName.exec(name)?.[1];
  return number === undefined ? undefined : Number(number);
}

/** Returns a new id that ends with the number of its cell, if there are cells. It still sorts by its time. */
export function newNumberedId(prefix: NumberedId, cell: number | undefined): string {
  const id = randomId(prefix);
  return cell === undefined ? id : `${id}_${cell}`;
}

/** Returns the random part of a new secret, after the number of its cell if there are cells. */
export function newSecretPart(kind: NumberedSecret, cell?: number): string {
  const random = randomBytes(numberedSecrets[kind]).toString('base64url');
  return cell === undefined ? random : `${cell}_${random}`;
}

/** Returns the SHA-256 of an API key, in hex, and the number of its cell. The store keeps and compares only this. */
export function apiKeyDigest(key: string): string {
  return digestOf(key, numberedKey);
}

/** Returns the same of an access token, or of another token of 256 random bits. */
export function tokenDigest(token: string): string {
  return digestOf(token, numberedToken);
}

function digestOf(secret: string, form: RegExp): string {
  const digest = hash('sha256', secret, 'hex');
  const number = form.exec(secret)?.[1];
  return number === undefined ? digest : `${digest}_${number}`;
}

/** Returns a new webhook signing secret (ORG-2). */
export function newSigningSecret(): string {
  return `whsec_${randomBytes(32).toString('base64url')}`;
}
