import { ConnectionError, UnreadableError } from '../errors.ts';
import type { Exchange } from './middleware.ts';
import type { BookingClientOptions } from '../options.ts';

export interface ExchangeOptions extends Pick<BookingClientOptions, 'fetch'> {
  readonly apiKey: string;
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
export function createExchange({ apiKey, fetch = (request) => globalThis.fetch(request) }: ExchangeOptions): Exchange {
  const masked = (text: string) => text.replaceAll(apiKey, 'sk_***');

  return async (request, init) => {
    let response: Response | undefined;
    try {
      // A new request: no other code sees the key on it.
      const sent = new Request(request, init);
      sent.headers.set('Authorization', `Bearer ${apiKey}`);
      response = await fetch(sent);
      const text = masked(await response.text());
      // A response whose status forbids a body does not accept an empty string either.
      // The overrides make repeated reads possible and avoid streams: each stream would add a tenth to the time of a call.
      return Object.assign(new Response(text || null, response), {
        clone() {
          return this;
        },
        text: async () => text,
        json: async () => JSON.parse(text) as unknown,
      });
    } catch (thrown) {
      // fetch puts the reason into the cause of its error. A custom fetch may throw any value.
      const { cause: happened = thrown } = Object(thrown) as Thrown;
      const { message, code } = Object(happened) as Thrown;
      // Only the message: other properties of the thrown value may hold the request.
      const cause = new Error(masked(String(message || code || happened)));
      if (response) {
        // Only status and headers: the stream of the broken response may lead to the request.
        const { status } = response;
        throw new UnreadableError(`${status} broke off: ${cause.message}`, {
          response: new Response(null, response),
          cause,
        });
      }
      throw new ConnectionError(cause.message, { cause });
    }
  };
}
