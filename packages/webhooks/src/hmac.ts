/**
 * HMAC-SHA256 in two ways: at once with node:crypto (Node, Bun, Deno), and awaited with WebCrypto (everywhere).
 * node:crypto is asked for at run time instead of imported, so that one build loads in browsers and workers too.
 */
const encoder = new TextEncoder();
const block_bytes = 64;

/** Up to here a body is copied behind the key and hashed in one call: faster than a Hmac object, until the copy costs more. */
const small_body_bytes = 4096;
const longest_prefix = 16;

/** A key for HMAC-SHA256. Both ways give the lowercase hex of the HMAC of the prefix, which is ASCII, and the body (SIG-2). */
export interface SigningKey {
  /** Throws TypeError where the runtime has no node:crypto. */
  sign(prefix: string, body: Uint8Array): string;
  /** The same, with WebCrypto. */
  signAsync(prefix: string, body: Uint8Array): Promise<string>;
}

/** The key for a secret: the UTF-8 bytes of a string, or the bytes themselves. */
export function createSigningKey(secret: string | Uint8Array<ArrayBuffer>): SigningKey {
  const bytes = typeof secret === 'string' ? encoder.encode(secret) : secret;
  let nodeSign: SigningKey['sign'] | undefined;
  let webKey: ReturnType<typeof crypto.subtle.importKey> | undefined;

  function sign(prefix: string, body: Uint8Array): string {
    nodeSign ??= createNodeSign(bytes);
    return nodeSign(prefix, body);
  }

  async function signAsync(prefix: string, body: Uint8Array): Promise<string> {
    const head = encoder.encode(prefix);
    const message = new Uint8Array(head.length + body.length);
    message.set(head);
    message.set(body, head.length);
    const { subtle } = crypto;
    webKey ??= subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
    const mac = new Uint8Array(await subtle.sign('HMAC', await webKey, message));
    return Array.from(mac, (byte) => byte.toString(16).padStart(2, '0')).join('');
  }

  return { sign, signAsync };
}

/** Throws TypeError if the secret is unset or blank: nothing is ever signed or verified without one. */
export function requireSecret(secret: unknown): asserts secret is string {
  if (typeof secret !== 'string' || secret.trim() === '') {
    throw new TypeError('The signing secret is unset or blank: set it to the one in the dashboard settings.');
  }
}

/** HMAC is SHA-256 of the outer key and of SHA-256 of the inner key and the message (RFC 2104). */
function createNodeSign(bytes: Uint8Array): SigningKey['sign'] {
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
