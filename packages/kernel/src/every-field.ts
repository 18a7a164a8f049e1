/**
 * Compile-time checks that code which reads or writes a wire type field by field misses no field. A new field of the contract, even
 * an optional one, is a compile error in such code.
 */

/** The field names of a type; for a union, of every member. A map has no known names. */
type FieldOf<T> = T extends unknown ? keyof { [K in keyof T as string extends K ? never : K]: T[K] } : never;

type Value<T, K> = T extends unknown ? (K extends keyof T ? T[K] : never) : never;

/**
 * For `{ … } satisfies EveryField<T>`: an object that names every field of T; for a union, of every member. An absent field is named
 * as undefined, which JSON leaves out.
 */
export type EveryField<T> = { readonly [K in FieldOf<T>]: Value<T, K> | undefined };

/** The same without the types of the values, which are checked elsewhere. */
export type NamesEveryField<T> = { readonly [K in FieldOf<T>]: unknown };

/** Checks that destructuring has taken every field of an object: `const { a, b, ...rest } = body; requireAllTaken(rest)`. */
export function requireAllTaken<Rest extends object>(_rest: Rest & { readonly [K in FieldOf<Rest>]: never }): void {}

/** Checks that a computed type of field names is never. */
export function requireNever<_Field extends never>(): void {}
