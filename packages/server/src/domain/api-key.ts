import { hash, randomBytes } from 'node:crypto';
import { access, sandbox, type KeyMode } from '@booking-service/contract';

const modes = Object.values(access.key_modes);

/** A new API key in clear text: shown once, never stored (AUT-7). */
export function newApiKey(mode: KeyMode): string {
  const key = access.key_modes[mode].prefix + randomBytes(24).toString('base64url');
  return isPublicKey(key) ? newApiKey(mode) : key;
}

/** The key of the sandbox's organization of this name: public, and accepted by a sandbox only. */
export function publicKey(mode: KeyMode, name: string): string {
  return access.key_modes[mode].prefix + sandbox.public_key_prefix + name;
}

/** Whether the key has the form of a sandbox's public keys. */
export function isPublicKey(key: string): boolean {
  return modes.some(({ prefix }) => key.startsWith(prefix + sandbox.public_key_prefix));
}

/** What a store keeps of the public keys. */
export function publicKeyDigests(): string[] {
  // The contract's modes are an object with these keys.
  const keyModes = Object.keys(access.key_modes) as KeyMode[];
  return sandbox.organizations.flatMap(({ name }) => keyModes.map((mode) => apiKeyDigest(publicKey(mode, name))));
}

/** What is stored and looked up of an API key: its SHA-256, in hex. */
export function apiKeyDigest(key: string): string {
  return hash('sha256', key, 'hex');
}

/** A new webhook signing secret (ORG-2). */
export function newSigningSecret(): string {
  return `whsec_${randomBytes(32).toString('base64url')}`;
}
