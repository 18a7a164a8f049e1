const block_bytes = 64;
/** Up to here a body is copied behind the key and hashed in one call: faster than a Hmac object, until the copy costs more. */
const small_body_bytes = 4096;
const longest_prefix = 16;

/** HMAC is SHA-256 of the outer key and of SHA-256 of the inner key and the message (RFC 2104). */
export function createNodeSign(secret: string | Uint8Array): (prefix: string, body: Uint8Array) => string {
  const bytes = typeof secret === 'string' ? new TextEncoder().encode(secret) : secret;
  // Asked for at run time instead of imported, so that the same file loads in workers.
  const node = globalThis.process?.getBuiltinModule?.('node:crypto');
  if (!node) throw new TypeError('This runtime has no node:crypto: use verifyAsync or checkAsync.');
  const key = node.createSecretKey(bytes);
  const block = bytes.length > block_bytes ? node.createHash('sha256').update(bytes).digest() : bytes;
  const inner = Buffer.alloc(block_bytes + longest_prefix + small_body_bytes);
  const outer = Buffer.alloc(block_bytes + 32);
  for (let index = 0; index < block_bytes; index += 1) {
    inner[index] = (block[index] ?? 0) ^ 0x36;
    outer[index] = (block[index] ?? 0) ^ 0x5c;
  }

  const most = typeof node.hash === 'function' ? small_body_bytes : -1;
  return function sign(prefix, body) {
    if (body.length > most || prefix.length > longest_prefix) {
      return node.createHmac('sha256', key).update(prefix).update(body).digest('hex');
    }
    const start = block_bytes + inner.write(prefix, block_bytes, 'latin1');
    inner.set(body, start);
    outer.write(node.hash('sha256', inner.subarray(0, start + body.length), 'binary'), block_bytes, 'latin1');
    return node.hash('sha256', outer, 'hex');
  };
}
