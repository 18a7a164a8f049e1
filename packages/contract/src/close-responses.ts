/**
 * The contract, closed, for whoever checks the service itself. On the wire it is open: a reader tolerates a field, a code or a
 * type that it does not know. The service may send only what is described, and a check against the open document would
 * let an undocumented field pass.
 */
type Json = { readonly [key: string]: unknown };

/** An instant as the service writes it: in UTC, with milliseconds. */
const instant = String.raw`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$`;

/** A copy of a bundled OpenAPI document in which every object takes its described fields alone, and every list is complete. */
export function closeResponses<T extends object>(document: T): T {
  // Schemas gain keywords; nothing that the document has is taken away.
  return closed(document) as T;
}

function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (!isJson(value)) return value;
  const schema: Record<string, unknown> = {};
  for (const [key, each] of Object.entries(value)) {
    // What stands in an example is no schema.
    schema[key] = key === 'example' || key === 'examples' ? each : closed(each);
    // What an object of one type has, and nothing of another type.
    if (key === 'then' && isJson(each)) schema[key] = { ...each, additionalProperties: false };
  }
  const { type, properties, format, 'x-extensible-enum': known } = schema;
  if (type === 'object' && isJson(properties)) schema['additionalProperties'] = false;
  if (Array.isArray(known)) schema['enum'] = known;
  if (type === 'string' && format === 'date-time') schema['pattern'] = instant;
  return schema;
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null;
}
