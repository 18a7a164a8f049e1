/** Reads a response: a refusal, a foreign body, the rest of the rate limit. */
import { RefusedError, UnreadableError, WrongModeError } from '../errors.ts';
import { bodiless, limitHeaders } from '../../generated/tables.ts';
import type { RateLimit } from './record.ts';
import type { ErrorDetail } from '../resources/resources.ts';

interface Body {
  /** A string in every refusal. In a foreign body it may be of any type; the message shows it as text. */
  readonly error?: string;
  readonly error_code?: unknown;
  readonly details?: readonly ErrorDetail[];
  readonly livemode?: boolean;
}

/**
 * Rejects if the response is a refusal, its body is not in the contract, or its livemode is not that of the key. Messages
 * begin with `name`, the operation's.
 */
export async function checkResponse(response: Response, name: string, livemode: boolean): Promise<void> {
  const { status, ok } = response;
  const body = (await response
    .clone()
    .json()
    .catch(() => null)) as Body | null;
  // The older refusals have their code in `error`, the newer ones in `error_code` beside a message (ERR-1, ERR-2).
  const { error, error_code: code = error, details, livemode: got = livemode } = body ?? {};
  if (ok && (body instanceof Object || bodiless.includes(name))) {
    if (got === livemode) return;
    throw new WrongModeError(`${name}: livemode ${got}.`, { response });
  }
  if (!ok && typeof code === 'string' && /^[a-z_]+$/.test(code)) {
    // An older refusal has no message, only its code.
    const why = error === code ? error : `${code}. ${error}`;
    const fields = details?.map((field) => ` ${field.path} ${field.message}`) ?? '';
    // oxlint-disable-next-line typescript/restrict-template-expressions -- an array as text has a comma after each field.
    throw new RefusedError(`${name}: ${status} ${why}${fields}`, { response, code, details });
  }
  throw new UnreadableError(`${name}: ${status} is not the service's.`, { response });
}

/** Returns the rate limit of the response. Undefined without its headers. */
export function readRateLimit(headers: Headers): RateLimit | undefined {
  const read = (name: 'limit' | 'remaining' | 'reset') => Number(headers.get(limitHeaders[name]) ?? NaN);
  const limit = read('limit');
  return limit >= 0 ? { limit, remaining: read('remaining'), reset_seconds: read('reset') } : undefined;
}
