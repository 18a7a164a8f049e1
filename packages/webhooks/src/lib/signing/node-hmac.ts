import { utf } from '../input.ts';

const blockBytes = 64;
/** A body up to this size is copied after the key and hashed in one call. That is faster than a Hmac object; for larger bodies the copy costs more. */
const maxSmallBodyBytes = 4096;
const maxPrefixBytes = 16;

/** Creates the sign function. HMAC is SHA-256 of the outer key and of SHA-256 of the inner key and the message (RFC 2104). */
export function createNodeSign(secret: string | Uint8Array): (prefix: string, body: Uint8Array) => string {
  const bytes = typeof secret === 'string' ? new utf.TextEncoder().encode(secret) : secret;
  // Loaded at run time instead of imported, so that this file also loads in workers.
  const node = globalThis.process?.getBuiltinModule?.('node:crypto');
  if (!node) throw new TypeError('This runtime has no node:crypto. Use verifyAsync or checkAsync.');
  const key = node.createSecretKey(bytes);
  const block = bytes.length > blockBytes ? node.createHash('sha256').update(bytes).digest() : bytes;
  const inner = Buffer.alloc(blockBytes + maxPrefixBytes + maxSmallBodyBytes);
  const outer = Buffer.alloc(blockBytes + 32);
  for (let index = 0; index < blockBytes; index += 1) {
    inner[index] = (block[index] ?? 0) ^ 0x36;
    outer[index] = (block[index] ?? 0) ^ 0x5c;
  }

  const maxCopied = typeof node.hash === 'function' ? maxSmallBodyBytes : -1;
  return function sign(prefix, body) {
    if (body.length > maxCopied || prefix.length > maxPrefixBytes) {
      return node.createHmac('sha256', key).update(prefix).update(body).digest('hex');
    }
    const start = blockBytes + inner.write(prefix, blockBytes, 'latin1');
    inner.set(body, start);
    outer.write(node.hash('sha256', inner.subarray(0, start + body.length), 'binary'), blockBytes, 'latin1');
    return node.hash('sha256', outer, 'hex');
  };
}
