import type { Bytes } from '../input.ts';

/** Creates a function that signs a prefix and a body with WebCrypto: HMAC-SHA256 in lowercase hex. It imports the key once. */
export function createWebSign(secret: string | Bytes): (prefix: string, body: Uint8Array) => Promise<string> {
  let key: ReturnType<typeof crypto.subtle.importKey> | undefined;

  return async function sign(prefix, body) {
    const { subtle } = crypto;
    // A blob joins text, as UTF-8, and bytes. WebCrypto accepts only one buffer.
    key ??= join(secret).then((raw) =>
      subtle.importKey('raw', raw, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']),
    );
    const mac = await subtle.sign('HMAC', await key, await join(prefix, body));
    return Array.from(new Uint8Array(mac), (byte) => (256 + byte).toString(16).slice(1)).join('');
  };
}

function join(...parts: (string | Uint8Array)[]): Promise<ArrayBuffer> {
  // Blob copies shared memory like any other.
  // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- the types of the DOM, in the dashboard, refuse shared memory
  return new Blob(parts as ConstructorParameters<typeof Blob>[0]).arrayBuffer();
}

/**
 * Throws TypeError if the secret is unset or blank, because signing and verification always need one, or if it begins or ends with
 * white space, as the content of a file does.
 */
export function requireSecret(secret: unknown): asserts secret is string {
  if (typeof secret !== 'string' || !secret || secret !== secret.trim())
    throw new TypeError('The signing secret is unset, blank, or has white space around it.');
}
