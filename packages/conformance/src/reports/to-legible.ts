const longest = 500;

/** API keys and signing secrets, which a service may repeat. The first group is shown. */
const secret = /\b(sk_(?:test|live)_|whsec_)[\w+/=-]+/g;

/** Controls, directions and separators of text, lone surrogates, and what XML cannot contain. */
const illegible = /[\p{Cc}\p{Cs}\p{Bidi_Control}\u2028\u2029\ufffe\uffff]/gu;

/**
 * Returns a text of the service under check as one line that a terminal, TAP and XML can show: it moves no cursor, begins no line, is
 * not long and contains no secret.
 */
export function toLegible(text: string): string {
  const line = text.replaceAll(secret, '$1…').replaceAll(/\s+/g, ' ');
  const short = line.length > longest ? `${line.slice(0, longest)}…` : line;
  return short.replaceAll(illegible, escaped);
}

function escaped(sign: string): string {
  return `<U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}>`;
}
