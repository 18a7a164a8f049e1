/**
 * Prepares the contract for type generation. The published contract is open, so that generated clients accept additions of later
 * versions: an enum that may grow is a plain string (x-extensible-enum), and an object with variants is one object with
 * conditions (if, then). Our own types are exact: this turns the string into an enum and the object into a union. The types of an object
 * that needs one of two fields are a union too; the reference shows it as one object.
 */
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { choiceOf, splitCombinations } from '../document/combinations.ts';

type Json = { readonly [key: string]: unknown };

interface Condition {
  readonly if: { readonly properties: Readonly<Record<string, { readonly const: string }>> };
  readonly then: { readonly required: readonly string[]; readonly properties: Json };
}

interface Conditional extends Json {
  readonly properties: Readonly<Record<string, Json>>;
  readonly required: readonly string[];
  readonly allOf: readonly Condition[];
}

/** A copy of the document with the exact form of every open schema. */
export function typedDocument<T extends object>(document: T): T {
  const { webhooks = {} } = document as { readonly webhooks?: Readonly<Record<string, { readonly post: Json }>> };
  const unnamed = Object.entries(webhooks).map(([event, { post }]) => {
    // A webhook loses its operationId, so that it is not generated as an operation.
    const { operationId: _sent, ...rest } = post;
    return [event, { post: rest }];
  });
  const { components } = document as { readonly components?: { readonly schemas?: Readonly<Record<string, Json>> } };
  const described = describeFields(document, components?.schemas ?? {});
  // The walk changes schemas only, so the copy has the shape of the document.
  return typed({ ...(described as Json), webhooks: Object.fromEntries(unnamed) }) as T;
}

/** Gives every field a description: its own, the description of the schema it refers to, or its only value. */
function describeFields(value: unknown, schemas: Readonly<Record<string, Json>>, isField = false): unknown {
  if (Array.isArray(value)) return value.map((each) => describeFields(each, schemas));
  if (!isJson(value)) return value;
  const entries = Object.entries(value).map(([key, each]) => [
    key,
    key === 'properties' && isJson(each)
      ? Object.fromEntries(Object.entries(each).map(([name, field]) => [name, describeFields(field, schemas, true)]))
      : describeFields(each, schemas),
  ]);
  const described = Object.fromEntries(entries) as Json;
  if (!isField || 'description' in value) return described;
  const { $ref: reference, const: only } = value;
  const target =
    typeof reference === 'string' ? schemas[reference.split('/').at(-1) ?? '']?.['description'] : undefined;
  const description = target ?? (typeof only === 'string' ? `Always \`${only}\`.` : undefined);
  return description === undefined ? described : { ...described, description };
}

function typed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(typed);
  if (!isJson(value)) return value;
  const { discriminator: _mapped, 'x-extensible-enum': values, ...written } = value;
  const { additionalProperties: additional, ...bare } = written;
  // An index signature would accept any name.
  const schema = additional === true ? bare : written;
  if (isConditional(schema)) return unionOf(schema);
  const entries = Object.entries(schema).map(([key, each]) => [key, typed(each)]);
  return { ...Object.fromEntries(entries), ...(values === undefined ? {} : { enum: values }) };
}

/** A copy of a document whose objects with a choice are unions. */
function withUnions<T extends object>(document: T): T {
  // The walk changes schemas only, so the copy has the shape of the document.
  return united(document) as T;
}

function united(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(united);
  if (!isJson(value)) return value;
  return Object.fromEntries(Object.entries(withForms(value)).map(([key, each]) => [key, united(each)]));
}

/** One closed object per condition, with the properties that the condition lists and its constant. */
function unionOf({ allOf, properties, required, type, ...rest }: Conditional): Json {
  for (const { if: condition } of allOf) checkListed(allOf, Object.keys(condition.properties)[0] ?? '', properties);
  return {
    ...rest,
    oneOf: allOf.map(({ if: { properties: tags }, then }) => {
      const fields = Object.keys(then.properties).map((name) => [name, typed(properties[name])]);
      const tagged = Object.entries(tags).map(([name, { const: tag }]) => {
        return [name, { description: properties[name]?.['description'], type: 'string', const: tag }];
      });
      return {
        title: Object.values(tags)[0]?.const,
        type,
        additionalProperties: false,
        required: [...required, ...then.required],
        properties: Object.fromEntries([...fields, ...tagged]),
      };
    }),
  };
}

/**
 * The schema of an object that has exactly one of two fields, without these fields, and a form for each of them, which excludes the other.
 * Any other schema loses the combinations that it excludes, because no type expresses them.
 */
function withForms(schema: Json): Json {
  const { rest, combinations } = splitCombinations(schema);
  if (combinations.length === 0) return schema;
  const { properties, ...others } = rest;
  const choice = choiceOf(schema);
  if (!choice || !isJson(properties)) return rest;
  const formOf = (name: string) => {
    // The type of a value that no schema accepts is never.
    const excluded = { description: `Not together with \`${name}\`.`, anyOf: [false] };
    const fields = choice.map((each) => [each, each === name ? properties[each] : excluded]);
    return { type: 'object', required: [name], properties: Object.fromEntries(fields) };
  };
  const shared = Object.entries(properties).filter(([name]) => !choice.includes(name));
  return { ...others, properties: Object.fromEntries(shared), oneOf: choice.map(formOf) };
}

/** The open list of a tag has exactly the values that have a condition: each value has its own object. */
function checkListed(allOf: readonly Condition[], name: string, properties: Conditional['properties']): void {
  const listed: unknown = properties[name]?.['x-extensible-enum'];
  if (!Array.isArray(listed)) return;
  const values = new Set<unknown>(listed);
  const tags = new Set<unknown>(allOf.map((each) => each.if.properties[name]?.const));
  if (values.size === tags.size && [...tags].every((tag) => values.has(tag))) return;
  const [text, expected] = [values, tags].map((each) => [...each].join(', '));
  throw new Error(`The x-extensible-enum of ${name} is ${text}, but its conditions are for ${expected}.`);
}

function isConditional(schema: Json): schema is Conditional {
  const { allOf } = schema;
  return Array.isArray(allOf) && allOf.every((each: unknown) => isJson(each) && 'if' in each && 'then' in each);
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null;
}

/** Returns the TypeScript types of the operations and schemas of a bundled contract. */
export async function wireTypes(json: string, { immutable = true }: { immutable?: boolean } = {}): Promise<string> {
  const types = await openapiTS(withUnions(typedDocument(JSON.parse(json) as OpenAPI3)), {
    alphabetize: true,
    immutable,
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    silent: true,
  });
  return astToString(types);
}
