/**
 * The idempotency keys of the stand-in, as Stripe documents them. A repeated key returns the stored response, also a failure of
 * Stripe's. Other parameters under the same key are refused. While its first request is in progress, others with the key get 409.
 * Nothing is stored for a request that did not begin: an unknown key of the API, a rate limit or a conflict.
 */
export interface Answer {
  readonly status: number;
  readonly body: object;
}

export interface IdempotencyKeys {
  /** Returns the stored response to the key, or handles the request and stores its response. */
  once(key: string | undefined, parameters: string, handle: () => Answer | Promise<Answer>): Promise<Answer>;
  /** Forgets the keys, as Stripe does after a day. */
  readonly forget: () => void;
}

export function createIdempotencyKeys(): IdempotencyKeys {
  const stored = new Map<string, { readonly parameters: string; answer: Answer | undefined }>();
  return {
    async once(key, parameters, handle) {
      if (key === undefined) return handle();
      const before = stored.get(key);
      if (before && before.parameters !== parameters) return errorOf(400);
      if (before) return before.answer ?? errorOf(409, 'idempotency_key_in_use');
      const entry = { parameters, answer: undefined as Answer | undefined };
      stored.set(key, entry);
      const answer = await handle();
      // A later response does not change this one.
      if ([401, 403, 409, 429].includes(answer.status)) stored.delete(key);
      else entry.answer = { ...answer, body: structuredClone(answer.body) };
      return answer;
    },
    forget: () => stored.clear(),
  };
}

function errorOf(status: number, code?: string): Answer {
  return { status, body: { error: { type: 'idempotency_error', ...(code !== undefined && { code }) } } };
}
