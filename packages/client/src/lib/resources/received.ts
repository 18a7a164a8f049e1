/** The types of responses: the contract's, open for values that a later version adds. */

/**
 * A string that this version of the client does not list. It is an enum, so that it equals no literal and a typo does not
 * compile. To compare it, write `String(value)`.
 */
declare enum UnknownValue {
  later = 'a value that a later version of the service sends',
}
export type { UnknownValue };

/** A member of a tagged union that this version of the client does not list. */
export interface UnknownMember {
  readonly type: UnknownValue;
}

type IsUnion<T, Whole = T> = T extends unknown ? ([Whole] extends [T] ? false : true) : never;

type OpenEnum<T> = string extends NonNullable<T> ? T : true extends IsUnion<NonNullable<T>> ? T | UnknownValue : T;

/** A union with the discriminator `type` may gain a member. */
type OpenUnion<T> = true extends IsUnion<T> ? (T extends { type: string } ? UnknownMember : never) : never;

/** A wire type as it is read: its enums and tagged unions also accept unknown members. */
export type Received<T> = [NonNullable<T>] extends [string]
  ? OpenEnum<T>
  : ReceivedObject<T> | OpenUnion<NonNullable<T>>;

type ReceivedObject<T> = T extends readonly (infer Item)[]
  ? readonly Received<Item>[]
  : T extends object
    ? { readonly [K in keyof T]: Received<T[K]> }
    : T;
