/**
 * How a webhook is verified (SIG-3, SIG-5), in this order:
 *
 * 1. read the header and the body: bounded, nothing is parsed yet;
 * 2. for each secret compute the signature over `<t>.<raw body>` and compare it with each that came, in constant time;
 * 3. only then judge the age, and only then parse the event.
 */
import type { RefusedWebhook, Suspect } from './usual-mistakes.ts';
import type { WebhookEvent } from '../events.ts';
import { delivery } from '../../generated/delivery.ts';
import { createSigningKey } from '../signing/hmac.ts';
import type { SigningKey } from '../signing/hmac.ts';
import { isAmong } from './is-among.ts';
import { parseEvent } from '../parse-event.ts';
import { toBytes } from '../raw-body.ts';
import type { RawBody } from '../raw-body.ts';
import { requireSecret } from '../signing/require-secret.ts';
import { refuse, SignatureError } from './signature-error.ts';
import type { Refusal } from './signature-error.ts';
import { parseSignatureHeader } from './signature-header.ts';
import { findHeader } from './find-header.ts';
import type { HeaderSource } from './find-header.ts';

/** How far a signature's time may lie from now when nothing else is set, in seconds (SIG-5). */
export const DEFAULT_TOLERANCE: number = delivery.signature.tolerance_seconds;

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
  /**
   * Finds why a signature does not match: give `usualMistakes`. Each refused webhook then costs up to 80 more HMACs, so
   * leave it out where anybody may post. It never accepts what would be refused. Default: none.
   */
  readonly diagnose?: (webhook: RefusedWebhook) => Iterable<Suspect>;
}

/** What a signature that holds tells. */
export interface SignatureMatch {
  /** Index in `secrets` of the one that matched: above 0 the sender still signs with an older secret. */
  readonly secretIndex: number;
  /** When this attempt was signed, in Unix seconds (SIG-4). */
  readonly timestamp: number;
}

/** What {@link Verifier.check} found. */
export type Verification = ({ readonly ok: true; readonly event: WebhookEvent } & SignatureMatch) | Refusal;

/**
 * Verifies webhooks. Each function takes the raw body as it arrived (SIG-3), and the Service-Signature header or all headers.
 * The Async ones use WebCrypto and run everywhere, the others need node:crypto (Node, Bun, Deno).
 */
export interface Verifier {
  /** The longest body accepted, in bytes: whoever reads a request may stop there. */
  readonly maxBodyBytes: number;
  /**
   * Returns the event of a genuine webhook. Its type may be one this version does not know (EVT-4).
   *
   * @throws SignatureError with the reason and the fix, for every other webhook.
   */
  verify(body: RawBody, headers: HeaderSource): WebhookEvent;
  /** Like `verify`, on any runtime. Rejects with the SignatureError. */
  verifyAsync(body: RawBody, headers: HeaderSource): Promise<WebhookEvent>;
  /** Like `verify`, but returns the refusal instead of throwing it, and tells which secret matched. */
  check(body: RawBody, headers: HeaderSource): Verification;
  /** Like `check`, on any runtime. */
  checkAsync(body: RawBody, headers: HeaderSource): Promise<Verification>;
  /**
   * Like `verify`, but leaves the body alone: for whoever parses it elsewhere, or passes it on.
   *
   * @throws SignatureError for every webhook that is not genuine; never `event_malformed`.
   */
  verifyRaw(body: RawBody, headers: HeaderSource): SignatureMatch;
}

/** One HMAC that the steps of a verification ask for. */
interface Computation {
  readonly key: SigningKey;
  readonly prefix: string;
  readonly body: Uint8Array;
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
  diagnose,
}: VerifierOptions): Verifier {
  const keys = toSigningKeys(secrets);
  for (const [option, value] of Object.entries({ tolerance, futureTolerance, maxBodyBytes })) {
    if (typeof value !== 'number' || !(value >= 0)) {
      throw new RangeError(`${option} is ${String(value)}: give a number from 0 up.`);
    }
  }

  /** The steps above. Each HMAC is asked for with a yield, so that the same steps run at once and awaited. */
  function* match(body: RawBody, headers: HeaderSource): Generator<Computation, Matched | Refusal, string> {
    const header = parseSignatureHeader(findHeader(headers));
    if (typeof header === 'string') return refuse(header);
    // A string has at least as many UTF-8 bytes as code units: too long a one is refused before it is copied.
    const bytes = typeof body === 'string' && body.length > maxBodyBytes ? body : toBytes(body);
    if (bytes === undefined) return refuse('body_not_raw');
    if (typeof bytes === 'string' || bytes.length > maxBodyBytes) return refuse('body_too_large');

    const { t, signatures } = header;
    const prefix = `${t}.`;
    for (const [secretIndex, key] of keys.entries()) {
      if (!isAmong(signatures, yield { key, prefix, body: bytes })) continue;
      const timestamp = Number(t);
      const age = Math.floor(now() / 1000) - timestamp;
      // Written so that a clock that gives no number refuses.
      if (!(age <= tolerance)) return refuse('timestamp_too_old');
      return -age <= futureTolerance ? { secretIndex, timestamp, body: bytes } : refuse('timestamp_too_new');
    }
    for (const { secret, body: meant, says } of diagnose?.({ secrets, body: bytes }) ?? []) {
      const key = createSigningKey(secret);
      if (isAmong(signatures, yield { key, prefix, body: meant })) return refuse('signature_mismatch', says);
    }
    return refuse('signature_mismatch');
  }

  function matchNow(body: RawBody, headers: HeaderSource): Matched | Refusal {
    const steps = match(body, headers);
    let step = steps.next();
    while (!step.done) step = steps.next(step.value.key.sign(step.value.prefix, step.value.body));
    return step.value;
  }

  async function matchAsync(body: RawBody, headers: HeaderSource): Promise<Matched | Refusal> {
    // Bytes are copied: a buffer that is filled anew meanwhile must not be parsed in place of what was verified.
    const bytes = typeof body === 'string' ? undefined : toBytes(body);
    const steps = match(bytes && bytes.length <= maxBodyBytes ? new Uint8Array(bytes) : body, headers);
    let step = steps.next();
    while (!step.done) step = steps.next(await step.value.key.signAsync(step.value.prefix, step.value.body));
    return step.value;
  }

  const check = (body: RawBody, headers: HeaderSource) => toVerification(matchNow(body, headers));
  const checkAsync = async (body: RawBody, headers: HeaderSource) => toVerification(await matchAsync(body, headers));
  return {
    maxBodyBytes,
    check,
    checkAsync,
    verify: (body, headers) => orThrow(check(body, headers)).event,
    verifyAsync: async (body, headers) => orThrow(await checkAsync(body, headers)).event,
    verifyRaw(body, headers) {
      const { secretIndex, timestamp } = orThrow(matchNow(body, headers));
      return { secretIndex, timestamp };
    },
  };
}

/** A webhook whose signature and age hold. */
type Matched = SignatureMatch & { readonly body: Uint8Array };

function toVerification(matched: Matched | Refusal): Verification {
  if ('ok' in matched) return matched;
  const { body, secretIndex, timestamp } = matched;
  const event = parseEvent(body);
  return event === undefined ? refuse('event_malformed') : { ok: true, event, secretIndex, timestamp };
}

function orThrow<T extends object>(found: T | Refusal): T {
  if ('reason' in found) throw new SignatureError(found);
  return found;
}

function toSigningKeys(secrets: readonly string[]): SigningKey[] {
  if (!Array.isArray(secrets) || secrets.length === 0) {
    throw new TypeError('No signing secret: give secrets as an array of at least one.');
  }
  if (secrets.length > MAX_SECRETS) {
    throw new RangeError(`${secrets.length} signing secrets: give at most ${MAX_SECRETS}.`);
  }
  return secrets.map((secret: unknown) => {
    requireSecret(secret);
    return createSigningKey(secret);
  });
}
