/**
 * Checks at compile time that no field of a wire type is dropped where one is read or written field by field.
 * A field that the contract gets later is then a compile error at that place, also where it is optional.
 */

/** The names of the fields; of a union, those of each member. A map without known names has none. */
type FieldOf<T> = T extends unknown ? keyof { [K in keyof T as string extends K ? never : K]: T[K] } : never;

type Value<T, K> = T extends unknown ? (K extends keyof T ? T[K] : never) : never;

/**
 * For `{ … } satisfies EveryField<T>`: an object that names each field of T, of a union those of each member. A field
 * that is absent is named too, as undefined; JSON leaves it out.
 */
export type EveryField<T> = { readonly [K in FieldOf<T>]: Value<T, K> | undefined };

/** The same where the values are typed elsewhere. */
export type NamesEveryField<T> = { readonly [K in FieldOf<T>]: unknown };

/** Takes what is left of an object when each field was taken out of it: `const { a, b, ...rest } = body`. */
export function nothingLeft<Rest extends object>(_rest: Rest & { readonly [K in FieldOf<Rest>]: never }): void {}

/** The same for the names of fields that were computed as a type. */
export function noneLeft<_Field extends never>(): void {}
