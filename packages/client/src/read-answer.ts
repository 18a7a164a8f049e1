/** What an answer says: a refusal, something that is not the service's, what is left of the window. */
import { RefusedError, UnreadableError, WrongModeError } from './errors.ts';
import { limitHeaders } from './generated/tables.ts';
import type { RateLimit } from './record.ts';
import type { ErrorDetail } from './resources.ts';

/** What an answer is read for. */
export interface AnswerOptions {
  /** The operation's name, for messages. */
  readonly name: string;
  /** Of the key: what an answer's own livemode must say. */
  readonly livemode: boolean;
}

interface Body {
  readonly error?: unknown;
  readonly error_code?: unknown;
  readonly details?: readonly ErrorDetail[];
  readonly livemode?: unknown;
}

/** Rejects where an answer is a refusal, or nothing that the contract knows. */
export async function checkAnswer(response: Response, { name, livemode }: AnswerOptions): Promise<void> {
  const { status, headers, ok } = response;
  const text = await response.clone().text();
  const body = parse(text);
  // The older refusals have their code in `error`, the newer ones in `error_code` beside a message (ERR-1, ERR-2).
  const { error, error_code: code = error, details, livemode: got = livemode } = body ?? {};
  if (body && ok) {
    if (got === livemode) return;
    throw new WrongModeError(`${name}: livemode ${String(got)} does not fit the key.`, { response });
  }
  if (typeof code === 'string' && /^[a-z_]+$/.test(code)) {
    const { path = '', message = '' } = details?.[0] ?? {};
    throw new RefusedError(`${name}: ${status} ${code}. ${String(error)} ${path} ${message}`, {
      response,
      code,
      details,
    });
  }
  const type = headers.get('Content-Type');
  throw new UnreadableError(`${name}: ${status} with ${text.length} characters of ${type}.`, { response });
}

/** What is left of the window, where an answer says so. */
export function readRateLimit(headers: Headers): RateLimit | undefined {
  const read = (name: 'limit' | 'remaining' | 'reset') => Number(headers.get(limitHeaders[name]) ?? NaN);
  const limit = read('limit');
  return limit >= 0 ? { limit, remaining: read('remaining'), reset_seconds: read('reset') } : undefined;
}

/** Undefined where it is no JSON object. */
function parse(text: string): Body | undefined {
  try {
    // A value of another type has none of the fields of an object.
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body ? body : undefined;
  } catch {
    return undefined;
  }
}
