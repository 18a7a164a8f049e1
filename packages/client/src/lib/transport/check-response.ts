/** What an answer says: a refusal, something that is not the service's, what is left of the window. */
import { RefusedError, UnreadableError, WrongModeError } from '../errors.ts';
import { limitHeaders } from '../../generated/tables.ts';
import type { RateLimit } from './record.ts';
import type { ErrorDetail } from '../resources/resources.ts';

/** What an answer is read for. */
export interface CheckOptions {
  /** The operation's name, for messages. */
  readonly name: string;
  /** Of the key: what an answer's own livemode must say. */
  readonly livemode: boolean;
}

interface Body {
  /** Text in every refusal; of another's answer nothing is known, and whatever it is, it is shown as text. */
  readonly error?: string;
  readonly error_code?: unknown;
  readonly details?: readonly ErrorDetail[];
  readonly livemode?: boolean;
}

/** Rejects where an answer is a refusal, or nothing that the contract knows. */
export async function checkResponse(response: Response, { name, livemode }: CheckOptions): Promise<void> {
  const { status, ok } = response;
  const body = (await response
    .clone()
    .json()
    .catch(() => null)) as Body | null;
  // The older refusals have their code in `error`, the newer ones in `error_code` beside a message (ERR-1, ERR-2).
  const { error, error_code: code = error, details, livemode: got = livemode } = body ?? {};
  if (ok && body instanceof Object) {
    if (got === livemode) return;
    throw new WrongModeError(`${name}: livemode ${got}.`, { response });
  }
  if (!ok && typeof code === 'string' && /^[a-z_]+$/.test(code)) {
    // An older refusal has no other words than its code.
    const why = error === code ? error : `${code}. ${error}`;
    const fields = details?.map((field) => ` ${field.path} ${field.message}`) ?? '';
    // oxlint-disable-next-line typescript/restrict-template-expressions -- as text, the list has a comma after each field.
    throw new RefusedError(`${name}: ${status} ${why}${fields}`, { response, code, details });
  }
  throw new UnreadableError(`${name}: ${status} is not the service's.`, { response });
}

/** What is left of the window, where an answer says so. */
export function readRateLimit(headers: Headers): RateLimit | undefined {
  const read = (name: 'limit' | 'remaining' | 'reset') => Number(headers.get(limitHeaders[name]) ?? NaN);
  const limit = read('limit');
  return limit >= 0 ? { limit, remaining: read('remaining'), reset_seconds: read('reset') } : undefined;
}
