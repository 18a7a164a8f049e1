import { timingSafeEqual } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type { BookingEvent } from '@booking-service/contract';
import { parseEvent } from './parse-event.ts';
import { computeSignature, createSigningKey, toBytes } from './sign.ts';
import { SignatureError, toHint } from './signature-error.ts';
import type { SignatureErrorReason } from './signature-error.ts';
import { parseSignatureHeader } from './signature-header.ts';
import type { SignatureHeader } from './signature-header.ts';

/** How far a signature's time may lie from now when nothing else is set, in seconds (SIG-5). */
export const DEFAULT_TOLERANCE = 300;

const DEFAULT_MAX_BODY_BYTES = 262_144;
const MAX_SECRETS = 5;

/** Options of {@link createVerifier}. */
export interface VerifierOptions {
  /** One to five signing secrets, tried in this order: two of them while a secret is rotated. */
  readonly secrets: readonly string[];
  /** How old a signature may be, in seconds; exactly that old still holds (SIG-5). Default 300. `Infinity` accepts any age. */
  readonly tolerance?: number;
  /** How far ahead of this machine's clock a signature may be, in seconds (SIG-5). Default: `tolerance`. */
  readonly futureTolerance?: number;
  /** The longest body accepted, in bytes. Default 262144 (256 KiB). */
  readonly maxBodyBytes?: number;
  /** The current time in milliseconds since the Unix epoch. Default `Date.now`. */
  readonly now?: () => number;
}

/** The value of a Service-Signature header as Node, Express, Lambda or `Headers.get` hand it over. */
export type HeaderValue = string | readonly string[] | null | undefined;

/** What {@link Verifier.check} found. */
export type Verification =
  | {
      readonly ok: true;
      readonly event: BookingEvent;
      /** Index in `secrets` of the one that matched: above 0 the sender still signs with an older secret. */
      readonly secretIndex: number;
      /** When this attempt was signed, in Unix seconds (SIG-4). */
      readonly timestamp: number;
    }
  | {
      readonly ok: false;
      readonly reason: SignatureErrorReason;
      /** What to mend on the receiving side; safe to log. */
      readonly hint: string;
    };

/** Verifies webhooks. Both functions take the raw body as it arrived: bytes, or the string they decode to (SIG-3). */
export interface Verifier {
  /**
   * Returns the event of a genuine webhook. Its type may be one this version does not know (EVT-4).
   *
   * @throws SignatureError with the reason and the mend, for every other webhook.
   */
  verify(body: string | Uint8Array, header: HeaderValue): BookingEvent;
  /** Like `verify`, but returns the refusal instead of throwing it, and tells which secret matched. */
  check(body: string | Uint8Array, header: HeaderValue): Verification;
}

/**
 * Creates a verifier for webhooks of the service (SIG-1..3, SIG-5).
 *
 * @throws TypeError if there is no secret, or one of them is unset or blank; verification is never skipped.
 * @throws RangeError if there are more than five secrets, or an option is not a sensible number.
 */
export function createVerifier({
  secrets,
  tolerance = DEFAULT_TOLERANCE,
  futureTolerance = tolerance,
  maxBodyBytes = DEFAULT_MAX_BODY_BYTES,
  now = Date.now,
}: VerifierOptions): Verifier {
  const keys = toSigningKeys(secrets);
  requireNonNegative('tolerance', tolerance);
  requireNonNegative('futureTolerance', futureTolerance);
  requireNonNegative('maxBodyBytes', maxBodyBytes);

  function check(body: string | Uint8Array, header: HeaderValue): Verification {
    const signed = parseSignatureHeader(header);
    if (typeof signed === 'string') return refuse(signed);

    // A string has at least as many UTF-8 bytes as code units: too long a one is refused before it is copied.
    if (typeof body === 'string' && body.length > maxBodyBytes) return refuse('body_too_large');
    const bytes = toBytes(body);
    if (bytes === undefined) return refuse('body_not_raw');
    if (bytes.byteLength > maxBodyBytes) return refuse('body_too_large');

    const secretIndex = keys.findIndex((key) => isSignedBy(key, signed, bytes));
    if (secretIndex === -1) return refuse('signature_mismatch');

    // Written so that a clock that gives no number refuses.
    const timestamp = Number(signed.t);
    const age = Math.floor(now() / 1000) - timestamp;
    if (!(age <= tolerance)) return refuse('timestamp_too_old');
    if (!(-age <= futureTolerance)) return refuse('timestamp_too_new');

    const event = parseEvent(bytes);
    return event === undefined ? refuse('event_malformed') : { ok: true, event, secretIndex, timestamp };
  }

  function verify(body: string | Uint8Array, header: HeaderValue): BookingEvent {
    const verification = check(body, header);
    if (!verification.ok) throw new SignatureError(verification.reason);
    return verification.event;
  }

  return { verify, check };
}

function isSignedBy(key: KeyObject, { t, signatures }: SignatureHeader, body: Uint8Array): boolean {
  const expected = computeSignature(key, t, body);
  return signatures.some((signature) => timingSafeEqual(signature, expected));
}

function refuse(reason: SignatureErrorReason): Verification {
  return { ok: false, reason, hint: toHint(reason) };
}

function toSigningKeys(secrets: readonly string[]): KeyObject[] {
  if (!Array.isArray(secrets) || secrets.length === 0) {
    throw new TypeError('No signing secret to verify with: give secrets as an array with at least one.');
  }
  if (secrets.length > MAX_SECRETS) {
    throw new RangeError(`${secrets.length} signing secrets are too many: give at most ${MAX_SECRETS}.`);
  }
  return secrets.map(createSigningKey);
}

function requireNonNegative(option: string, value: number): void {
  if (typeof value !== 'number' || !(value >= 0)) {
    throw new RangeError(`${option} is ${String(value)}: give a number from 0 up.`);
  }
}
