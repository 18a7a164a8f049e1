/**
 * The shapes that suppliers really send. The official document requires most fields, and suppliers omit them, send null or write a
 * number where the document has a text. So every field is read through these functions, and a missing one has a default.
 */
export type Unchecked<T> = T extends readonly (infer Item)[]
  ? readonly Unchecked<Item>[]
  : T extends object
    ? { readonly [Name in keyof T]?: Unchecked<T[Name]> | null | undefined }
    : T;

/** Returns the text without surrounding spaces, or undefined if it is missing or empty. A number becomes text. */
export function textOf(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : undefined;
}

/** Returns the whole number, or undefined if it is missing or no whole number. */
export function integerOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined;
}

/** Returns the objects of a list. Without a list, returns none. */
export function objectsOf<T extends object>(value: readonly T[] | null | undefined): readonly T[] {
  const items: readonly unknown[] = Array.isArray(value) ? value : [];
  // Every object can be read through the functions above.
  return items.filter((item): item is T => typeof item === 'object' && item !== null);
}

/** Returns the texts of a list. Without a list, returns none. */
export function textsOf(value: readonly unknown[] | null | undefined): readonly string[] {
  const items: readonly unknown[] = Array.isArray(value) ? value : [];
  return items.map(textOf).filter((text) => text !== undefined);
}
