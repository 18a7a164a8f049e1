/**
 * The schemas of the contract for zod: a JSON Schema for each, which zod's own `fromJSONSchema` reads. json-schema-to-zod, which writes
 * code, leaves out propertyNames and maxProperties.
 */
import { presenceOf } from '@booking-service/toolkit';

type Json = { readonly [key: string]: unknown };

interface ContractDocument {
  readonly components: { readonly schemas: Readonly<Record<string, Json>> };
  readonly paths: object;
  readonly webhooks: object;
}

const reference = '#/components/schemas/';

/** Keywords that check nothing. */
const annotations = new Set(['description', 'title', 'example', 'examples', 'default', 'discriminator']);

/** Returns the module with a constant for each schema, such as `CreateBookingSchema`. */
export function zodSchemas({ components: { schemas }, paths, webhooks }: ContractDocument): string {
  const received = reachable([responsesOf(paths), webhooks], schemas);
  const constants = inOrder(schemas).map((name) => {
    const type = received.has(name) ? `Received<Schemas['${name}']>` : `Schemas['${name}']`;
    const json = code(unconditional(withoutAnnotations(schemas[name]) as Json));
    // zod reads no `if`.
    const presence = presenceOf(schemas[name] ?? {});
    const checked = presence ? `, ${JSON.stringify(presence)}` : '';
    return `const ${constantOf(name)}: JsonSchema = ${json};
/** Checks a ${name}. */
export const ${name}Schema: z.ZodType<${type}> = /* @__PURE__ */ read(${constantOf(name)}${checked});
`;
  });
  return `import { z } from 'zod';
import { checkPresence, type Presence } from '../check-presence.ts';
import type { components } from './openapi.ts';
import type { Received } from './received.ts';

type Schemas = components['schemas'];
type JsonSchema = Exclude<Parameters<typeof z.fromJSONSchema>[0], boolean>;

function read<T>(schema: JsonSchema, presence?: Presence): z.ZodType<T> {
  // The types are generated from the same schemas.
  const type = z.fromJSONSchema(schema) as z.ZodType<T>;
  return presence ? type.check(checkPresence(presence)) : type;
}

${constants.join('\n')}`;
}

/** The responses of all operations. */
function responsesOf(paths: object): unknown[] {
  return Object.values(paths).flatMap((methods: object) =>
    Object.values(methods).map((operation: { readonly responses: unknown }) => operation.responses),
  );
}

/** The names of the schemas that the nodes refer to, directly or not. */
function reachable(node: unknown, schemas: Readonly<Record<string, Json>>, found = new Set<string>()): Set<string> {
  for (const name of referencesOf(node)) {
    if (found.has(name)) continue;
    found.add(name);
    reachable(schemas[name], schemas, found);
  }
  return found;
}

function referencesOf(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) =>
    key === '$ref' && typeof value === 'string' && value.startsWith(reference)
      ? [value.slice(reference.length)]
      : referencesOf(value),
  );
}

/** The names of the schemas, each after those that it refers to. */
function inOrder(schemas: Readonly<Record<string, Json>>): string[] {
  const done = new Set<string>();
  const add = (name: string, above: readonly string[]) => {
    if (above.includes(name)) throw new Error(`${name} contains itself: ${above.join(', ')}.`);
    for (const each of referencesOf(withoutAnnotations(schemas[name]))) add(each, [...above, name]);
    done.add(name);
  };
  for (const name of Object.keys(schemas)) add(name, []);
  return [...done];
}

/** The schema with the keywords that check something only. A property may have the name of any keyword. */
function withoutAnnotations(value: unknown, isNames = false): unknown {
  if (Array.isArray(value)) return value.map((each) => withoutAnnotations(each));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([key]) => isNames || !(annotations.has(key) || key.startsWith('x-')));
  return Object.fromEntries(
    kept.map(([key, each]) => [key, withoutAnnotations(each, key === 'properties' && !isNames)]),
  );
}

interface Condition {
  readonly if: { readonly properties: Readonly<Record<string, { readonly const: string }>> };
  readonly then: { readonly required: readonly string[] };
}

/**
 * zod reads no `if`. An object whose conditions are each for a value of one field becomes a union: an object for each value, and one for
 * every other value.
 */
function unconditional(schema: Json): Json {
  const {
    allOf,
    if: _if,
    then: _then,
    else: _else,
    ...base
  } = schema as Json & { readonly allOf?: readonly Condition[] };
  if (!allOf?.every((each) => 'if' in each)) return { ...base, ...(allOf && { allOf }) };
  const { properties, required } = base as unknown as { properties: Record<string, Json>; required: readonly string[] };
  const tags = allOf.map(({ if: condition }) => Object.entries(condition.properties)[0] ?? []);
  const [name = ''] = tags[0] ?? [];
  const variant = (tag: Json, more: readonly string[]) => ({
    ...base,
    properties: { ...properties, [name]: tag },
    required: [...required, ...more],
  });
  const values = tags.map(([, tag]) => tag?.const ?? '');
  const other = { allOf: [properties[name], { type: 'string', pattern: `^(?!(?:${values.join('|')})$)` }] };
  return {
    anyOf: [...allOf.map(({ then }, index) => variant({ const: values[index] }, then.required)), variant(other, [])],
  };
}

/** The schema as code, with the constants of other schemas in the place of references. */
function code(schema: unknown): string {
  const text = JSON.stringify(schema, null, 2);
  return text.replaceAll(/\{\s*"\$ref": "#\/components\/schemas\/(\w+)"\s*\}/g, (_, name: string) => constantOf(name));
}

function constantOf(name: string): string {
  return name.slice(0, 1).toLowerCase() + name.slice(1);
}
