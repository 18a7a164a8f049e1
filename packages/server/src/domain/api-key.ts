import { hash, randomBytes } from 'node:crypto';
import { access, sandbox, type KeyMode } from '@booking-service/contract';

const publicPrefixes = Object.values(access.key_modes).map(({ prefix }) => prefix + sandbox.public_key_prefix);

/** Returns a new API key in clear text. It is shown once and never stored (AUT-7). */
export function newApiKey(mode: KeyMode): string {
  const key = access.key_modes[mode].prefix + randomBytes(24).toString('base64url');
  return isPublicKey(key) ? newApiKey(mode) : key;
}

/** Returns the public key of a sandbox organization. Only a sandbox accepts it. */
export function publicKey(mode: KeyMode, name: string): string {
  return access.key_modes[mode].prefix + sandbox.public_key_prefix + name;
}

/** Returns whether the key has the form of a public sandbox key. */
export function isPublicKey(key: string): boolean {
  return publicPrefixes.some((prefix) => key.startsWith(prefix));
}

/** Returns the digests of all public keys. */
export function publicKeyDigests(): string[] {
  // The contract's modes are an object with these keys.
  const keyModes = Object.keys(access.key_modes) as KeyMode[];
  return sandbox.organizations.flatMap(({ name }) => keyModes.map((mode) => apiKeyDigest(publicKey(mode, name))));
}

/** Returns the SHA-256 of an API key, in hex. The store keeps and compares only this. */
export function apiKeyDigest(key: string): string {
  return hash('sha256', key, 'hex');
}

/** Returns a new webhook signing secret (ORG-2). */
export function newSigningSecret(): string {
  return `whsec_${randomBytes(32).toString('base64url')}`;
}
