import { mask, maskSecrets } from './masking.ts';

/** The form of an error in the log. */
export interface ErrorLine {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  readonly stack?: string;
  readonly cause?: ErrorLine;
}

/** Fields with personal data or secrets. Everything inside them is masked too. */
const personalNames: readonly string[] = ['metadata', 'webhook_url', 'signing_secret', 'answer', 'body'];
const maxDepth = 8;
const maxLength = 8000;
const maxText = 300;

/**
 * Converts an error for the log: its type, message, code, stack and causes. Secrets and the personal fields of `about` are masked,
 * because an error may quote the input that caused it. `personal` names further ones.
 */
export function errorLine(error: unknown, about?: unknown, personal: readonly string[] = []): ErrorLine {
  const names = new Set([...personalNames, ...personal]);
  const quoted = [...new Set(personalTexts(about, names))].toSorted((a, b) => b.length - a.length).map(toPattern);
  const clean = (text: string) =>
    maskSecrets(quoted.reduce((left, pattern) => left.replaceAll(pattern, mask), text)).slice(0, maxLength);

  /** Accepts every thrown value, also an object whose fields throw. */
  function toLine(thrown: unknown, depth: number): ErrorLine {
    try {
      return readLine(thrown, depth);
    } catch {
      return { type: typeof thrown, message: 'The thrown value cannot be read.' };
    }
  }

  function readLine(thrown: unknown, depth: number): ErrorLine {
    if (!(thrown instanceof Error)) return { type: typeof thrown, message: clean(String(thrown)) };
    const { name, message, stack, cause } = thrown;
    const code = 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : undefined;
    return {
      type: clean(name),
      message: clean(message),
      ...(code !== undefined && { code: clean(code) }),
      ...(stack !== undefined && { stack: clean(stack) }),
      ...(cause !== undefined && depth < maxDepth && { cause: toLine(cause, depth + 1) }),
    };
  }
  return toLine(error, 0);
}

/** Returns the message of an error and of its cause in one line, for people: at most `maxText` characters. */
export function errorText({ message, cause }: ErrorLine): string {
  const text = cause === undefined ? message : `${message.replace(/\.$/, '')}: ${cause.message}`;
  // PostgreSQL stores neither a lone surrogate, which a cut can leave, nor the character 0.
  return text.replaceAll('\0', '').slice(0, maxText).toWellFormed();
}

/** Yields every text in the personal fields of the value. */
function* personalTexts(
  value: unknown,
  personal: ReadonlySet<string>,
  isPersonal = false,
  depth = 0,
): Generator<string> {
  if (typeof value === 'string' && isPersonal && value !== '') yield value;
  if (typeof value !== 'object' || value === null || depth > maxDepth) return;
  for (const [name, field] of Object.entries(value)) {
    yield* personalTexts(field, personal, isPersonal || personal.has(name), depth + 1);
  }
}

/** Matches the text as a whole word, in any case: the name Al does not match in already. */
function toPattern(text: string): RegExp {
  const literal = text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
  return new RegExp(`(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])`, 'giu');
}
