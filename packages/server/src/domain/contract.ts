import { hash } from 'node:crypto';
import {
  access,
  type BookingEvent,
  type BookingStatus,
  type CallErrorCode,
  type CodedError,
  type contract,
  errorCatalogue,
  type ErrorDetail,
  type KeyMode,
  type OlderError,
  sandbox,
} from '@booking-service/contract';
import {
  apiKeyDigest,
  type NamesEveryField,
  newSecretPart,
  type RefusalOptions,
  type ErrorDetail as ServiceErrorDetail,
  Refusal as ServiceRefusal,
} from '@booking-service/kernel/contract';
import type { CodedErrorBody, OlderErrorBody } from '@booking-service/kernel/http';

declare module '@booking-service/kernel/contract' {
  interface Register {
    contract: typeof contract;
    idPrefix: 'bkg' | 'ses';
    webhookBody: BookingEvent;
    eventType: BookingEvent['type'];
  }
}

/**
 * Returns the id of the booking made under an idempotency key. It is the same for every create under the key, so that concurrent
 * creates, and a create repeated after a crash, name the same booking to the card service and take effect there once (IDM-1).
 */
export function bookingIdUnder(key: { organization_id: string; livemode: boolean; idempotency_key: string }): string {
  const parts = JSON.stringify([key.organization_id, key.livemode, key.idempotency_key]);
  return `bkg_${hash('sha256', parts, 'hex').slice(0, 32)}`;
}

/** All modes of API keys, in the order of the contract. */
export const keyModes = Object.keys(access.key_modes) as readonly KeyMode[];

const publicPrefixes = Object.values(access.key_modes).map(({ prefix }) => prefix + sandbox.public_key_prefix);

/** Returns a new API key in clear text, with the number of its cell. It is shown once and never stored (AUT-7). */
export function newApiKey(mode: KeyMode, cell?: number): string {
  const key = access.key_modes[mode].prefix + newSecretPart('api_key', cell);
  return isPublicKey(key) ? newApiKey(mode, cell) : key;
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
  return sandbox.organizations.flatMap(({ name }) => keyModes.map((mode) => apiKeyDigest(publicKey(mode, name))));
}

/** A body of the kernel. It names every field of the contract's body. */
// oxlint-disable-next-line typescript/no-generated-empty-object-type -- the fields follow from the contract's body
type Naming<Stated, Written extends NamesEveryField<Stated>> = Written;

declare module '@booking-service/kernel/contract' {
  interface Register {
    /** The bodies of refusals, which the kernel writes. A further field in the contract does not compile here. */
    errorBodies: [
      Naming<OlderError, Required<OlderErrorBody>>,
      Naming<CodedError, Required<CodedErrorBody>>,
      Naming<ErrorDetail, Required<ServiceErrorDetail>>,
    ];
  }
}

export type { RefusalOptions };

/** A refused request. Any code may throw it; only the kernel's http/refusals.ts turns it into a response. */
export class Refusal extends ServiceRefusal {
  declare readonly code: CallErrorCode;

  /** Default: the message of the catalogue, which providers and the conformance check of one read too. */
  constructor(code: CallErrorCode, options: RefusalOptions = {}) {
    super(code, { ...options, message: options.message ?? errorCatalogue[code].message });
  }
}

/** Returns a 409 invalid_state that names the current status (STA-10). */
export function invalidState(change: string, status: BookingStatus): Refusal {
  return new Refusal('invalid_state', { message: `A booking that is ${status} cannot be ${change}.` });
}
