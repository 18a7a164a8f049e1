/** A letter, a digit, or another character that leaves a mark on the screen. */
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u;
/** Characters that change the direction of the text around them: right-to-left letters and control characters. */
const directed = /[\u0590-\u08FF\u200E\u200F\u202A-\u202E\u2066-\u2069\uFB1D-\uFDFF\uFE70-\uFEFC]/u;

/**
 * A name that a person chose, ready to be part of a sentence: it cannot reorder the words around it. A name without a visible character is
 * shown as `Without a name`.
 */
export function shownName(name: string | null): string {
  if (name === null || !visible.test(name)) return 'Without a name';
  return directed.test(name) ? `\u2068${name}\u2069` : name;
}
