/** HMAC-SHA256 in two ways: synchronously with node:crypto (Node, Bun, Deno), and asynchronously with WebCrypto (all runtimes). */
import type { Bytes } from '../body.ts';
import { createNodeSign } from './node-hmac.ts';
import { createWebSign } from './web-hmac.ts';

/** A key for HMAC-SHA256. Both methods return the HMAC of an ASCII prefix and a body in lowercase hex (SIG-2). */
export interface SigningKey {
  /** Throws TypeError if the runtime has no node:crypto. */
  sign(prefix: string, body: Uint8Array): string;
  /** The same, with WebCrypto. */
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
