/** Returns the JSON pointer (RFC 6901, as a URI fragment `#/…`) of a path of keys. */
export function jsonPointer(path: readonly string[]): string {
  return ['#', ...path.map((key) => key.replaceAll('~', '~0').replaceAll('/', '~1'))].join('/');
}
