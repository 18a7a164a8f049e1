/**
 * Verifies a webhook (SIG-3, SIG-5) in this order:
 *
 * 1. Read the header and the body, up to a maximum size. Parse nothing yet.
 * 2. For each secret, compute the signature over `<t>.<raw body>`. Compare it with each received one in constant time.
 * 3. Check the age. Then parse the event.
 */
import type { RefusedWebhook, Suspect } from './usual-mistakes.ts';
import { type Clock, parseEvent, type RawBody, systemClock, toBytes } from '../input.ts';
import type { WebhookEvent } from '../events.ts';
import { delivery } from '../../generated/delivery.ts';
import { createSigningKey, type SigningKey } from '../signing/sign.ts';
import { requireSecret } from '../signing/web-hmac.ts';
import {
  findHeader,
  type HeaderSource,
  isAmong,
  parseSignatureHeader,
  type Refusal,
  refuse,
  SignatureError,
} from './signature.ts';

/** The default difference between the time of a signature and now, in seconds (SIG-5). */
export const DEFAULT_TOLERANCE: number = delivery.signature.tolerance_seconds;

const DEFAULT_MAX_BODY_BYTES = 262_144;
const MAX_SECRETS = 5;

/** Options of {@link createVerifier}. */
export interface VerifierOptions {
  /**
   * One to five signing secrets, tried in this order. Use two while you rotate the secret. A function is called for each webhook, so
   * that a program without a secret can load; if it returns a promise, use the Async methods, as the receiver does.
   */
  readonly secrets: readonly string[] | (() => readonly string[] | Promise<readonly string[]>);
  /** The maximum age of a signature, in seconds, inclusive (SIG-5). Default 300. `Infinity` accepts any age. */
  readonly tolerance?: number;
  /** The maximum lead of a signature over the clock, in seconds (SIG-5). Default: `tolerance`. */
  readonly futureTolerance?: number;
  /** The maximum size of the body, in bytes. Default 262144 (256 KiB). */
  readonly maxBodyBytes?: number;
  /** The current time. Default: that of the computer. */
  readonly clock?: Clock;
  /**
   * Finds the mistake behind a wrong signature: pass `usualMistakes`. Each refused webhook then costs up to 80 more HMACs, so
   * leave it out if anyone can post to your endpoint. It never accepts a webhook. Default: none.
   */
  readonly diagnose?: (webhook: RefusedWebhook) => Iterable<Suspect>;
}

/** The details of a valid signature. */
export interface SignatureMatch {
  /** The index of the matching secret in `secrets`. Above 0, the sender still signs with an older secret. */
  readonly secretIndex: number;
  /** The time of the signature, in Unix seconds (SIG-4). */
  readonly timestamp: number;
}

/** The result of {@link Verifier.check}. */
export type Verification = ({ readonly ok: true; readonly event: WebhookEvent } & SignatureMatch) | Refusal;

/**
 * Verifies webhooks. Each method takes the raw body as it arrived (SIG-3), and the Service-Signature header or all headers.
 * The Async methods use WebCrypto and run on all runtimes. The others need node:crypto (Node, Bun, Deno).
 */
export interface Verifier {
  /** The maximum size of the body, in bytes. Code that reads a request can stop there. */
  readonly maxBodyBytes: number;
  /**
   * Returns the event of a genuine webhook. Its type may be unknown (EVT-4).
   *
   * @throws SignatureError with the reason and the fix, for every other webhook.
   */
  verify(body: RawBody, headers: HeaderSource): WebhookEvent;
  /** Like `verify`, on any runtime. Rejects with the SignatureError. */
  verifyAsync(body: RawBody, headers: HeaderSource): Promise<WebhookEvent>;
  /** Like `verify`, but returns a refusal instead of throwing it, and returns which secret matched. */
  check(body: RawBody, headers: HeaderSource): Verification;
  /** Like `check`, on any runtime. */
  checkAsync(body: RawBody, headers: HeaderSource): Promise<Verification>;
  /**
   * Like `verify`, but does not parse the body.
   *
   * @throws SignatureError for every webhook that is not genuine, never with `event_malformed`.
   */
  verifyRaw(body: RawBody, headers: HeaderSource): SignatureMatch;
}

/** One HMAC that a verification needs. */
interface Computation {
  readonly key: SigningKey;
  readonly prefix: string;
  readonly body: Uint8Array;
}

/**
 * Creates a verifier for webhooks of the service (SIG-1..3, SIG-5).
 *
 * @throws TypeError without a secret, or if one of them is unset, blank, or has white space around it; verification is never skipped.
 * @throws RangeError if there are more than five secrets, or an option is not a number from 0 up.
 */
export function createVerifier({
  secrets,
  tolerance = DEFAULT_TOLERANCE,
  futureTolerance = tolerance,
  maxBodyBytes = DEFAULT_MAX_BODY_BYTES,
  clock = systemClock,
  diagnose,
}: VerifierOptions): Verifier {
  const load = typeof secrets === 'function' ? secrets : undefined;
  const fixed = load ? [] : toSigningKeys(secrets);
  for (const [option, value] of Object.entries({ tolerance, futureTolerance, maxBodyBytes })) {
    if (typeof value !== 'number' || !(value >= 0)) {
      throw new RangeError(`${option} is ${String(value)}. Use a number from 0 up.`);
    }
  }

  /** Runs the steps above. It yields each HMAC to compute, so that the same code runs synchronously and asynchronously. */
  function* match(
    keys: readonly SecretKey[],
    body: RawBody,
    headers: HeaderSource,
  ): Generator<Computation, Matched | Refusal, string> {
    const header = parseSignatureHeader(findHeader(headers));
    if (typeof header === 'string') return refuse(header);
    // A string has at least as many UTF-8 bytes as code units, so a string that is too long is refused without a copy.
    const bytes = typeof body === 'string' && body.length > maxBodyBytes ? body : toBytes(body);
    if (bytes === undefined) return refuse('body_not_raw');
    if (typeof bytes === 'string' || bytes.length > maxBodyBytes) return refuse('body_too_large');

    const { t, signatures } = header;
    const prefix = `${t}.`;
    for (const [secretIndex, { key }] of keys.entries()) {
      if (!isAmong(signatures, yield { key, prefix, body: bytes })) continue;
      const timestamp = Number(t);
      const age = Math.floor(clock.now().getTime() / 1000) - timestamp;
      // Negated, so that a clock that returns NaN refuses.
      if (!(age <= tolerance)) return refuse('timestamp_too_old');
      return -age <= futureTolerance ? { secretIndex, timestamp, body: bytes } : refuse('timestamp_too_new');
    }
    const tried = keys.map(({ secret }) => secret);
    for (const { secret, body: original, mistake } of diagnose?.({ secrets: tried, body: bytes }) ?? []) {
      const key = createSigningKey(secret);
      if (isAmong(signatures, yield { key, prefix, body: original })) return refuse('signature_mismatch', mistake);
    }
    return refuse('signature_mismatch');
  }

  function matchNow(body: RawBody, headers: HeaderSource): Matched | Refusal {
    const steps = match(load ? toSigningKeys(load()) : fixed, body, headers);
    let step = steps.next();
    while (!step.done) step = steps.next(step.value.key.sign(step.value.prefix, step.value.body));
    return step.value;
  }

  async function matchAsync(body: RawBody, headers: HeaderSource): Promise<Matched | Refusal> {
    // A copy: if the caller reuses the buffer meanwhile, only the verified bytes may be parsed.
    const bytes = typeof body === 'string' ? undefined : toBytes(body);
    const keys = load ? toSigningKeys(await load()) : fixed;
    const steps = match(keys, bytes && bytes.length <= maxBodyBytes ? new Uint8Array(bytes) : body, headers);
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
    verify: (body, headers) => requireMatch(check(body, headers)).event,
    verifyAsync: async (body, headers) => requireMatch(await checkAsync(body, headers)).event,
    verifyRaw(body, headers) {
      const { body: _body, ...matched } = requireMatch(matchNow(body, headers));
      return matched;
    },
  };
}

/** A webhook with a valid signature and age. */
type Matched = SignatureMatch & { readonly body: Uint8Array };

function toVerification(matched: Matched | Refusal): Verification {
  if ('ok' in matched) return matched;
  const { body, ...match } = matched;
  const event = parseEvent(body);
  return event === undefined ? refuse('event_malformed') : { ok: true, event, ...match };
}

/** Returns a match. Throws a SignatureError for a refusal. */
function requireMatch<T extends object>(found: T | Refusal): T {
  if ('reason' in found) throw new SignatureError(found);
  return found;
}

interface SecretKey {
  readonly secret: string;
  readonly key: SigningKey;
}

function toSigningKeys(secrets: unknown): SecretKey[] {
  if (!Array.isArray(secrets) || secrets.length === 0) {
    throw new TypeError('The signing secret is not in an array. A promise of one needs an Async method.');
  }
  if (secrets.length > MAX_SECRETS) {
    throw new RangeError(`Pass at most ${MAX_SECRETS} secrets, not ${secrets.length}.`);
  }
  return secrets.map((secret: unknown) => {
    requireSecret(secret);
    return { secret, key: createSigningKey(secret) };
  });
}
