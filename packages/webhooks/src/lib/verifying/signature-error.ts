/** Short, because every bundle contains them. The table in README.md has the details. */
const hints = {
  header_missing: 'Find what removes the Service-Signature header.',
  header_malformed: 'Pass the header unchanged.',
  body_not_raw: 'Pass the raw bytes, before any JSON parser.',
  body_too_large: 'If genuine, raise maxBodyBytes.',
  signature_mismatch: 'Check the secret, pass the raw bytes, try the option diagnose.',
  timestamp_too_old: 'Genuine: set the clock, verify on arrival. Or a replay.',
  timestamp_too_new: 'Genuine: sandbox clock ahead? Else set the clock; now is in ms.',
  event_malformed: 'Genuine, but no event: find who else signs.',
} as const;

/**
 * The reason of a refusal. The list is closed: a `switch` over it can be exhaustive.
 *
 * - `header_missing`: no Service-Signature header (SIG-1)
 * - `header_malformed`: not `t=…,v1=…`, a missing or repeated `t`, or too long (SIG-1, SIG-5)
 * - `body_not_raw`: the body is neither a string nor bytes, usually parsed JSON (SIG-3)
 * - `body_too_large`: over `maxBodyBytes`
 * - `signature_mismatch`: no secret matches any of the signatures (SIG-2)
 * - `timestamp_too_old`, `timestamp_too_new`: genuine, but outside the tolerance (SIG-5)
 * - `event_malformed`: genuine, but not an event (EVT-2)
 */
export type SignatureErrorReason = keyof typeof hints;

/** The reason of a refused webhook, and the fix. Safe to log: it contains no payload, secret or header. */
export interface Refusal {
  readonly ok: false;
  /** The check that refused the webhook. */
  readonly reason: SignatureErrorReason;
  /** The fix on the receiving side, in one or two sentences. */
  readonly hint: string;
  /** The mistake that explains the signature, if the option `diagnose` found one. For your logs only. */
  readonly diagnosis?: string;
}

const brand = Symbol.for('booking.SignatureError');

/**
 * Thrown by `verify` for a webhook that must not be trusted. Safe to log: it contains neither the payload nor the secret. `instanceof`
 * reads a registered symbol, so that it also works across two copies of this package.
 */
export class SignatureError extends Error {
  override readonly name = 'SignatureError';
  /** The check that refused the webhook. */
  declare readonly reason: SignatureErrorReason;
  /** The fix on the receiving side, in one or two sentences. */
  declare readonly hint: string;
  /** The mistake that explains the signature, if the option `diagnose` found one. */
  declare readonly diagnosis: string | undefined;

  /** @param refusal the result of `check`, which determines the message. */
  constructor({ reason, hint, diagnosis }: Refusal) {
    super(`Webhook refused (${reason}): ${diagnosis ?? hint}`);
    Object.assign(this, { [brand]: true, reason, hint, diagnosis });
  }

  static override [Symbol.hasInstance](value: unknown): boolean {
    // Object() accepts a value of any type.
    return brand in Object(value);
  }
}

/** Returns the refusal for a reason, with its hint. */
export function refuse(reason: SignatureErrorReason, diagnosis?: string): Refusal {
  return { ok: false, reason, hint: hints[reason], ...(diagnosis && { diagnosis }) };
}
