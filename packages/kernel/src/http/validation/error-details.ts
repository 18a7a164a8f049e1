import type { ErrorDetail } from '../../refusal.ts';
import type { EveryField } from '../../every-field.ts';

interface ValidatorError {
  readonly path: string;
  readonly message: string;
}

const places = { body: 'body', params: 'path', query: 'query', headers: 'header' } as const;
/** The maximum length of a detail's path, and of its message. */
export const maxDetailLength = 500;

/** Returns one detail per error of the validator about this body. Rethrows an error that does not come from the validator. */
export function toDetails(error: unknown, body: unknown): ErrorDetail[] {
  if (!isValidatorError(error)) throw error;
  return error.errors.map(({ path, message }) => {
    const [, place = 'body', rest = ''] = /^\/?([^/]*)\/?(.*)$/s.exec(path) ?? [];
    // The validator names these four places. Any other name is a part of the body.
    const where = places[place as keyof typeof places] ?? 'body';
    const pointer = where === 'body' ? toPointer(rest, body) : rest;
    const detail = { in: where, path: pointer.slice(0, maxDetailLength), message: message.slice(0, maxDetailLength) };
    return detail satisfies EveryField<ErrorDetail>;
  });
}

/** Returns a JSON pointer. The validator appends the name of an unknown field unescaped to the pointer of its parent. */
function toPointer(rest: string, node: unknown): string {
  if (rest === '') return '';
  if (isObject(node) && Object.hasOwn(node, rest)) return `/${toToken(rest)}`;
  const slash = rest.indexOf('/');
  if (slash === -1) return `/${rest}`;
  const part = rest.slice(0, slash);
  const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
  return `/${part}${toPointer(rest.slice(slash + 1), isObject(node) ? node[name] : undefined)}`;
}

/** Escapes a member's name for a JSON pointer (RFC 6901). */
export function toToken(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

function isObject(node: unknown): node is Record<string, unknown> {
  return typeof node === 'object' && node !== null;
}

function isValidatorError(error: unknown): error is { errors: ValidatorError[] } {
  return (
    error instanceof Error &&
    'status' in error &&
    error.status === 400 &&
    'errors' in error &&
    Array.isArray(error.errors)
  );
}

/**
 * Returns one detail per text with a lone surrogate. JSON can escape a lone surrogate, but UTF-8 has no bytes for it, so no database
 * or webhook could keep it. The contract's patterns do not exclude it, because not every regex engine compiles surrogates.
 */
export function findLoneSurrogates(body: unknown): ErrorDetail[] {
  const details: ErrorDetail[] = [];
  // A list that grows while it is read replaces a recursion: a body can be nested deeper than the stack.
  const left: { readonly node: unknown; readonly path: string }[] = [{ node: body, path: '' }];
  for (const { node, path } of left) {
    if (typeof node === 'string') {
      if (!node.isWellFormed())
        details.push({ in: 'body', path: path.slice(0, maxDetailLength), message: 'contains a lone surrogate' });
    } else if (typeof node === 'object' && node !== null) {
      for (const [name, child] of Object.entries(node)) {
        if (name.isWellFormed()) left.push({ node: child, path: `${path}/${toToken(name)}` });
        else
          details.push({
            in: 'body',
            path: path.slice(0, maxDetailLength),
            message: 'has a name with a lone surrogate',
          });
      }
    }
  }
  return details;
}
