import { ConnectionError, UnreadableError } from '../errors.ts';
import type { Exchange } from './middleware.ts';
import type { BookingClientOptions } from '../options.ts';

export interface ExchangeOptions {
  readonly fetch: BookingClientOptions['fetch'] | undefined;
  /** Returns the API key. Throws TypeError if it is malformed. */
  readonly readKey: () => string;
}

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
export function createExchange({ readKey, fetch }: ExchangeOptions): Exchange {
  return async (request, init) => {
    const apiKey = readKey();
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
