/**
 * Closes the contract for checks of the service itself. The published contract is open: a client accepts fields, codes and
 * types that it does not know. The service may send only documented ones, and a check against the open document would
 * accept an undocumented field.
 */
type Json = { readonly [key: string]: unknown };

/** The form in which the service sends an instant: UTC, with milliseconds. */
const instant = String.raw`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$`;

/** Copies a bundled OpenAPI document. In the copy, objects accept documented fields only, and extensible enums are closed. */
export function closeResponses<T extends object>(document: T): T {
  // The copy adds keywords and keeps everything else, so it still has the type of the document.
  return closeNode(document) as T;
}

function closeNode(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closeNode);
  if (!isJson(value)) return value;
  const schema: Record<string, unknown> = {};
  for (const [key, each] of Object.entries(value)) {
    // An example is not a schema.
    schema[key] = key === 'example' || key === 'examples' ? each : closeNode(each);
    // A `then` lists the fields of one type of object; fields of other types are not allowed.
    if (key === 'then' && isJson(each)) schema[key] = { ...each, additionalProperties: false };
  }
  const { type, properties, format, 'x-extensible-enum': values } = schema;
  if (type === 'object' && isJson(properties)) schema['additionalProperties'] = false;
  if (Array.isArray(values)) schema['enum'] = values;
  if (type === 'string' && format === 'date-time') schema['pattern'] = instant;
  return schema;
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null;
}
