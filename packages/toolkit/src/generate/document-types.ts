/**
 * The TypeScript types of any OpenAPI document. openapi-typescript writes them, from a copy of the document in which schemas have the form
 * that it compiles without a loss: what `allOf` requires stands beside its field, a choice stands apart from the fields around it,
 * and a schema with fields of one direction only has a form for requests.
 */
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import ts from 'typescript';
import { isJsonObject, type JsonObject } from '../document/bundled-contract.ts';
import { identifier, listOf, mapObjects, normalized, pointerKeys } from '../document/normalize.ts';
import { pascal } from '../document/names.ts';
import { type Int64, isInt64 } from './plain-client/int64-places.ts';
import { fieldOf, fieldsOf, isDeclared, schemasOf, withDirections } from './directions.ts';

export interface DocumentTypesOptions {
  /** Default true: fields and lists are readonly. */
  readonly immutable?: boolean;
  /** Default false. True: a binary value is a Blob instead of a string. */
  readonly blobs?: boolean;
  /** The type of an integer of 64 bits. Default: number. */
  readonly int64?: Int64;
}

/**
 * Returns the types of the operations and schemas of a bundled document, with an alias for each schema.
 *
 * @throws if the names of two schemas give one alias.
 */
export async function plainTypes(
  json: string,
  { immutable = true, blobs = false, int64 = 'number' }: DocumentTypesOptions = {},
): Promise<string> {
  const document = normalized(JSON.parse(json));
  const aliases = schemaAliases(document);
  const types = await openapiTS(withInt64(typedForm(document), int64) as unknown as OpenAPI3, {
    alphabetize: true,
    defaultNonNullable: false,
    emptyObjectsUnknown: true,
    immutable,
    silent: true,
    transform: (schema) => (blobs ? blobType(schema) : undefined) ?? bigintType(schema),
  });
  return astToString(types) + aliases;
}

/** Returns the TypeScript types of a document whose form is that of openapi-typescript already. */
export async function documentTypes(document: object): Promise<string> {
  return astToString(await openapiTS(document as OpenAPI3, { alphabetize: true, silent: true }));
}

function blobType(schema: object): ts.TypeNode | undefined {
  const { type, format, contentMediaType, contentEncoding } = schema as JsonObject;
  const types = Array.isArray(type) ? type : [type];
  const isBinary =
    format === 'binary' || (contentMediaType === 'application/octet-stream' && contentEncoding === undefined);
  if (!isBinary || !types.includes('string')) return undefined;
  return orNull(ts.factory.createTypeReferenceNode('Blob'), types);
}

function orNull(type: ts.TypeNode, types: readonly unknown[]): ts.TypeNode {
  const { factory } = ts;
  const none = factory.createLiteralTypeNode(factory.createNull());
  return types.includes('null') ? factory.createUnionTypeNode([type, none]) : type;
}

/** The format of a text whose type is bigint. */
const bigint = 'x-bigint';

function bigintType(schema: object): ts.TypeNode | undefined {
  const { type, format } = schema as JsonObject;
  if (format !== bigint) return undefined;
  return orNull(ts.factory.createKeywordTypeNode(ts.SyntaxKind.BigIntKeyword), [type].flat());
}

/** Writes each integer of 64 bits as a text. */
function withInt64(document: JsonObject, int64: Int64): JsonObject {
  if (int64 === 'number') return document;
  return mapObjects(document, (schema) => {
    if (!isInt64(schema)) return schema;
    const { enum: _values, const: _only, default: _usual, ...rest } = schema;
    const types = [rest['type']].flat().map((type) => (type === 'integer' || type === 'number' ? 'string' : type));
    return { ...rest, type: [...new Set(types)], ...(int64 === 'bigint' && { format: bigint }) };
  }) as JsonObject;
}

/** Names that the file of types uses itself, so that no alias may have them. */
const used = new Set([
  'paths',
  'webhooks',
  'components',
  'operations',
  '$defs',
  'Record',
  'Omit',
  'Extract',
  'WithRequired',
  'OneOf',
  'Blob',
]);
const keywords = new Set([
  'any',
  'bigint',
  'boolean',
  'never',
  'null',
  'number',
  'object',
  'string',
  'symbol',
  'undefined',
  'unknown',
  'void',
]);

/** The name of a schema as that of a type. */
export function schemaName(name: string): string {
  const alias = pascal(identifier(name));
  return used.has(alias) || keywords.has(alias) ? `${alias}Schema` : alias;
}

function schemaAliases({ components }: JsonObject): string {
  const schemas =
    isJsonObject(components) && isJsonObject(components['schemas']) ? Object.keys(components['schemas']) : [];
  const named = Map.groupBy(schemas, schemaName);
  for (const [alias, names] of named) {
    if (names.length > 1)
      throw new Error(`The schemas ${names.join(' and ')} would both be the type ${alias}. Rename one of them.`);
  }
  return [...named]
    .map(([alias, [name]]) => `export type ${alias} = components['schemas'][${JSON.stringify(name)}];\n`)
    .join('');
}

/** A copy of the document for openapi-typescript. */
function typedForm(document: JsonObject): JsonObject {
  const webhooks = isJsonObject(document['webhooks']) ? document['webhooks'] : {};
  // A webhook without its operationId is not generated as an operation.
  const unnamed = Object.entries(webhooks).map(([name, item]) => [
    name,
    Object.fromEntries(
      Object.entries(isJsonObject(item) ? item : {}).map(([method, operation]) => [
        method,
        { ...(operation as JsonObject), operationId: undefined },
      ]),
    ),
  ]);
  const mapped = withMappings(document);
  const split = withDirections({ ...mapped, webhooks: JSON.parse(JSON.stringify(Object.fromEntries(unnamed))) });
  return mapObjects(split, (schema) => apart(withRequired(schema, split))) as JsonObject;
}

/** Writes the schema of a field beside each name that a schema requires and another part of it declares. */
function withRequired(schema: JsonObject, document: JsonObject): JsonObject {
  const content = schema['content'];
  // The type of a parameter is that of its content.
  if (typeof schema['in'] === 'string' && isJsonObject(content) && schema['schema'] === undefined) {
    const [media] = Object.values(content);
    return { ...schema, schema: isJsonObject(media) ? media['schema'] : undefined };
  }
  const parts = ['allOf', 'anyOf', 'oneOf'].filter((key) => Array.isArray(schema[key]));
  if (parts.length === 0) return schema;
  const changed = Object.fromEntries(parts.map((key) => [key, listOf(schema[key]).map((part) => completed(part))]));
  const required = requiredOf(schema);
  if (required.length === 0 || !parts.includes('allOf')) return { ...schema, ...changed };
  const { properties: _fields, required: _names, ...rest } = schema;
  const missing = required.filter((name) => !isDeclared(schema, name));
  // openapi-typescript would require of each part alone what a schema requires beside allOf.
  const own = { type: 'object', properties: { ...fieldsOf(schema), ...declared(missing) }, required };
  return { ...rest, ...changed, allOf: [...listOf(changed['allOf']), own] };

  function completed(part: unknown): unknown {
    if (!isJsonObject(part) || '$ref' in part) return part;
    const names = requiredOf(part).filter((name) => !isDeclared(part, name));
    return names.length === 0 ? part : { ...part, properties: { ...fieldsOf(part), ...declared(names) } };
  }

  function declared(names: readonly string[]): JsonObject {
    return Object.fromEntries(names.map((name) => [name, fieldOf(schema, name, document) ?? {}]));
  }
}

function requiredOf({ required }: JsonObject): string[] {
  return listOf(required).filter((name) => typeof name === 'string');
}

/** openapi-typescript would write a choice beside fields as a choice between both. */
function apart(schema: JsonObject): JsonObject {
  const { anyOf, ...rest } = schema;
  const structural = ['properties', 'allOf', 'oneOf', 'additionalProperties', 'patternProperties'];
  if (!Array.isArray(anyOf) || !structural.some((key) => key in rest)) return schema;
  const { description, title, deprecated, discriminator, allOf, ...fields } = rest;
  const texts = Object.entries({ description, title, deprecated }).filter(([, each]) => each !== undefined);
  const own = Object.keys(fields).some((key) => structural.includes(key)) ? [fields] : [];
  return {
    ...Object.fromEntries(texts),
    allOf: [...own, ...listOf(allOf), { anyOf, ...(discriminator !== undefined && { discriminator }) }],
  };
}

/** Writes out the mapping of each discriminator: by the names of its forms, and of the schemas that extend it. */
function withMappings(document: JsonObject): JsonObject {
  const schemas = schemasOf(document);
  const children = Map.groupBy(
    Object.entries(schemas).flatMap(([name, schema]) => {
      const parts = isJsonObject(schema) ? listOf(schema['allOf']) : [];
      return parts.flatMap((part) =>
        isJsonObject(part) && typeof part['$ref'] === 'string' ? [{ name, base: part['$ref'] }] : [],
      );
    }),
    ({ base }) => base,
  );
  const referenceOf = (value: unknown) =>
    typeof value === 'string' && !value.includes('/') && Object.hasOwn(schemas, value)
      ? `#/components/schemas/${value}`
      : value;
  const complete = (schema: JsonObject, own?: string): JsonObject => {
    const { discriminator } = schema;
    if (!isJsonObject(discriminator) || typeof discriminator['propertyName'] !== 'string') return schema;
    const given = isJsonObject(discriminator['mapping']) ? discriminator['mapping'] : {};
    const mapping = Object.fromEntries(Object.entries(given).map(([value, to]) => [value, referenceOf(to)]));
    const mapped = new Set(Object.values(mapping));
    const forms = ['oneOf', 'anyOf']
      .flatMap((key) => listOf(schema[key]))
      .flatMap((form) => (isJsonObject(form) && typeof form['$ref'] === 'string' ? [form['$ref']] : []));
    const extending =
      own === undefined || forms.length > 0
        ? []
        : (children.get(`#/components/schemas/${own}`) ?? []).map(({ name }) => `#/components/schemas/${name}`);
    for (const reference of [...forms, ...extending]) {
      const name = pointerKeys(reference).at(-1) ?? '';
      if (!mapped.has(reference) && !Object.hasOwn(mapping, name)) mapping[name] = reference;
    }
    return { ...schema, discriminator: { ...discriminator, mapping } };
  };
  const named = Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, isJsonObject(schema) ? complete(schema, name) : schema]),
  );
  const components = isJsonObject(document['components']) ? document['components'] : {};
  return mapObjects({ ...document, components: { ...components, schemas: named } }, (schema) =>
    complete(schema),
  ) as JsonObject;
}
