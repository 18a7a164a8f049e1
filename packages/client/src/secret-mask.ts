/** Makes a text, or the cause of a failure, safe to show: without the API key. */
export interface SecretMask {
  readonly text: (text: string) => string;
  /**
   * A copy of what fetch threw, of its message, code and cause, each without the key. Whatever else hangs on it stays behind:
   * a custom fetch may hang the request there.
   */
  readonly cause: (thrown: unknown) => Error;
}

export function createSecretMask(apiKey: string): SecretMask {
  const text = (shown: string) => shown.replaceAll(apiKey, 'sk_…');

  function cause(thrown: unknown): Error {
    // Any value may be thrown; an error of Node's has a code.
    const {
      message = String(thrown),
      code,
      cause: deeper,
    } = Object(thrown) as { message?: string; code?: unknown; cause?: unknown };
    return Object.assign(new Error(text(message || String(code))), {
      ...(typeof code === 'string' && { code }),
      ...(deeper !== undefined && { cause: cause(deeper) }),
    });
  }

  return { text, cause };
}
