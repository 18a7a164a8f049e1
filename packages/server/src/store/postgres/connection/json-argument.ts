/**
 * Returns the JSON argument of a function. A document in it is a string, and the function casts it to json: PostgreSQL's functions for
 * JSON refuse \u0000, also inside a value that they only copy. They refuse a lone surrogate, too, which becomes U+FFFD here, as the
 * driver makes it in other parameters.
 */
export function jsonArgument(value: object): string {
  const text = JSON.stringify(value);
  // JSON.stringify escapes lone surrogates, and no other character that begins with these. The second backslash of a pair escapes nothing.
  if (!text.includes('\\ud')) return text;
  return text.replaceAll(/\\(?:u(d[89a-f][\da-f]{2})|.)/g, (escape, surrogate) => (surrogate ? '\uFFFD' : escape));
}
