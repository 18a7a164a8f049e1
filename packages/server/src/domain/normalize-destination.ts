/**
 * One form for all spellings of a destination that reach the same person: an email address in lower case, without spaces and
 * without a tag after + in its local part; a phone number as its digits.
 */
export function normalizeDestination(destination: string): string {
  const text = destination.normalize('NFKC').replaceAll(/\s/g, '').toLowerCase();
  const at = text.lastIndexOf('@');
  if (at === -1) return text.replaceAll(/\D/g, '');
  return text.slice(0, at).replace(/(?<=.)\+.*$/, '') + text.slice(at);
}
