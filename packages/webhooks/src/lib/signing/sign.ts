import { createWebSign, requireSecret } from './web-hmac.ts';
import { type Bytes, type Clock, type RawBody, systemClock, toBytes } from '../input.ts';
import { SIGNATURE_SCHEME } from '../verifying/signature.ts';
import { createNodeSign } from './node-hmac.ts';

const MAX_TIMESTAMP = 999_999_999_999;

/** Options of {@link createSigner}. */
export interface SignerOptions {
  /** The organization's signing secret; its UTF-8 bytes are the key (SIG-2). */
  readonly secret: string;
  /** The current time. Default: that of the computer. */
  readonly clock?: Clock;
}

/** Options of {@link Signer.header}. */
export interface HeaderOptions {
  /** The time of this attempt in whole Unix seconds (SIG-4). Default: that of the clock, rounded down. */
  readonly timestamp?: number;
}

/** Signs request bodies with one secret. */
export interface Signer {
  /**
   * Returns the value of the Service-Signature header for a body: `t=<unix seconds>,v1=<lowercase hex>` (SIG-1, SIG-2).
   * Send exactly the bytes given here; a string stands for its UTF-8 bytes. Call it again for every attempt (SIG-4).
   *
   * @throws TypeError if the body is neither a string nor bytes, or the runtime has no node:crypto.
   * @throws RangeError if the time is not a whole number of seconds from 0 to 999999999999.
   */
  header(body: RawBody, options?: HeaderOptions): string;
}

/**
 * Creates a signer for one signing secret (SIG-2). Runs on Node, Bun and Deno.
 *
 * @throws TypeError if the secret is unset, blank, or with white space around it; signing is never skipped.
 */
export function createSigner({ secret, clock = systemClock }: SignerOptions): Signer {
  requireSecret(secret);
  const key = createSigningKey(secret);

  function header(body: RawBody, options: HeaderOptions = {}): string {
    const { timestamp = Math.floor(clock.now().getTime() / 1000) } = options;
    if (!Number.isInteger(timestamp) || timestamp < 0 || timestamp > MAX_TIMESTAMP) {
      throw new RangeError(`Cannot sign at timestamp ${timestamp}. Use whole Unix seconds.`);
    }
    const bytes = toBytes(body);
    if (bytes === undefined) {
      throw new TypeError(`Cannot sign a body of type ${typeof body}. Pass the string or the bytes that you send.`);
    }
    return `t=${timestamp},${SIGNATURE_SCHEME}=${key.sign(`${timestamp}.`, bytes)}`;
  }

  return { header };
}

/** A key for HMAC-SHA256. Both methods return the HMAC of an ASCII prefix and a body in lowercase hex (SIG-2). */
export interface SigningKey {
  /** With node:crypto (Node, Bun, Deno). Throws TypeError if the runtime has none. */
  sign(prefix: string, body: Uint8Array): string;
  /** The same with WebCrypto, on all runtimes. */
  signAsync(prefix: string, body: Uint8Array): Promise<string>;
}

/** Creates the key for a secret: the UTF-8 bytes of a string, or the bytes themselves. */
export function createSigningKey(secret: string | Bytes): SigningKey {
  let nodeSign: SigningKey['sign'] | undefined;

  function sign(prefix: string, body: Uint8Array): string {
    nodeSign ??= createNodeSign(secret);
    return nodeSign(prefix, body);
  }

  return { sign, signAsync: createWebSign(secret) };
}
