import { ConnectionError, RefusedError, UnreadableError, WrongModeError } from '../errors.ts';
import type { Exchange, RateLimit } from './middleware.ts';
import { type BookingClientOptions, matching } from '../options.ts';
import { limitHeaders, operationTable } from '../../generated/tables.ts';
import type { ErrorDetail } from '../resources/resources.ts';

/** The properties of a thrown value that messages show. */
interface Thrown {
  readonly message?: string;
  /** The code of a Node error, such as `ECONNREFUSED`. After several failed addresses it has no message. */
  readonly code?: string;
  readonly cause?: unknown;
}

/**
 * Sends one request with the API key, and reads the whole response. This is the innermost layer, and the only one that has
 * the key. Rejects with a ConnectionError without a response, and with an UnreadableError if the response breaks off. Its
 * responses and errors never contain the key, even if the other side or a custom fetch repeats it.
 */
export function createExchange(
  fetch: BookingClientOptions['fetch'],
): (apiKey: string, ...sent: Parameters<Exchange>) => Promise<Response> {
  return async (apiKey, request, init) => {
    const masked = (text: string) => text.replaceAll(apiKey, 'sk_***');
    let response: Response | undefined;
    try {
      // New headers: no other code sees the key on them.
      const headers = new Headers(init?.headers ?? (request as Request).headers);
      headers.set('Authorization', `Bearer ${apiKey}`);
      const sent = { ...init, headers };
      response = await (fetch ? fetch(new Request(request, sent)) : globalThis.fetch(request, sent));
      const text = masked(await response.text());
      let data: unknown;
      // The overrides make repeated reads possible. A new response would need a stream, a tenth of the time of a call.
      return Object.assign(response, {
        clone: () => response as Response,
        text: async () => text,
        json: async () => (data ??= text ? JSON.parse(text) : undefined),
      });
    } catch (thrown) {
      // fetch puts the reason into the cause of its error. A custom fetch may throw any value.
      const { cause: happened = thrown } = Object(thrown) as Thrown;
      const { message, code } = Object(happened) as Thrown;
      // Only the message: other properties of the thrown value may hold the request.
      const cause = new Error(masked(String(message || code || happened)));
      throw response
        ? // Only status and headers: the stream of the broken response may lead to the request.
          new UnreadableError(`${response.status} broke off: ${cause.message}`, {
            response: new Response(null, response),
            cause,
          })
        : new ConnectionError(cause.message, { cause });
    }
  };
}

interface Body {
  /** A string in every refusal. In a foreign body it may be of any type; the message shows it as text. */
  readonly error?: string;
  readonly error_code?: unknown;
  readonly details?: readonly ErrorDetail[];
  readonly livemode?: boolean;
  readonly object?: unknown;
}

const operations: Readonly<Record<string, string | undefined>> = operationTable;

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
  // The older refusals have their code in `error`, too, and older services in `error` alone (ERR-1, ERR-2).
  const { error, error_code: code = error, details, livemode: got = livemode } = body ?? {};
  const object = operations[name]?.split(' ')[2];
  if (ok && (object === '-' || (body instanceof Object && (!object || body.object === object)))) {
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
  const start = JSON.stringify((await response.clone().text()).slice(0, 60));
  throw new UnreadableError(
    `${name}: ${status} ${response.headers.get('Content-Type')} is not the service's: ${start}.`,
    { response },
  );
}

/** Returns the rate limit of the response. Undefined without its headers. */
export function readRateLimit(headers: Headers): RateLimit | undefined {
  const read = (name: 'limit' | 'remaining' | 'reset') => Number(headers.get(limitHeaders[name]) ?? NaN);
  const limit = read('limit');
  return limit >= 0 ? { limit, remaining: read('remaining'), reset_seconds: read('reset') } : undefined;
}

/**
 * Fills the parameters into a path. An empty value, `.` and `..` would select another path: the
 * parent of the resource.
 *
 * @throws TypeError before anything is sent.
 */
export function guardPath(path: string, parameters: Readonly<Record<string, unknown>> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    return encodeURIComponent(matching(name, /[^.]|.{3}/, parameters[name]));
  });
}
