import { readFileSync } from 'node:fs';
import { isJsonObject, type JsonObject } from '@booking-service/toolkit';

/** A value that the service may send in a later version, and the name of its schema. */
export type LaterValue = readonly [schema: string, value: unknown];

/** Members of a later version: more than a limit of this version allows, because limits may rise. */
const members = 200;

/**
 * Returns every example of a response and a webhook as a later version may send it: each open object has a field that the contract
 * does not have, each open list of values (x-extensible-enum) has another one, and each list has as many members as it may have.
 */
export function laterValues(file: string): readonly LaterValue[] {
  const contract = JSON.parse(readFileSync(file, 'utf8')) as JsonObject;
  const responses = operationsIn(contract, 'paths').flatMap((each) => Object.values(objectIn(each, 'responses')));
  const requests = operationsIn(contract, 'webhooks').map((each) => each['requestBody']);
  return [...responses, ...requests].flatMap((message) => {
    const { schema, examples } = objectIn(objectIn(resolve(contract, message), 'content'), 'application/json');
    return Object.values(isJsonObject(examples) ? examples : {}).flatMap((example) => {
      const { value } = resolve(contract, example);
      const [form, name] = formOf(contract, schema, value);
      return name === undefined ? [] : [[name, later(contract, form, value)] as const];
    });
  });
}

function later(contract: JsonObject, written: unknown, value: unknown): unknown {
  const [schema] = formOf(contract, written, value);
  if (schema['x-extensible-enum'] !== undefined && value !== null) return 'added_later';
  // Pydantic refuses addresses below .test, which the examples have.
  if (schema['format'] === 'email') return 'ada@example.com';
  if (Array.isArray(value)) {
    const most = Math.min(members, Number(schema['maxItems']));
    const items = value.map((each: unknown) => later(contract, schema['items'], each));
    return items.length === 0 ? items : Array.from({ length: most }, (_, index) => items[index % items.length]);
  }
  if (!isJsonObject(value)) return value;
  const properties = objectIn(schema, 'properties');
  const fields = Object.entries(value).map(([name, each]) => [name, later(contract, properties[name], each)] as const);
  const added = schema['additionalProperties'] === true ? [['added_later', { deep: [1] }] as const] : [];
  return Object.fromEntries([...fields, ...added]);
}

/** Returns the schema of a value without references, and the name of its component. Of a choice, it is the form of the value. */
function formOf(
  contract: JsonObject,
  written: unknown,
  value: unknown,
): [schema: JsonObject, name: string | undefined] {
  const schema = resolve(contract, written);
  if (Array.isArray(schema['oneOf'])) {
    const form = schema['oneOf'].find((each: unknown) => isOf(contract, resolve(contract, each), value));
    if (form !== undefined) return formOf(contract, form, value);
  }
  const reference = isJsonObject(written) ? written['$ref'] : undefined;
  return [schema, typeof reference === 'string' ? reference.split('/').at(-1) : undefined];
}

function isOf(contract: JsonObject, schema: JsonObject, value: unknown): boolean {
  if (!isJsonObject(value)) return (value === null) === (schema['type'] === 'null');
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  const properties = objectIn(schema, 'properties');
  return required.every((name: unknown) => {
    const { const: only, enum: several = only === undefined ? undefined : [only] } = resolve(
      contract,
      properties[String(name)],
    );
    return String(name) in value && (!Array.isArray(several) || several.includes(value[String(name)]));
  });
}

function operationsIn(contract: JsonObject, part: string): JsonObject[] {
  return Object.values(objectIn(contract, part)).flatMap((path) =>
    Object.values(isJsonObject(path) ? path : {}).filter(isJsonObject),
  );
}

function resolve(contract: JsonObject, value: unknown): JsonObject {
  if (!isJsonObject(value)) return {};
  const reference = value['$ref'];
  if (typeof reference !== 'string') return value;
  return reference.split('/').slice(1).reduce<JsonObject>(objectIn, contract);
}

function objectIn(parent: JsonObject, key: string): JsonObject {
  const value = parent[key];
  return isJsonObject(value) ? value : {};
}
