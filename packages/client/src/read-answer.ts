import { type BookingClientError, RefusedError, UnreadableError, WrongModeError } from './errors.ts';
import type { ErrorDetail } from './resources.ts';
import { retryAfter } from './retry-policy.ts';

/** What an answer is read for. */
export interface AnswerText {
  /** The operation's name, for messages. */
  readonly name: string;
  readonly response: Response;
  readonly text: string;
  /** Of the key: what an answer's own livemode must say. */
  readonly livemode: boolean;
  readonly now: number;
}

interface Body {
  readonly error?: unknown;
  readonly error_code?: unknown;
  readonly details?: readonly ErrorDetail[];
  readonly livemode?: unknown;
}

/** What is wrong with an answer: a refusal, or a body that the contract does not know. Undefined where nothing is. */
export function findFault({ name, response, text, livemode, now }: AnswerText): BookingClientError | undefined {
  const { status, headers, ok } = response;
  const body = parse(text);
  if (body && ok) {
    if (![livemode, undefined].includes(body.livemode as boolean | undefined)) {
      return new WrongModeError(
        `${name}: got livemode ${String(body.livemode)} with a key of the other mode. Check baseUrl.`,
        { status },
      );
    }
    return undefined;
  }
  // The older refusals have their code in `error`, the newer ones in `error_code` beside a message (ERR-1, ERR-2).
  const code = body?.error_code ?? body?.error;
  if (!body || typeof code !== 'string' || !/^[a-z_]+$/.test(code)) {
    const type = headers.get('Content-Type') ?? 'no type';
    return new UnreadableError(
      `${name}: answer ${status} is not the service's: ${text.length} characters of ${type}.`,
      { status },
    );
  }
  const [at] = body.details ?? [];
  const asked_ms = retryAfter(headers, now);
  return new RefusedError(`${name}: ${status} ${code}. ${String(body.error)}${at ? ` ${at.path} ${at.message}` : ''}`, {
    status,
    code,
    details: body.details,
    retry_after_seconds: asked_ms === undefined ? undefined : asked_ms / 1000,
  });
}

function parse(text: string): Body | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? body : undefined;
  } catch {
    return undefined;
  }
}
