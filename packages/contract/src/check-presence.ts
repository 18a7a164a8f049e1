import type { z } from 'zod';

/** A condition on whether an object has a field, which the `if` of its schema states. */
export interface Presence {
  readonly field: string;
  /** The fields that the object must not have beside the field. */
  readonly excludes: readonly string[];
  /** The fields that the object needs without the field. */
  readonly replaces: readonly string[];
}

/** Returns a check for zod, which reads no `if`. Each issue names its field. */
export function checkPresence<T>({ field, excludes, replaces }: Presence): z.core.CheckFn<T> {
  return ({ value, issues }) => {
    const has = (name: string) => Reflect.get(Object(value), name) !== undefined;
    const names = has(field) ? excludes.filter(has) : replaces.filter((name) => !has(name));
    const message = has(field) ? `Must not be sent together with ${field}` : `Required without ${field}`;
    issues.push(...names.map((name) => ({ code: 'custom' as const, path: [name], message, input: value })));
  };
}
