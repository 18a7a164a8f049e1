/**
 * Encrypts texts at rest with AES-256-GCM: a fresh random nonce for each text, and the owner's id as additional data, so that a sealed
 * text that is copied to another row does not open there.
 * Form: `v2.`, the id of the key (8 hexadecimal digits), `.`, and base64url of nonce (12 bytes), ciphertext, tag (16 bytes). The form
 * `v1.` of earlier versions has no id. It is opened by trying each key, and never written.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
  type KeyObject,
} from 'node:crypto';
import { StoreError } from './store-errors.ts';

const algorithm = 'aes-256-gcm';
const [key_bytes, nonce_bytes, tag_bytes, id_bytes] = [32, 12, 16, 4];
const form = /^(?:v1|v2\.(?<id>[0-9a-f]{8}))\.(?<text>[\w-]+)$/;

/** Seals signing secrets for the store; see createSealing. */
export interface Sealing {
  /** Names the key that seals: 8 hexadecimal digits, from which the key cannot be found. */
  readonly key_id: string;
  /** Names the further keys that open. */
  readonly other_key_ids: readonly string[];
  seal(text: string, owner: string): string;
  /** Returns the text that was sealed for this owner. Throws if the key, the owner or a byte is different. */
  open(sealed: string, owner: string): string;
  /** Returns the id of the key that sealed; undefined for a text of an earlier version, which does not name its key. */
  keyIdOf(sealed: string): string | undefined;
  /** Returns a digest of the text, always the same for this owner and key. Without the key the text cannot be guessed. */
  digest(text: string, owner: string): string;
  /** Returns the digests that the further keys made of the text. */
  otherDigests(text: string, owner: string): readonly string[];
  /** Returns whether one of the keys made the digest of the text. Takes the same time wherever a digest differs. */
  isDigest(digest: string, text: string, owner: string): boolean;
}

/** One key, ready to use. */
interface Key {
  readonly id: string;
  readonly secret: KeyObject;
  digest(text: string, owner: string): string;
}

/**
 * Creates the sealing of one key. It opens what `others` sealed too, and seals nothing with them: they are the next key or the
 * previous one, during a rotation. Default: no others. A key is 32 random bytes. Keep it apart from the database: a lost key cannot be
 * replaced.
 * Throws a RangeError for a key of another length.
 */
export function createSealing(key: Uint8Array, others: readonly Uint8Array[] = []): Sealing {
  const [first, ...rest] = [toKey(key), ...others.map(toKey)] as const;
  const keys = [first, ...rest];

  return {
    key_id: first.id,
    other_key_ids: rest.map(({ id }) => id),
    digest: (text, owner) => first.digest(text, owner),
    otherDigests: (text, owner) => rest.map((each) => each.digest(text, owner)),
    isDigest(digest, text, owner) {
      const given = Buffer.from(digest);
      const made = keys.map((each) => Buffer.from(each.digest(text, owner)));
      return made.some((each) => each.length === given.length && timingSafeEqual(each, given));
    },
    keyIdOf: (sealed) => form.exec(sealed)?.groups?.['id'],
    seal(text, owner) {
      const nonce = randomBytes(nonce_bytes);
      const cipher = createCipheriv(algorithm, first.secret, nonce, { authTagLength: tag_bytes });
      cipher.setAAD(Buffer.from(owner));
      const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return `v2.${first.id}.${sealed.toString('base64url')}`;
    },
    open(sealed, owner) {
      const { id, text = '' } = form.exec(sealed)?.groups ?? {};
      const bytes = Buffer.from(text, 'base64url');
      if (bytes.length < nonce_bytes + tag_bytes) {
        throw new Error(`The sealed text of ${owner} has a form that this program does not support.`);
      }
      const named = id === undefined ? keys : keys.filter((each) => each.id === id);
      let cause: unknown;
      for (const { secret } of named) {
        try {
          return decrypt(bytes, { secret, owner });
        } catch (error) {
          cause = error;
        }
      }
      const reason =
        named.length === 0
          ? `it was sealed with the key ${id}, which was not given`
          : 'its key or owner is different, or its bytes were changed';
      throw new Error(`The sealed text of ${owner} does not open: ${reason}.`, { cause });
    },
  };
}

function toKey(bytes: Uint8Array): Key {
  if (bytes.length !== key_bytes) {
    throw new RangeError(
      `A sealing key has ${key_bytes} bytes, not ${bytes.length}. Create one: openssl rand -base64 32`,
    );
  }
  // Derived, because no key may serve two algorithms, and because the id is stored in clear text.
  const derive = (purpose: string, length: number) => Buffer.from(hkdfSync('sha256', bytes, '', purpose, length));
  const digestKey = createSecretKey(derive('digest', key_bytes));
  return {
    id: derive('id', id_bytes).toString('hex'),
    secret: createSecretKey(bytes),
    digest: (text, owner) =>
      createHmac('sha256', digestKey)
        .update(JSON.stringify([owner, text]))
        .digest('base64url'),
  };
}

function decrypt(bytes: Buffer, { secret, owner }: { secret: KeyObject; owner: string }): string {
  const decipher = createDecipheriv(algorithm, secret, bytes.subarray(0, nonce_bytes), { authTagLength: tag_bytes });
  decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(-tag_bytes));
  return decipher.update(bytes.subarray(nonce_bytes, -tag_bytes), undefined, 'utf8') + decipher.final('utf8');
}

/** The sealing of a store that was opened without a key: every method throws. */
export const sealingUnavailable: Sealing = {
  key_id: 'none',
  other_key_ids: [],
  keyIdOf() {
    throw new StoreError('The key of a secret cannot be named: the store was opened without a sealing key.');
  },
  otherDigests() {
    throw new StoreError('The destination cannot be digested: the store was opened without a sealing key.');
  },
  isDigest() {
    throw new StoreError('The digest cannot be checked: the store was opened without a sealing key.');
  },
  seal() {
    throw new StoreError('The signing secret cannot be sealed: the store was opened without a sealing key.');
  },
  digest() {
    throw new StoreError('The destination cannot be digested: the store was opened without a sealing key.');
  },
  open() {
    throw new StoreError('The signing secret cannot be opened: the store was opened without a sealing key.');
  },
};
