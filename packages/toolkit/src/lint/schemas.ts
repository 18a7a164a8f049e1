import { isObject, items, operations, type Place, type Problem, responses, webhooks } from './contract.ts';

/** A schema of the contract, and whether it is part of a request body. */
export interface SchemaUse {
  readonly schema: Place;
  readonly inRequestBody: boolean;
}

/** not, if, then and else are not included: they restrict the schema that contains them. */
const schemaKeywords = ['items', 'contains', 'additionalProperties', 'propertyNames'];
const schemaListKeywords = ['oneOf', 'anyOf', 'allOf', 'prefixItems'];
const schemaMapKeywords = ['properties', 'patternProperties', 'dependentSchemas', '$defs'];

/** Every schema on the wire, including nested schemas. Each schema occurs once per direction. */
export function everySchema(contract: Place): SchemaUse[] {
  const found = new Map<string, SchemaUse>();
  const visit = ({ schema, inRequestBody }: SchemaUse): void => {
    const key = `${inRequestBody} ${schema.location.absolutePointer}`;
    // A boolean such as additionalProperties: false is not a schema to check, and a part of allOf with an `if` alone restricts the whole.
    if (!isObject(schema.value) || isConditionOnly(schema) || found.has(key)) return;
    found.set(key, { schema, inRequestBody });
    for (const child of childSchemas(schema)) visit({ schema: child, inRequestBody });
  };
  for (const { place } of operations(contract)) {
    for (const schema of heldSchemas(place.at('requestBody'))) visit({ schema, inRequestBody: true });
  }
  for (const { place } of webhooks(contract)) {
    for (const schema of heldSchemas(place.at('requestBody'))) visit({ schema, inRequestBody: false });
  }
  for (const { parameters } of [...operations(contract), ...webhooks(contract)]) {
    for (const schema of parameters.flatMap(heldSchemas)) visit({ schema, inRequestBody: false });
  }
  for (const { place } of responses(contract)) {
    const holders = [place, ...items(place.at('headers'))];
    for (const schema of holders.flatMap(heldSchemas)) visit({ schema, inRequestBody: false });
  }
  return [...found.values()];
}

/** Returns whether a schema has a condition and no type. */
function isConditionOnly(schema: Place): boolean {
  return schema.at('if').value !== undefined && schema.at('type').value === undefined;
}

/** The name of a component of this kind. Undefined for a place elsewhere, and for a part of a component. */
export function componentName({ location }: Place, kind: 'schemas' | 'parameters'): string | undefined {
  const own = new RegExp(`^#/components/${kind}/(\\w+)$`).exec(location.pointer)?.[1];
  if (own !== undefined || !location.source.absoluteRef.endsWith(`/components/${kind}.yaml`)) return own;
  return /^#\/(\w+)$/.exec(location.pointer)?.[1];
}

/** The schema with this name in components/schemas.yaml. Its value is undefined if nothing uses the schema. */
export function findSchema(contract: Place, name: string): Place {
  const use = everySchema(contract).find(({ schema }) => componentName(schema, 'schemas') === name);
  return use?.schema ?? contract.at('components', 'schemas', name);
}

/**
 * The words that the enum of a named schema should list, or its x-extensible-enum if a later version may add words. `because`
 * completes the messages: the reason why a word belongs to the list.
 */
export interface ExpectedEnum {
  readonly name: string;
  readonly words: readonly string[];
  readonly because: string;
}

/** Yields each difference between the enum of a named schema and the expected words. */
export function findEnumDrift(contract: Place, expected: ExpectedEnum): Iterable<Problem> {
  return findListDrift(listOf(findSchema(contract, expected.name)), expected);
}

/** The enum of a schema, or its x-extensible-enum if a later version may add words. */
export function listOf(schema: Place): Place {
  return schema.at(schema.at('enum').value === undefined ? 'x-extensible-enum' : 'enum');
}

/** Yields each difference between a list and the expected words. */
export function* findListDrift(place: Place, { name, words, because }: ExpectedEnum): Iterable<Problem> {
  const listed = items(place);
  for (const word of words.filter((expected) => !listed.some(({ value }) => value === expected))) {
    yield { place, message: `The enum of ${name} lacks ${word}, which ${because}. Add it.` };
  }
  for (const extra of listed.filter((each) => !words.includes(each.text()))) {
    const message = `The enum of ${name} has ${extra.text()}, but nothing with this name ${because}. Remove it.`;
    yield { place: extra, message };
  }
}

/** The schemas of a parameter, a header or a body, by media type or without one. */
function heldSchemas(holder: Place): Place[] {
  return [holder.at('schema'), ...items(holder.at('content')).map((mediaType) => mediaType.at('schema'))];
}

function childSchemas(schema: Place): Place[] {
  return [
    ...schemaKeywords.map((keyword) => schema.at(keyword)),
    ...[...schemaListKeywords, ...schemaMapKeywords].flatMap((keyword) => items(schema.at(keyword))),
  ];
}
