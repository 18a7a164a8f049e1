import { isJsonObject, type JsonObject } from './bundled-contract.ts';

/** Fields that an object must not have, or lack, together. */
export interface Combination {
  /** The fields that the object has. */
  readonly present: readonly string[];
  /** The fields that the object lacks. */
  readonly absent: readonly string[];
  /** The values of fields that it has. Without values, any. */
  readonly values: Readonly<Record<string, readonly unknown[]>>;
}

/**
 * Splits a schema into the combinations of fields that it excludes, and the rest. A combination has `required` and `properties`; a field
 * with `{ not: {} }` is absent. `not` excludes one, and `not: { anyOf: [...] }` several. Code generators ignore `not`, while most write
 * wrong types for a `oneOf` beside `properties`.
 */
export function splitCombinations(schema: JsonObject): { rest: JsonObject; combinations: readonly Combination[] } {
  const { not, ...rest } = schema;
  const several = isJsonObject(not) && Object.keys(not).join() === 'anyOf' ? not['anyOf'] : [not];
  const combinations = (Array.isArray(several) ? several : []).map(combinationOf);
  const known = combinations.filter((each) => each !== undefined);
  return known.length === combinations.length ? { rest, combinations: known } : { rest: schema, combinations: [] };
}

/** Returns the two fields of which an object has exactly one. */
export function choiceOf(schema: JsonObject): readonly [string, string] | undefined {
  const { combinations } = splitCombinations(schema);
  const neither = combinations.find(({ present }) => present.length === 0)?.absent ?? [];
  const [first, second, ...more] = neither;
  if (first === undefined || second === undefined || more.length > 0) return undefined;
  const isBoth = ({ present, absent }: Combination) =>
    absent.length === 0 && present.toSorted().join() === neither.toSorted().join();
  return combinations.some(isBoth) ? [first, second] : undefined;
}

/** Returns the combination that a schema describes; undefined if it describes anything else. */
function combinationOf(schema: unknown): Combination | undefined {
  if (!isJsonObject(schema)) return undefined;
  const { required = [], properties, ...more } = schema;
  if (!isJsonObject(properties) || Object.keys(more).length > 0) return undefined;
  // The elements of `required` are names.
  const present = required as readonly string[];
  const absent = Object.keys(properties).filter((name) => JSON.stringify(properties[name]) === '{"not":{}}');
  const values = present.flatMap((name) => {
    const { const: only, enum: several = only === undefined ? undefined : [only] } = Object(properties[name]);
    return Array.isArray(several) ? [[name, several as unknown[]] as const] : [];
  });
  const isComplete = [...present, ...absent].toSorted().join() === Object.keys(properties).toSorted().join();
  return isComplete ? { present, absent, values: Object.fromEntries(values) } : undefined;
}
