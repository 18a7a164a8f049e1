/**
 * Seals texts at rest: AES-256-GCM under one key, a fresh random nonce for each sealing, and the owner's name as
 * additional data, so that a sealed text put into another row does not open there.
 * Form: `v1.` and base64url of nonce (12 bytes), ciphertext, tag (16 bytes).
 */
import { createCipheriv, createDecipheriv, createHmac, createSecretKey, hkdfSync, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const version = 'v1.';
const [key_bytes, nonce_bytes, tag_bytes] = [32, 12, 16];

/** Seals signing secrets for the store; see createSealing. */
export interface Sealing {
  seal(text: string, owner: string): string;
  /** The text that was sealed for this owner. Throws where key, owner or a byte of it is another. */
  open(sealed: string, owner: string): string;
  /** A digest of the text, the same each time for this owner and this key, from which it cannot be guessed without the key. */
  digest(text: string, owner: string): string;
}

/**
 * Makes the sealing of one key: 32 random bytes, kept apart from the database and never lost.
 * Throws a RangeError for a key of another length.
 */
export function createSealing(key: Uint8Array): Sealing {
  if (key.length !== key_bytes) {
    throw new RangeError(`A sealing key has ${key_bytes} bytes, not ${key.length}. Make one: openssl rand -base64 32`);
  }
  const secret = createSecretKey(key);
  // A key of its own: no key serves two algorithms.
  const digestKey = createSecretKey(Buffer.from(hkdfSync('sha256', key, '', 'digest', key_bytes)));

  return {
    digest: (text, owner) =>
      createHmac('sha256', digestKey)
        .update(JSON.stringify([owner, text]))
        .digest('base64url'),
    seal(text, owner) {
      const nonce = randomBytes(nonce_bytes);
      const cipher = createCipheriv(algorithm, secret, nonce, { authTagLength: tag_bytes }).setAAD(Buffer.from(owner));
      const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return version + sealed.toString('base64url');
    },
    open(sealed, owner) {
      const bytes = Buffer.from(sealed.slice(version.length), 'base64url');
      if (!sealed.startsWith(version) || bytes.length < nonce_bytes + tag_bytes) {
        throw new Error(`What is kept of ${owner} is not sealed in a form that this program knows.`);
      }
      const tag = bytes.subarray(-tag_bytes);
      try {
        const decipher = createDecipheriv(algorithm, secret, bytes.subarray(0, nonce_bytes), {
          authTagLength: tag_bytes,
        });
        decipher.setAAD(Buffer.from(owner)).setAuthTag(tag);
        return decipher.update(bytes.subarray(nonce_bytes, -tag_bytes), undefined, 'utf8') + decipher.final('utf8');
      } catch (cause) {
        throw new Error(`What is sealed for ${owner} does not open: another key, another owner, or changed bytes.`, {
          cause,
        });
      }
    },
  };
}
