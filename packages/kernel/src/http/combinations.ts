import type { ErrorDetail, EveryField } from '../contract.ts';

/** Fields that a body must not have, or lack, together. */
export interface Combination {
  /** The fields that the body has. */
  readonly present: readonly string[];
  /** The fields that the body lacks. */
  readonly absent: readonly string[];
  /** The values of fields that it has. Without values, any. */
  readonly values: Readonly<Record<string, readonly unknown[]>>;
}

/** A schema, of which this file reads the combinations. */
interface DenyingSchema {
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, { readonly const?: unknown; readonly enum?: readonly unknown[] }>>;
  readonly not?: DenyingSchema;
  readonly anyOf?: readonly DenyingSchema[];
}

/**
 * Splits the schema of a body into the combinations that its `not` excludes, and the rest. The fault of a `not` names no field, so the
 * service checks combinations itself.
 */
export function splitCombinations<S extends object>(schema: S): { rest: S; combinations: readonly Combination[] } {
  const { not, ...rest } = schema as DenyingSchema;
  const combinations = (not?.anyOf ?? [not]).flatMap((each) => combinationOf(each) ?? []);
  const isKnown = combinations.length > 0 && combinations.length === (not?.anyOf ?? [not]).length;
  // Without its `not`, it is the same schema.
  return isKnown ? { rest: rest as S, combinations } : { rest: schema, combinations: [] };
}

function combinationOf(denied: DenyingSchema | undefined): Combination | undefined {
  const { required: present = [], properties, ...more } = denied ?? {};
  if (!properties || Object.keys(more).length > 0) return undefined;
  const absent = Object.keys(properties).filter((name) => JSON.stringify(properties[name]) === '{"not":{}}');
  const values = present.flatMap((name) => {
    const { const: only, enum: several = only === undefined ? undefined : [only] } = properties[name] ?? {};
    return several ? [[name, several] as const] : [];
  });
  const isComplete = present.length + absent.length === Object.keys(properties).length;
  return isComplete ? { present, absent, values: Object.fromEntries(values) } : undefined;
}

/** Returns a detail for each combination that a body has. It is about the first field. */
export function findCombinations(combinations: readonly Combination[], body: unknown): ErrorDetail[] {
  const sent =
    typeof body === 'object' && body !== null && !Array.isArray(body) ? new Map(Object.entries(body)) : undefined;
  if (!sent) return [];
  const has = (name: string, values: Combination['values']) =>
    sent.has(name) && (values[name]?.includes(sent.get(name)) ?? true);
  return combinations
    .filter(({ present, absent, values }) => {
      return present.every((name) => has(name, values)) && !absent.some((name) => sent.has(name));
    })
    .map(({ present, absent, values }) => {
      const valueOf = (name: string) => (values[name] ? ` ${String(sent.get(name))}` : '');
      const [first = '', ...others] = absent.length > 0 ? absent : present;
      const rest = absent.length > 0 ? present : others;
      const besides = rest.map((name) => `${name}${valueOf(name)}`).join(' and ');
      const wanted = [`is required${besides && ` with ${besides}`}`, ...others.map((name) => `without ${name}`)].join(
        ' ',
      );
      const denied = `must not be ${valueOf(first).trim() || 'sent'} together with ${besides}`;
      const message = absent.length > 0 ? wanted : denied;
      return { in: 'body', path: `/${first}`, message } satisfies EveryField<ErrorDetail>;
    });
}
