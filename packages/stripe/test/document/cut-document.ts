/**
 * Cuts the part of Stripe's published OpenAPI document that the package uses, as JSON Schema. A field whose schema is not in the cut is
 * left out, so the checks find it as unknown.
 *
 * Run     npm run cut -w packages/stripe -- spec3.json
 * Reads   the document, which github.com/stripe/openapi publishes and github.com/stripe/stripe-mock embeds
 * Writes  test/generated/stripe-document.json
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

type Json = Readonly<Record<string, unknown>>;

/** Keywords without an effect on a check. */
const ignored = /^(?:description|title|format|example|x-.*)$/;

interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: Json }[];
  readonly requestBody?: {
    readonly content: { readonly 'application/x-www-form-urlencoded': { readonly schema: Json } };
  };
  readonly responses: {
    readonly 200: { readonly content: { readonly 'application/json': { readonly schema: Json } } };
  };
}

interface Document {
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Json>> };
}

/** The operations. */
const operations: readonly string[] = [
  'POST /v1/checkout/sessions',
  'GET /v1/checkout/sessions/{session}',
  'POST /v1/checkout/sessions/{session}/expire',
  'POST /v1/payment_intents/{intent}/capture',
  'POST /v1/payment_intents/{intent}/cancel',
  'GET /v1/refunds',
  'POST /v1/refunds',
  'GET /v1/customers',
  'GET /v1/customers/search',
  'GET /v1/customers/{customer}/payment_methods',
  'GET /v1/customers/{customer}/payment_methods/{payment_method}',
];

/** The schemas, besides those of required fields. */
const schemas: readonly string[] = [
  'address',
  'api_errors',
  'checkout.session',
  'customer',
  'error',
  'invoice_setting_customer_setting',
  'payment_intent',
  'payment_method',
  'payment_method_card',
  'refund',
];

/** The fields of the largest request. */
const sessionFields = new Set([
  'adaptive_pricing',
  'cancel_url',
  'client_reference_id',
  'customer_email',
  'expand',
  'expires_at',
  'line_items',
  'metadata',
  'mode',
  'payment_intent_data',
  'payment_method_types',
  'success_url',
]);

const [path] = process.argv.slice(2);
if (path === undefined) throw new Error('Name the file with the document: spec3.json.');
const document: Document = JSON.parse(readFileSync(path, 'utf8'));
const kept = new Set(schemas);
for (const name of kept) addRequired(document.components.schemas[name], name);

const cut = {
  version: document.info.version,
  operations: Object.fromEntries(operations.map((name) => [name, cutOperation(name)])),
  $defs: Object.fromEntries([...kept].toSorted().map((name) => [name, toSchema(document.components.schemas[name])])),
};
const lines = JSON.stringify(cut, undefined, 1);
writeFileSync(fileURLToPath(new URL('../generated/stripe-document.json', import.meta.url)), `${lines}\n`);

/** Adds the schemas of required fields. The set is read while it grows. */
function addRequired(schema: Json | undefined, name: string): void {
  const { properties, required } = schema as { properties?: Readonly<Record<string, unknown>>; required?: string[] };
  for (const field of required ?? []) {
    for (const [, found] of JSON.stringify(properties?.[field] ?? name).matchAll(
      /"#\/components\/schemas\/([^"]+)"/g,
    )) {
      if (found !== undefined) kept.add(found);
    }
  }
}

function cutOperation(name: string) {
  const [method = '', template = ''] = name.split(' ');
  const operation = document.paths[template]?.[method.toLowerCase()];
  if (!operation) throw new Error(`The document has no ${name}.`);
  const query = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query');
  const form = toSchema(
    operation.requestBody?.content['application/x-www-form-urlencoded'].schema ?? { type: 'object' },
  );
  const isLarge = name === 'POST /v1/checkout/sessions';
  const properties = Object.entries((form?.['properties'] ?? {}) as Json).filter(
    ([key]) => !isLarge || sessionFields.has(key),
  );
  return {
    query: {
      type: 'object',
      properties: Object.fromEntries(query.map((parameter) => [parameter.name, toSchema(parameter.schema)])),
      additionalProperties: false,
    },
    form: { ...form, properties: Object.fromEntries(properties), additionalProperties: false },
    response: toSchema(operation.responses[200].content['application/json'].schema),
  };
}

/** Returns the schema without texts and as JSON Schema, or undefined if it refers to a schema beyond the cut. */
function toSchema(schema: unknown): Json | undefined {
  const { $ref, nullable, anyOf, properties, items, ...rest } = schema as Json;
  if (typeof $ref === 'string') {
    const name = $ref.slice('#/components/schemas/'.length);
    return kept.has(name) ? { $ref: `#/$defs/${name}` } : undefined;
  }
  const isNullable = nullable === true;
  const result: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(rest)) {
    if (key === 'type') result[key] = isNullable ? [value, 'null'] : value;
    else if (key === 'enum') result[key] = isNullable ? [...(value as unknown[]), null] : value;
    else if (key === 'additionalProperties') result[key] = typeof value === 'object' ? toSchema(value) : value;
    else if (!ignored.test(key)) result[key] = value;
  }
  if (properties) {
    const fields = Object.entries(properties).map(([key, value]) => [key, toSchema(value)] as const);
    result['properties'] = Object.fromEntries(fields.filter(([, value]) => value));
    result['additionalProperties'] ??= false;
  }
  if (items !== undefined) {
    const item = toSchema(items);
    if (!item) return undefined;
    result['items'] = item;
  }
  if (Array.isArray(anyOf)) {
    const left = anyOf.map(toSchema).filter((one) => one !== undefined);
    if (left.length === 0 && !isNullable) return undefined;
    result['anyOf'] = [...left, ...(isNullable ? [{ type: 'null' }] : [])];
  }
  return result;
}
