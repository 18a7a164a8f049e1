/**
 * Encrypts texts at rest with AES-256-GCM: one key, a fresh random nonce for each text, and the owner's id as additional data,
 * so that a sealed text that is copied to another row does not open there.
 * Form: `v1.` and base64url of nonce (12 bytes), ciphertext, tag (16 bytes).
 */
import { createCipheriv, createDecipheriv, createHmac, createSecretKey, hkdfSync, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const version = 'v1.';
const [key_bytes, nonce_bytes, tag_bytes] = [32, 12, 16];

/** Seals signing secrets for the store; see createSealing. */
export interface Sealing {
  seal(text: string, owner: string): string;
  /** Returns the text that was sealed for this owner. Throws if the key, the owner or a byte is different. */
  open(sealed: string, owner: string): string;
  /** Returns a digest of the text, always the same for this owner and key. Without the key the text cannot be guessed. */
  digest(text: string, owner: string): string;
}

/**
 * Creates the sealing of one key. The key is 32 random bytes. Keep it apart from the database: a lost key cannot be replaced.
 * Throws a RangeError for a key of another length.
 */
export function createSealing(key: Uint8Array): Sealing {
  if (key.length !== key_bytes) {
    throw new RangeError(
      `A sealing key has ${key_bytes} bytes, not ${key.length}. Create one: openssl rand -base64 32`,
    );
  }
  const secret = createSecretKey(key);
  // A derived key, because no key may serve two algorithms.
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
        throw new Error(`The sealed text of ${owner} has a form that this program does not support.`);
      }
      const tag = bytes.subarray(-tag_bytes);
      try {
        const decipher = createDecipheriv(algorithm, secret, bytes.subarray(0, nonce_bytes), {
          authTagLength: tag_bytes,
        });
        decipher.setAAD(Buffer.from(owner)).setAuthTag(tag);
        return decipher.update(bytes.subarray(nonce_bytes, -tag_bytes), undefined, 'utf8') + decipher.final('utf8');
      } catch (cause) {
        throw new Error(
          `The sealed text of ${owner} does not open: its key or owner is different, or its bytes were changed.`,
          {
            cause,
          },
        );
      }
    },
  };
}
