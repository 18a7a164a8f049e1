/**
 * Sends a request whose response is read to a bound. The service reads every response from outside by this, or has a bound of its own
 * (shared-resources.yaml of the server's tests):
 *  1. identity  requests a response without compression, and follows no redirect unless the caller asks for it
 *  2. read      counts the bytes as they arrive, after decompressing a response that is compressed anyway. One byte beyond the bound
 *               closes the connection, so neither memory nor the work of a decompression grows with what the other side sends
 */

/** A response is longer than its bound. */
export class ResponseTooLargeError extends Error {
  override readonly name = 'ResponseTooLargeError';
  readonly code = 'RESPONSE_TOO_LARGE';

  constructor(max_bytes: number) {
    super(`The response has more than ${max_bytes} bytes.`);
  }
}

/**
 * Creates a `fetch` for responses of at most `max_bytes`. It resolves with a complete response, and rejects with a ResponseTooLargeError, or
 * as `fetch` does. The signal of a request also ends the read.
 */
export function createBoundedFetch(max_bytes: number): typeof fetch {
  return async (input, init) => {
    const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined));
    headers.set('Accept-Encoding', 'identity');
    const response = await fetch(input, { redirect: 'manual', ...init, headers });
    const { status, statusText } = response;
    const bytes = await readBytes(response, max_bytes);
    return new Response(hasNoBody(status) ? null : bytes, { status, statusText, headers: response.headers });
  };
}

/** The statuses whose response has no body (Fetch standard). */
const hasNoBody = (status: number): boolean => status === 204 || status === 205 || status === 304;

async function readBytes({ body, headers }: Response, max_bytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const tooLarge = new ResponseTooLargeError(max_bytes);
  if (Number(headers.get('Content-Length')) > max_bytes) {
    await body?.cancel();
    throw tooLarge;
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    // Leaving the loop closes the connection.
    if (length > max_bytes) throw tooLarge;
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}
