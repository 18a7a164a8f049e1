const hints = {
  header_missing:
    'The request carries no Service-Signature header. Check that no proxy or framework removes it; a request without it is not from the service.',
  header_malformed:
    'Service-Signature must be t=<unix seconds>,v1=<64 lowercase hex digits>, with one t and at least one v1, in at most 4096 characters. Pass its value once and unchanged.',
  body_not_raw:
    'The raw bytes of the request body are needed, as a string or bytes. Read them before anything parses the JSON; serialising a parsed body again gives other bytes.',
  body_too_large: 'The body is longer than maxBodyBytes. Raise that option if the request is genuine.',
  signature_mismatch:
    "No secret gives this signature. Check that the organization's current signing secret is configured exactly as shown, and that the body is passed byte for byte as it arrived. The option diagnose tries the usual mistakes.",
  timestamp_too_old:
    "The signature holds, but its time is further back than tolerance. Set this machine's clock (NTP) and verify on arrival, not after a queue; a repeated request may be a replay.",
  timestamp_too_new:
    "The signature holds, but its time is further ahead than futureTolerance. Set this machine's clock (NTP); now must return milliseconds.",
  event_malformed:
    'The signature holds, but the body is not UTF-8 JSON of an event with id, type, created and data.object. Check what else signs with this secret.',
} as const;

/**
 * Why a webhook was refused. The list is closed: a `switch` over it can be exhaustive.
 *
 * - `header_missing`: no Service-Signature header (SIG-1)
 * - `header_malformed`: not `t=…,v1=…`, a missing or repeated `t`, or too long (SIG-1, SIG-5)
 * - `body_not_raw`: the body is neither string nor bytes, most often JSON that was parsed already (SIG-3)
 * - `body_too_large`: over `maxBodyBytes`
 * - `signature_mismatch`: no secret gives any of the signatures (SIG-2)
 * - `timestamp_too_old`, `timestamp_too_new`: genuine, but outside the tolerance (SIG-5)
 * - `event_malformed`: genuine, but not an event (EVT-2)
 */
export type SignatureErrorReason = keyof typeof hints;

/** Why a webhook was refused, and what to mend. Holds neither payload nor secret nor header: safe to log. */
export interface Refusal {
  readonly ok: false;
  /** Which check refused the webhook. */
  readonly reason: SignatureErrorReason;
  /** What to mend on the receiving side, in one or two sentences. */
  readonly hint: string;
  /** The mistake under which the signature would hold, where the option `diagnose` found one. For your logs only. */
  readonly diagnosis?: string;
}

/** Thrown by `verify` for a webhook that must not be trusted. Holds neither the payload nor the secret, so it is safe to log. */
export class SignatureError extends Error {
  override readonly name = 'SignatureError';
  /** Which check refused the webhook. */
  readonly reason: SignatureErrorReason;
  /** What to mend on the receiving side, in one or two sentences. */
  readonly hint: string;
  /** The mistake under which the signature would hold, where the option `diagnose` found one. */
  readonly diagnosis: string | undefined;

  /** @param refusal what `check` found; it decides the message. */
  constructor({ reason, hint, diagnosis }: Refusal) {
    super(`Webhook refused (${reason}). ${diagnosis ?? hint}`);
    this.reason = reason;
    this.hint = hint;
    this.diagnosis = diagnosis;
  }
}

/** The refusal for a reason, with its fixed hint. */
export function refuse(reason: SignatureErrorReason, diagnosis?: string): Refusal {
  const refusal = { ok: false, reason, hint: hints[reason] } as const;
  return diagnosis === undefined ? refusal : { ...refusal, diagnosis };
}
