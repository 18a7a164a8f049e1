import { ConnectionError, UnreadableError } from './errors.ts';
import type { SecretMask } from './secret-mask.ts';

export interface ExchangeOptions {
  readonly apiKey: string;
  readonly fetch: (request: Request) => Promise<Response>;
  readonly mask: SecretMask;
}

/**
 * Sends one request with the API key, and reads its answer to the end: the innermost layer, and the only one that has the
 * key. Rejects with a ConnectionError where there is no answer, an UnreadableError where it breaks off.
 */
export function createExchange({ apiKey, fetch, mask }: ExchangeOptions): (request: Request) => Promise<Response> {
  return async (request) => {
    const headers = new Headers(request.headers);
    headers.set('Authorization', `Bearer ${apiKey}`);
    let response: Response | undefined;
    try {
      response = await fetch(new Request(request, { headers }));
      const text = mask.text(await response.text());
      // An answer without a body may not even be given an empty one.
      return new Response(text || null, response);
    } catch (thrown) {
      const cause = mask.cause(thrown);
      if (!response)
        throw new ConnectionError(`No answer from ${new URL(request.url).origin}: ${deepest(cause)}`, { cause });
      throw new UnreadableError(`The answer ${response.status} broke off: ${deepest(cause)}`, {
        status: response.status,
        requestId: response.headers.get('Request-Id') ?? undefined,
        cause,
      });
    }
  };
}

/** fetch hides what happened in the cause of its error. */
function deepest({ message, cause }: Error): string {
  // Copied by SecretMask: a cause is an error.
  return cause ? deepest(cause as Error) : message;
}
