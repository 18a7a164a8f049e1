import { ConnectionError, UnreadableError } from '../errors.ts';
import type { Exchange } from './middleware.ts';
import type { BookingClientOptions } from '../options.ts';

export interface ExchangeOptions extends Pick<BookingClientOptions, 'fetch'> {
  readonly apiKey: string;
}

/** What fetch throws, as far as it is shown. */
interface Thrown {
  readonly message?: string;
  /** Node's, which has no message where several addresses were tried: `ECONNREFUSED`. */
  readonly code?: string;
  readonly cause?: unknown;
}

/**
 * Sends one request with the API key, and reads its answer to the end: the innermost layer, and the only one that has the
 * key. Rejects with a ConnectionError where there is no answer, an UnreadableError where it breaks off. Nothing that it gives
 * or throws shows the key, even if the other side or a custom fetch repeats it.
 */
export function createExchange({ apiKey, fetch = (request) => globalThis.fetch(request) }: ExchangeOptions): Exchange {
  const masked = (text: string) => text.replaceAll(apiKey, 'sk_***');

  return async (request, init) => {
    let response: Response | undefined;
    try {
      // One of its own, which nobody else sees.
      const sent = new Request(request, init);
      sent.headers.set('Authorization', `Bearer ${apiKey}`);
      response = await fetch(sent);
      const text = masked(await response.text());
      // An answer without a body may not even be given an empty one.
      // It can be read as often as one likes, and at once: as a stream, each time would cost a tenth of the call.
      return Object.assign(new Response(text || null, response), {
        clone() {
          return this;
        },
        text: async () => text,
        json: async () => JSON.parse(text) as unknown,
      });
    } catch (thrown) {
      // fetch hides what happened in the cause of its error. Any value may be thrown.
      const { cause: happened = thrown } = Object(thrown) as Thrown;
      const { message, code } = Object(happened) as Thrown;
      // Only what it says: whatever else hangs on what was thrown may hold the request.
      const cause = new Error(masked(String(message || code || happened)));
      if (response) {
        // Of the broken answer only what it began with: what hangs on a stream may lead to the request.
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
