import type { ErrorDetail } from '@booking-service/contract';
import { Refusal } from '../domain/refusal.ts';

interface ValidatorError {
  readonly path: string;
  readonly message: string;
  readonly errorCode?: string;
}

const places = { body: 'body', params: 'path', query: 'query', headers: 'header' } as const;

/**
 * Turns what the validator throws into invalid_request with one detail for each field; anything else is passed on.
 * `tags`: the values that `/body/type` may have, where the body is one of several tagged schemas. The validator
 * complains for each of those schemas; only the complaints of the one that was meant are kept.
 */
export function toInvalidRequest(error: unknown, tags: readonly string[]): unknown {
  if (!isValidatorError(error)) return error;
  const all = error.errors.map(toDetail);
  const wrongTag = all.filter(({ keyword }) => keyword === 'const').length === tags.length && tags.length > 0;
  const kept = wrongTag
    ? [{ in: 'body' as const, path: '/type', message: `must be one of: ${tags.join(', ')}` }]
    : all.filter(({ keyword }) => tags.length === 0 || (keyword !== 'const' && keyword !== 'oneOf'));
  const details: ErrorDetail[] = kept.map(({ in: place, path, message }) => ({ in: place, path, message }));
  return new Refusal('invalid_request', { details: withoutRepeats(details) });
}

function toDetail({ path, message, errorCode = '' }: ValidatorError): ErrorDetail & { keyword: string } {
  const [, place = 'body', ...rest] = path.split('/');
  const where = places[place as keyof typeof places] ?? 'body';
  const pointer = where === 'body' ? rest.map((part) => `/${part}`).join('') : rest.join('/');
  return {
    in: where,
    path: pointer.slice(0, 500),
    message: message.slice(0, 500),
    keyword: errorCode.replace('.openapi.validation', ''),
  };
}

/** Schemas that share a field complain of it once each. */
function withoutRepeats(details: readonly ErrorDetail[]): ErrorDetail[] {
  return [...new Map(details.map((detail) => [JSON.stringify(detail), detail])).values()];
}

function isValidatorError(error: unknown): error is { status: 400; errors: ValidatorError[] } {
  return (
    error instanceof Error &&
    'status' in error &&
    error.status === 400 &&
    'errors' in error &&
    Array.isArray(error.errors)
  );
}
