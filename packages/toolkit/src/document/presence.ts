import { isJsonObject, type JsonObject } from './json-object.ts';

/** A condition on whether an object has a field, which `if`, `then` and `else` of its schema state. */
export interface Presence {
  readonly field: string;
  /** The fields that the object must not have beside the field. */
  readonly excludes: readonly string[];
  /** The fields that the object needs without the field. */
  readonly replaces: readonly string[];
}

/** Returns the condition of a schema; undefined if it has none, or one on something else than a single field. */
export function presenceOf({ if: condition, then: branch, else: otherwise }: JsonObject): Presence | undefined {
  const [field, ...others] = requiredBy(condition);
  if (field === undefined || others.length > 0) return undefined;
  const properties = isJsonObject(branch) && isJsonObject(branch['properties']) ? branch['properties'] : {};
  const excludes = Object.entries(properties).flatMap(([name, only]) => (acceptsNothing(only) ? [name] : []));
  return { field, excludes, replaces: requiredBy(otherwise) };
}

/** Returns whether no value matches a schema: `{ not: {} }`, or `false`, which some tools of OpenAPI do not read. */
function acceptsNothing(schema: unknown): boolean {
  if (!isJsonObject(schema)) return schema === false;
  const { not } = schema;
  return isJsonObject(not) && Object.keys(not).length === 0;
}

function requiredBy(schema: unknown): readonly string[] {
  const required: unknown = isJsonObject(schema) ? schema['required'] : undefined;
  // The elements of `required` are names.
  return Array.isArray(required) ? (required as string[]) : [];
}
