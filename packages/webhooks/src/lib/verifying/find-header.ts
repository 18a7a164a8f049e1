import type { HeaderValue } from './signature-header.ts';

const headerName = 'service-signature';

/** The value of the header, or all headers of the request as `Headers` or as a plain object. */
export type HeaderSource =
  | HeaderValue
  | { get(name: string): string | null }
  | { readonly [name: string]: string | readonly string[] | undefined };

/** Returns the value of the header. In a plain object its name may have any case. Two spellings are two values. */
export function findHeader(source: unknown): unknown {
  if (typeof source !== 'object' || source === null || Array.isArray(source)) return source;
  if ('get' in source && typeof source.get === 'function') return source.get(headerName);
  const found = Object.entries(source).filter(
    ([name, value]) => value !== undefined && name.toLowerCase() === headerName,
  );
  return found.length < 2 ? found[0]?.[1] : found;
}
