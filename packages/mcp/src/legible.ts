/** Characters that change the direction of a text or break a line. With them a person would not read what is sent. */
const illegible = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;

/** Returns the text in one line and one direction. Spaces replace the removed characters. */
export function legible(text: string): string {
  return text.replaceAll(illegible, ' ');
}

/** Returns a value as JSON in one line and one direction: what would turn it around is escaped, so nothing is lost. */
export function legibleJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    illegible,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
