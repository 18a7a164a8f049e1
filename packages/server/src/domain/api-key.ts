import { hash, randomBytes } from 'node:crypto';
import { access, type KeyMode } from '@booking-service/contract';

/** A new API key in clear text: shown once, never stored (AUT-7). */
export function newApiKey(mode: KeyMode): string {
  return access.key_modes[mode].prefix + randomBytes(24).toString('base64url');
}

/** What is stored and looked up of an API key: its SHA-256, in hex. */
export function apiKeyDigest(key: string): string {
  return hash('sha256', key, 'hex');
}

/** A new webhook signing secret (ORG-2). */
export function newSigningSecret(): string {
  return `whsec_${randomBytes(32).toString('base64url')}`;
}
