/** Masks the destination of a code for responses: `a***@diner.test`, `+35***12`. */
export function maskDestination(destination: string): string {
  return destination.includes('@')
    ? destination.replace(/^(.)[^@]*/, '$1***')
    : `${destination.slice(0, 3)}***${destination.slice(-2)}`;
}

/**
 * Returns one form for all spellings of a destination that reach the same person. An email address is in lower case, without spaces
 * and without a +tag in its local part. A phone number is its digits.
 */
export function normalizeDestination(destination: string): string {
  const text = destination.normalize('NFKC').replaceAll(/\s/g, '').toLowerCase();
  const at = text.lastIndexOf('@');
  if (at === -1) return text.replaceAll(/\D/g, '');
  return text.slice(0, at).replace(/(?<=.)\+.*$/, '') + text.slice(at);
}
