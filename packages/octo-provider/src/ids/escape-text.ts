/**
 * Writes any text with the characters of the contract's ids (A-Z a-z 0-9 _ -), so that it can be read back: letters, digits and
 * hyphens stay, and every other byte of its UTF-8 form becomes an underscore and two hex digits. Two underscores never occur, so
 * they can separate two texts.
 */
export function escapeText(text: string): string {
  return [...Buffer.from(text, 'utf8')]
    .map((byte) => {
      const character = String.fromCharCode(byte);
      return /[A-Za-z0-9-]/.test(character) ? character : `_${byte.toString(16).padStart(2, '0')}`;
    })
    .join('');
}

/** Returns the text that escapeText wrote, or undefined if it wrote another. */
export function unescapeText(escaped: string): string | undefined {
  const bytes = escaped.match(/_[0-9a-f]{2}|[A-Za-z0-9-]/g) ?? [];
  const text = Buffer.from(
    bytes.map((each) => (each.length === 1 ? each.charCodeAt(0) : Number.parseInt(each.slice(1), 16))),
  ).toString('utf8');
  return escapeText(text) === escaped ? text : undefined;
}
