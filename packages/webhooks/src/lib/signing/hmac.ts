/** HMAC-SHA256 in two ways: at once with node:crypto (Node, Bun, Deno), and awaited with WebCrypto (everywhere). */
import { createNodeSign } from '#node-hmac';
import type { Bytes } from '../bytes.ts';
import { createWebSign } from './web-hmac.ts';

/** A key for HMAC-SHA256. Both ways give the lowercase hex of the HMAC of the prefix, which is ASCII, and the body (SIG-2). */
export interface SigningKey {
  /** Throws TypeError where the runtime has no node:crypto. */
  sign(prefix: string, body: Uint8Array): string;
  /** The same, with WebCrypto. */
  signAsync(prefix: string, body: Uint8Array): Promise<string>;
}

/** The key for a secret: the UTF-8 bytes of a string, or the bytes themselves. */
export function createSigningKey(secret: string | Bytes): SigningKey {
  let nodeSign: SigningKey['sign'] | undefined;

  function sign(prefix: string, body: Uint8Array): string {
    nodeSign ??= createNodeSign(secret);
    return nodeSign(prefix, body);
  }

  return { sign, signAsync: createWebSign(secret) };
}
