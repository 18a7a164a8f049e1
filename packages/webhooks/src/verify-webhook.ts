/**
 * Verifies a webhook with one function and WebCrypto only, for the smallest bundles. The steps are those of `createVerifier`:
 * header, body size, signature, age, event.
 */
import type { WebhookEvent } from './lib/events.ts';
import {
  type HeaderValue,
  isAmong,
  parseSignatureHeader,
  refuse,
  SignatureError,
  type SignatureErrorReason,
} from './lib/verifying/signature.ts';
import { parseEvent, type RawBody, toBytes } from './lib/input.ts';
import { requireSecret, createWebSign } from './lib/signing/web-hmac.ts';

/** The webhook to verify, and options of {@link verifyWebhook}. */
export interface WebhookToVerify {
  /** The raw body as it arrived (SIG-3). */
  readonly body: RawBody;
  /** The value of the Service-Signature header. */
  readonly header: HeaderValue;
  /** The signing secrets, tried in this order, at most five. Use two while you rotate the secret. */
  readonly secrets: readonly string[];
  /** The maximum age of a signature, and how far in the future it may be, in seconds (SIG-5). Default 300. */
  readonly tolerance?: number;
  /** The maximum size of the body, in bytes. Default 262144 (256 KiB). */
  readonly maxBodyBytes?: number;
  /** The current time in milliseconds since the Unix epoch. Default: now. */
  readonly now?: number;
}

/**
 * Returns the event of a genuine webhook. Its type may be unknown (EVT-4).
 *
 * @throws SignatureError with the reason and the fix, for every other webhook.
 * @throws TypeError if a secret is unset, blank, or with white space around it, or there is none; verification is never skipped.
 */
export async function verifyWebhook({
  body,
  header,
  secrets,
  tolerance = 300,
  maxBodyBytes = 262_144,
  now = Date.now(),
}: WebhookToVerify): Promise<WebhookEvent> {
  for (const secret of secrets.length > 0 ? secrets : ['']) requireSecret(secret);
  const signed = parseSignatureHeader(header);
  if (typeof signed === 'string') return fail(signed);
  const arrived = toBytes(body);
  if (!arrived) return fail('body_not_raw');
  if (arrived.length > maxBodyBytes) return fail('body_too_large');
  // A copy: if the caller reuses the buffer meanwhile, only the verified bytes may be parsed.
  const bytes = new Uint8Array(arrived);

  for (const secret of secrets.slice(0, 5)) {
    if (!isAmong(signed.signatures, await createWebSign(secret)(`${signed.t}.`, bytes))) continue;
    const age = Math.floor(now / 1000) - Number(signed.t);
    // Negated, so that a time of NaN refuses.
    if (!(age <= tolerance)) return fail('timestamp_too_old');
    if (!(-age <= tolerance)) return fail('timestamp_too_new');
    return parseEvent(bytes) ?? fail('event_malformed');
  }
  return fail('signature_mismatch');
}

function fail(reason: SignatureErrorReason): never {
  throw new SignatureError(refuse(reason));
}
