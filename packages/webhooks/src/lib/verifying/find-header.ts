import type { HeaderValue } from './signature-header.ts';

const name_in_lower_case = 'service-signature';

/** Where the header is found: its value, or all headers of the request, as `Headers` or as a plain object. */
export type HeaderSource =
  | HeaderValue
  | { get(name: string): string | null }
  | { readonly [name: string]: string | readonly string[] | undefined };

/** The header's value among all headers. Plain objects may spell the name in any case; two spellings at once are two values. */
export function findHeader(source: unknown): unknown {
  if (typeof source !== 'object' || source === null || Array.isArray(source)) return source;
  if ('get' in source && typeof source.get === 'function') return source.get(name_in_lower_case);
  const found = Object.entries(source).filter(
    ([name, value]) => value !== undefined && name.toLowerCase() === name_in_lower_case,
  );
  return found.length < 2 ? found[0]?.[1] : found;
}
