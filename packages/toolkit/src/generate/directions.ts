/** The schemas of a document by the direction of a message, and the fields that a schema declares. */
import { isJsonObject, type JsonObject } from '../document/bundled-contract.ts';
import { follow, isData, isNameMap, listOf, pointerKeys } from '../document/normalize.ts';

/**
 * Gives a document the schemas of each direction: a request has no field that is readOnly, a response none that is writeOnly. A schema
 * that differs gets a second one for requests, `PetRequest`.
 */
export function withDirections(document: JsonObject): JsonObject {
  const text = JSON.stringify(document);
  if (!text.includes('"readOnly":true') && !text.includes('"writeOnly":true')) return document;
  const schemas = schemasOf(document);
  const differing = differingSchemas(schemas, document);
  const names = new Map(
    [...differing].map((name) => [
      `#/components/schemas/${name}`,
      `#/components/schemas/${requestName(name, schemas)}`,
    ]),
  );
  const forRequest = (value: unknown) => directed(value, 'readOnly', (reference) => names.get(reference) ?? reference);
  const forResponse = (value: unknown) => directed(value, 'writeOnly', (reference) => reference);
  const components = isJsonObject(document['components']) ? document['components'] : {};
  const second = [...differing].map((name) => [requestName(name, schemas), forRequest(schemas[name])]);
  const requests = (value: unknown): unknown => {
    if (!isJsonObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [
        key,
        key === 'requestBody' || key === 'parameters' ? forRequest(each) : forResponse(each),
      ]),
    );
  };
  const itemsOf = (key: string, change: (operation: unknown) => unknown) =>
    Object.fromEntries(
      Object.entries(isJsonObject(document[key]) ? document[key] : {}).map(([path, item]) => [
        path,
        Object.fromEntries(
          Object.entries(isJsonObject(item) ? item : {}).map(([method, operation]) => [method, change(operation)]),
        ),
      ]),
    );
  const parts = Object.entries(components).map(([kind, value]) => [
    kind,
    kind === 'requestBodies' || kind === 'parameters' ? forRequest(value) : forResponse(value),
  ]);
  const all = Object.fromEntries(parts) as Record<string, JsonObject>;
  return {
    ...document,
    paths: itemsOf('paths', requests),
    webhooks: itemsOf('webhooks', requests),
    components: { ...all, schemas: { ...all['schemas'], ...Object.fromEntries(second) } },
  };

  /** A copy without the fields that the direction does not have. */
  function directed(value: unknown, hidden: Hidden, rename: (reference: string) => string, isMap = false): unknown {
    if (Array.isArray(value)) return value.map((each) => directed(each, hidden, rename));
    if (!isJsonObject(value)) return value;
    const gone = new Set(
      Object.entries(fieldsOf(value)).flatMap(([name, field]) => (isHidden(field, hidden) ? [name] : [])),
    );
    const entries = Object.entries(value).map(([key, each]) => {
      if (!isMap && isData(key, each)) return [key, each];
      if (key === '$ref' && typeof each === 'string') return [key, rename(each)];
      if (key === 'mapping' && isJsonObject(each))
        return [key, Object.fromEntries(Object.entries(each).map(([name, to]) => [name, rename(String(to))]))];
      if (key === 'required' && Array.isArray(each))
        return [key, each.filter((name) => !gone.has(name) && !isHiddenBelow(value, String(name), hidden))];
      if (key === 'properties' && isJsonObject(each)) {
        return [
          key,
          Object.fromEntries(
            Object.entries(each).flatMap(([name, field]) =>
              gone.has(name) ? [] : [[name, directed(field, hidden, rename)]],
            ),
          ),
        ];
      }
      return [key, directed(each, hidden, rename, !isMap && isNameMap(key, each))];
    });
    return Object.fromEntries(entries);
  }

  /** A part of its allOf hides a field, too. */
  function isHidden(field: unknown, hidden: string, depth = 0): boolean {
    return [field, follow(field, document)].some(
      (each) =>
        isJsonObject(each) &&
        (each[hidden] === true ||
          (depth < 8 && listOf(each['allOf']).some((part) => isHidden(part, hidden, depth + 1)))),
    );
  }

  /** A part of allOf declares the field. */
  function isHiddenBelow(schema: JsonObject, name: string, hidden: string): boolean {
    return !isDeclared(schema, name) && isHidden(fieldOf(schema, name, document), hidden);
  }
}

function requestName(name: string, schemas: JsonObject): string {
  const wanted = `${name}Request`;
  return Object.hasOwn(schemas, wanted) ? `${name}RequestBody` : wanted;
}

type Hidden = 'readOnly' | 'writeOnly';

/** The schemas that have a field of one direction, themselves or by a reference. */
function differingSchemas(schemas: JsonObject, document: JsonObject): Set<string> {
  const texts = Object.entries(schemas).map(([name, schema]) => ({ name, text: JSON.stringify(schema) ?? '' }));
  const isMarked = (text: string) => text.includes('"readOnly":true') || text.includes('"writeOnly":true');
  const found = new Set(texts.filter(({ text }) => isMarked(text)).map(({ name }) => name));
  const referring = texts.map(({ name, text }) => ({
    name,
    to: [...text.matchAll(/"#\/components\/schemas\/([^"/]+)"/g)].map(
      ([reference]) => pointerKeys(JSON.parse(reference)).at(-1) ?? '',
    ),
  }));
  for (let size = -1; size !== found.size;) {
    size = found.size;
    for (const { name, to } of referring) if (to.some((each) => found.has(each))) found.add(name);
  }
  return new Set([...found].filter((name) => isJsonObject(follow(schemas[name], document))));
}

export function fieldsOf({ properties }: JsonObject): JsonObject {
  return isJsonObject(properties) ? properties : {};
}

export function isDeclared(schema: JsonObject, name: string): boolean {
  return Object.hasOwn(fieldsOf(schema), name);
}

/** The schema of a field, which a schema or a part of it declares. */
export function fieldOf(schema: unknown, name: string, document: JsonObject, depth = 0): unknown {
  const resolved = follow(schema, document);
  if (!isJsonObject(resolved) || depth > 8) return undefined;
  if (isDeclared(resolved, name)) return fieldsOf(resolved)[name];
  for (const part of listOf(resolved['allOf'])) {
    const found = fieldOf(part, name, document, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

export function schemasOf({ components }: JsonObject): JsonObject {
  return isJsonObject(components) && isJsonObject(components['schemas']) ? components['schemas'] : {};
}
