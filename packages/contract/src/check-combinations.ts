import type { z } from 'zod';

/** Fields that an object must not have, or lack, together. */
export interface Combination {
  readonly present: readonly string[];
  readonly absent: readonly string[];
  /** The values of fields that the object has. Without values, any. */
  readonly values: Readonly<Record<string, readonly unknown[]>>;
}

/** Returns a check for zod, whose types do not exclude combinations of fields. Each issue names the first field. */
export function checkCombinations<T>(combinations: readonly Combination[]): z.core.CheckFn<T> {
  return ({ value, issues }) => {
    const sent = Object(value) as Readonly<Record<string, unknown>>;
    for (const { present, absent, values } of combinations) {
      const isSent = (name: string) => sent[name] !== undefined && (values[name]?.includes(sent[name]) ?? true);
      if (!present.every(isSent) || absent.some((name) => sent[name] !== undefined)) continue;
      const [field = '', ...others] = [...absent, ...present];
      const message = absent.length > 0 ? 'Required without' : 'Must not be sent together with';
      issues.push({ code: 'custom' as const, path: [field], message: `${message} ${others.join(', ')}`, input: value });
    }
  };
}
