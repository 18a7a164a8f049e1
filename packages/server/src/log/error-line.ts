import { mask, maskSecrets } from './mask-secrets.ts';

/** An error as the log shows it. */
export interface ErrorLine {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  readonly stack?: string;
  readonly cause?: ErrorLine;
}

/** Fields that hold what a person or an organization entered, or what only they may have, with all that is in them. */
const personal: ReadonlySet<string> = new Set(
  'guest metadata webhook_url signing_secret answer next_action confirmation_code body'.split(' '),
);
const deepest = 8;
const longest = 8000;

/**
 * What the log may know of an error: its type, message, code, stack and causes, without secrets, and without the
 * personal fields of `about`: whoever throws may quote what he was asked with.
 */
export function errorLine(error: unknown, about?: unknown): ErrorLine {
  const quoted = [...new Set(personalTexts(about))].toSorted((a, b) => b.length - a.length).map(toPattern);
  const clean = (text: string) =>
    maskSecrets(quoted.reduce((left, pattern) => left.replaceAll(pattern, mask), text)).slice(0, longest);

  /** Whatever is thrown has a line, also an object whose fields throw. */
  function line(of: unknown, depth: number): ErrorLine {
    try {
      return readLine(of, depth);
    } catch {
      return { type: typeof of, message: 'What was thrown cannot be read.' };
    }
  }

  function readLine(of: unknown, depth: number): ErrorLine {
    if (!(of instanceof Error)) return { type: typeof of, message: clean(String(of)) };
    const { name, message, stack, cause } = of;
    const code = 'code' in of && typeof of.code === 'string' ? of.code : undefined;
    return {
      type: clean(name),
      message: clean(message),
      ...(code !== undefined && { code: clean(code) }),
      ...(stack !== undefined && { stack: clean(stack) }),
      ...(cause !== undefined && depth < deepest && { cause: line(cause, depth + 1) }),
    };
  }
  return line(error, 0);
}

/** Every text of the value's personal fields. */
function* personalTexts(value: unknown, isPersonal = false, depth = 0): Generator<string> {
  if (typeof value === 'string' && isPersonal && value !== '') yield value;
  if (typeof value !== 'object' || value === null || depth > deepest) return;
  for (const [name, field] of Object.entries(value)) {
    yield* personalTexts(field, isPersonal || personal.has(name), depth + 1);
  }
}

/** The text as a word of its own, in any case: the name Al is no part of already. */
function toPattern(text: string): RegExp {
  const literal = text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
  return new RegExp(`(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])`, 'giu');
}
