import { answers, items, operations, webhooks } from './contract.ts';
import { isObject } from './place.ts';
import type { Place, Problem } from './place.ts';

/** A schema somewhere in the contract, and whether a caller sends what it describes in a request body. */
export interface SchemaUse {
  readonly schema: Place;
  readonly inRequestBody: boolean;
}

/** Not if, then and else: they describe nothing by themselves, they set a condition on what is described beside them. */
const schemaKeywords = ['items', 'contains', 'additionalProperties', 'propertyNames', 'not'];
const schemaListKeywords = ['oneOf', 'anyOf', 'allOf', 'prefixItems'];
const schemaMapKeywords = ['properties', 'patternProperties', 'dependentSchemas', '$defs'];

/** Every schema that describes anything on the wire, those within others included; each once a direction. */
export function everySchema(contract: Place): SchemaUse[] {
  const found = new Map<string, SchemaUse>();
  const visit = ({ schema, inRequestBody }: SchemaUse): void => {
    const key = `${inRequestBody} ${schema.location.absolutePointer}`;
    // additionalProperties: false and its like are booleans and describe nothing.
    if (!isObject(schema.value) || schema.at('if').value !== undefined || found.has(key)) return;
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
  for (const { place } of answers(contract)) {
    const holders = [place, ...items(place.at('headers'))];
    for (const schema of holders.flatMap(heldSchemas)) visit({ schema, inRequestBody: false });
  }
  return [...found.values()];
}

/** The schema that stands alone in components/schemas/<name>.yaml; without a value where nothing uses one. */
export function findSchema(contract: Place, name: string): Place {
  const use = everySchema(contract).find(
    ({ schema: { location } }) =>
      location.source.absoluteRef.endsWith(`/schemas/${name}.yaml`) && location.pointer === '#/',
  );
  return use?.schema ?? contract.at('components', 'schemas', name);
}

/** The words a named schema should list, as its enum or, where a later version may add some, as its x-extensible-enum; and a verb phrase that says what makes a word belong to it. */
export interface ExpectedEnum {
  readonly name: string;
  readonly words: readonly string[];
  readonly because: string;
}

/** Each way in which the list of a named schema differs from the words it should have. */
export function* findEnumDrift(contract: Place, { name, words, because }: ExpectedEnum): Iterable<Problem> {
  const schema = findSchema(contract, name);
  const place = schema.at(schema.at('enum').value === undefined ? 'x-extensible-enum' : 'enum');
  const listed = items(place);
  for (const word of words.filter((expected) => !listed.some(({ value }) => value === expected))) {
    yield { place, message: `The enum of ${name} lacks ${word}, which ${because}: add it.` };
  }
  for (const extra of listed.filter((each) => !words.includes(each.text()))) {
    const message = `The enum of ${name} has ${extra.text()}, but nothing so named ${because}: take it out.`;
    yield { place: extra, message };
  }
}

/** The schemas of a parameter, a header or a body: directly or by media type. */
function heldSchemas(holder: Place): Place[] {
  return [holder.at('schema'), ...items(holder.at('content')).map((mediaType) => mediaType.at('schema'))];
}

function childSchemas(schema: Place): Place[] {
  return [
    ...schemaKeywords.map((keyword) => schema.at(keyword)),
    ...[...schemaListKeywords, ...schemaMapKeywords].flatMap((keyword) => items(schema.at(keyword))),
  ];
}
