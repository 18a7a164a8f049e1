import type { ErrorDetail } from '@booking-service/contract';
import type { EveryField } from '../../domain/every-field.ts';

interface ValidatorError {
  readonly path: string;
  readonly message: string;
}

const places = { body: 'body', params: 'path', query: 'query', headers: 'header' } as const;
/** Of a detail's path, and of its message. */
export const longestDetail = 500;

/** One detail for each complaint of the validator, about this body. What is no complaint of the validator is thrown on. */
export function toDetails(error: unknown, body: unknown): ErrorDetail[] {
  if (!isValidatorError(error)) throw error;
  return error.errors.map(({ path, message }) => {
    const [, place = 'body', rest = ''] = /^\/?([^/]*)\/?(.*)$/s.exec(path) ?? [];
    // The places the validator knows are these four; whatever else it may name lies in the body.
    const where = places[place as keyof typeof places] ?? 'body';
    const pointer = where === 'body' ? toPointer(rest, body) : rest;
    const detail = { in: where, path: pointer.slice(0, longestDetail), message: message.slice(0, longestDetail) };
    return detail satisfies EveryField<ErrorDetail>;
  });
}

/** A JSON pointer. The validator puts an unknown field's name behind its parent's pointer as it is, slashes and all. */
function toPointer(rest: string, node: unknown): string {
  if (rest === '') return '';
  if (isObject(node) && Object.hasOwn(node, rest)) return `/${toToken(rest)}`;
  const slash = rest.indexOf('/');
  if (slash === -1) return `/${rest}`;
  const part = rest.slice(0, slash);
  const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
  return `/${part}${toPointer(rest.slice(slash + 1), isObject(node) ? node[name] : undefined)}`;
}

/** A member's name within a JSON pointer (RFC 6901). */
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
