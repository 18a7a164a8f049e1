/** A JSON object whose fields are not typed. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Returns whether a JSON value is an object. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
