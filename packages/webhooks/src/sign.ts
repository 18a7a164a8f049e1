import { createHmac, createSecretKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { isUint8Array } from 'node:util/types';
import { formatSignatureHeader } from './signature-header.ts';

const MAX_TIMESTAMP = 999_999_999_999;

/** Options of {@link createSigner}. */
export interface SignerOptions {
  /** The organization's signing secret; its UTF-8 bytes are the key (SIG-2). */
  readonly secret: string;
  /** The current time in milliseconds since the Unix epoch. Default `Date.now`. */
  readonly now?: () => number;
}

/** Options of {@link Signer.header}. */
export interface HeaderOptions {
  /** The time of this attempt in whole Unix seconds (SIG-4). Default: `now()`, rounded down. */
  readonly timestamp?: number;
}

/** Signs request bodies with one secret. */
export interface Signer {
  /**
   * Returns the value of the Service-Signature header for a body: `t=<unix seconds>,v1=<lowercase hex>` (SIG-1, SIG-2).
   * Send exactly the bytes given here; a string stands for its UTF-8 bytes. Call it again for every attempt (SIG-4).
   *
   * @throws TypeError if the body is neither string nor Uint8Array.
   * @throws RangeError if the time is not a whole number of seconds from 0 to 999999999999.
   */
  header(body: string | Uint8Array, options?: HeaderOptions): string;
}

/**
 * Creates a signer for one signing secret (SIG-2).
 *
 * @throws TypeError if the secret is unset or blank; signing is never skipped.
 */
export function createSigner({ secret, now = Date.now }: SignerOptions): Signer {
  const key = createSigningKey(secret);

  function header(body: string | Uint8Array, options: HeaderOptions = {}): string {
    const { timestamp = Math.floor(now() / 1000) } = options;
    if (!Number.isInteger(timestamp) || timestamp < 0 || timestamp > MAX_TIMESTAMP) {
      throw new RangeError(`Cannot sign at timestamp ${timestamp}: give whole Unix seconds.`);
    }
    const bytes = toBytes(body);
    if (bytes === undefined) {
      throw new TypeError(`Cannot sign a body of type ${typeof body}: give the string or Uint8Array that is sent.`);
    }
    const t = String(timestamp);
    return formatSignatureHeader(t, computeSignature(key, t, bytes));
  }

  return { header };
}

/** The key for a secret. Throws TypeError if the secret is unset or blank. */
export function createSigningKey(secret: unknown): KeyObject {
  if (typeof secret !== 'string' || secret.trim() === '') {
    throw new TypeError('The signing secret is unset or blank: set it to the one in the dashboard settings.');
  }
  return createSecretKey(secret, 'utf8');
}

/** HMAC-SHA256 of `<t>.<raw body>` (SIG-2). */
export function computeSignature(key: KeyObject, t: string, body: Uint8Array): Buffer {
  return createHmac('sha256', key).update(`${t}.`).update(body).digest();
}

/** The bytes a body stands for; undefined if it is neither string nor Uint8Array (of any realm). */
export function toBytes(body: unknown): Uint8Array | undefined {
  if (typeof body === 'string') return Buffer.from(body, 'utf8');
  return isUint8Array(body) ? body : undefined;
}
