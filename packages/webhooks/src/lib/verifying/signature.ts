import type { delivery } from '../../generated/delivery.ts';

/** The header that carries a webhook's signature (SIG-1). Node's `request.headers` spells it in lower case. */
export const SIGNATURE_HEADER: typeof delivery.signature.header = 'Service-Signature';

/** The name of the parts that contain a signature (SIG-1). */
export const SIGNATURE_SCHEME: typeof delivery.signature.scheme = 'v1';

const malformed = 'header_malformed';
const MAX_HEADER_LENGTH = 4096;
const MAX_SIGNATURES = 8;
const PART = /^(t|v1)(?:=(.*))?$/s;
const TIMESTAMP = /^\d{1,12}$/;
const SIGNATURE = /^[0-9a-f]{64}$/;

/** The value of a Service-Signature header as Node, Express, Lambda or `Headers.get` pass it. */
export type HeaderValue = string | readonly string[] | null | undefined;

/** The contents of a Service-Signature header. */
interface SignatureHeader {
  /** The exact text of `t`: the signature covers its digits. */
  readonly t: string;
  /** The first 8 well-formed `v1` parts, 64 lowercase hex digits each. Never empty. */
  readonly signatures: readonly string[];
}

/** Reads the header, or returns its fault. The work is bounded by the longest header accepted (SIG-5). */
export function parseSignatureHeader(header: unknown): SignatureHeader | 'header_missing' | 'header_malformed' {
  const value: unknown = Array.isArray(header) && header.length < 2 ? header[0] : header;
  if (value === undefined || value === null || value === '') return 'header_missing';
  if (typeof value !== 'string' || value.length > MAX_HEADER_LENGTH) return malformed;

  let t: string | undefined;
  const signatures: string[] = [];
  for (const part of value.split(',')) {
    // Proxies may put blanks around the commas. Every other part is ignored.
    const [, name, text = ''] = PART.exec(part.trim()) ?? [];
    if (name === 't') {
      if (t !== undefined) return malformed;
      t = text;
    } else if (name && SIGNATURE.test(text) && signatures.length < MAX_SIGNATURES) {
      signatures.push(text);
    }
  }
  if (t === undefined || !TIMESTAMP.test(t) || signatures.length === 0) return malformed;
  return { t, signatures };
}

const headerName = 'service-signature';

/** The value of the header, or all headers of the request as `Headers` or as a plain object. */
export type HeaderSource =
  | HeaderValue
  | { get(name: string): string | null }
  | { readonly [name: string]: string | readonly string[] | undefined };

/** Returns the value of the header. In a plain object its name may have any case. Two spellings are two values. */
export function findHeader(source: unknown): unknown {
  if (typeof source !== 'object' || source === null || Array.isArray(source)) return source;
  if ('get' in source && typeof source.get === 'function') return source.get(headerName);
  const found = Object.entries(source).filter(
    ([name, value]) => value !== undefined && name.toLowerCase() === headerName,
  );
  return found.length < 2 ? found[0]?.[1] : found;
}

/** Returns whether one of the signatures is the expected one. Compares all 64 digits of each, in constant time. */
export function isAmong(signatures: readonly string[], expected: string): boolean {
  return signatures.some((signature) => {
    let difference = 0;
    for (let index = 0; index < 64; index += 1) {
      difference |= signature.charCodeAt(index) ^ expected.charCodeAt(index);
    }
    return difference === 0;
  });
}

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
