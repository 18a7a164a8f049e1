import { isObject, items, operations, type Place, type Problem, responses, type Rule, webhooks } from '../contract.ts';
import { componentName, everySchema } from '../schemas.ts';

/** These keywords are bounds, or contain schemas that are checked. */
const untyped = ['const', 'enum', 'oneOf', 'anyOf', 'allOf'];
/** Formats that exclude U+0000. */
const storableFormats = new Set(['date', 'date-time', 'email', 'uri', 'uuid']);
/** PostgreSQL cannot store U+0000 in text. */
const unstorable = '\u0000';
/** Surrogates in a pattern. Engines that match code points, such as those of Rust and Go, cannot compile them. */
const surrogate = /\\u[dD][89a-fA-F]/;
const freeText = String.raw`'^[^\u0000]*$'`;

/**
 * Every string, array, number and map has a bound (LIM-6). A request body accepts documented fields only, and its texts exclude
 * characters that a store cannot save. Without bounds, one caller could fill the memory and the database that all share.
 */
export const bounded: Rule = function* (contract) {
  for (const { schema, inRequestBody } of everySchema(contract)) {
    const { value: type } = schema.at('type');
    if (type === undefined && !untyped.some((keyword) => schema.at(keyword).value !== undefined)) {
      yield { place: schema, message: 'This schema has no type. Add one.' };
    }
    if (schema.at('const').value !== undefined || schema.at('enum').value !== undefined) continue;
    for (const each of Array.isArray(type) ? type : [type]) {
      if (each === 'string' && schema.at('format').value !== 'date-time') yield* demand(schema, 'maxLength');
      if (each === 'string' && inRequestBody) yield* checkText(schema);
      if (each === 'array') yield* checkArray(schema);
      if (each === 'object') yield* checkObject(schema, inRequestBody);
      if (each === 'integer' || each === 'number') {
        yield* demand(schema, 'minimum');
        yield* demand(schema, 'maximum');
        const isRounded = [schema.at('minimum'), schema.at('maximum')].some(
          ({ value }) => Math.abs(Number(value)) > 2 ** 53 - 1,
        );
        if (each === 'integer' && isRounded)
          yield {
            place: schema,
            message: 'JavaScript rounds integers beyond 2^53. Narrow the bounds to 2^53 - 1, or use a string.',
          };
      }
    }
  }
};

function* demand(schema: Place, keyword: string): Iterable<Problem> {
  if (typeof schema.at(keyword).value === 'number') return;
  yield { place: schema, message: `This schema has no ${keyword}. Add one.` };
}

function* checkText(schema: Place): Iterable<Problem> {
  if (storableFormats.has(schema.at('format').text())) return;
  const pattern = schema.at('pattern');
  const { value: example } = schema.at('example');
  if (typeof pattern.value !== 'string') {
    yield {
      place: schema,
      message: `This text of a request body accepts any character. Add the pattern ${freeText}.`,
    };
  } else if (takesUnstorable(pattern.value, typeof example === 'string' ? example : '')) {
    const message = `The pattern ${pattern.text()} accepts U+0000. Exclude it from ^ to $.`;
    yield { place: pattern, message };
  } else if (surrogate.test(pattern.value)) {
    const message = `Not every engine compiles ${pattern.text()}. Remove the surrogates: the server refuses lone surrogates anyway.`;
    yield { place: pattern, message };
  }
}

/** Tries U+0000 alone and within a text that the pattern accepts. A pattern without ^ and $ accepts it always. */
function takesUnstorable(pattern: string, example: string): boolean {
  if (!pattern.startsWith('^') || !pattern.endsWith('$')) return true;
  const spoilt = [
    unstorable,
    unstorable + example,
    example + unstorable,
    unstorable + example.slice(1),
    example.slice(0, -1) + unstorable,
  ];
  try {
    const regex = new RegExp(pattern, 'u');
    return spoilt.some((text) => regex.test(text));
  } catch {
    // Redocly reports an invalid regular expression.
    return false;
  }
}

function* checkArray(schema: Place): Iterable<Problem> {
  yield* demand(schema, 'maxItems');
  if (isObject(schema.at('items').value)) return;
  yield { place: schema, message: 'The items of this array have no schema. Add one.' };
}

function* checkObject(schema: Place, inRequestBody: boolean): Iterable<Problem> {
  const { value: additional } = schema.at('additionalProperties');
  if (!isObject(additional)) {
    // Objects that the service sends may be open: the service sends documented fields only.
    if (!inRequestBody || additional === false) return;
    yield {
      place: schema,
      message: 'This object accepts any field. Set additionalProperties: false, or give it a schema.',
    };
    return;
  }
  yield* demand(schema, 'maxProperties');
  const names = schema.at('propertyNames');
  if (typeof names.at('maxLength').value === 'number') return;
  yield { place: names, message: 'The names of these fields have no bound. Set propertyNames with a maxLength.' };
}

/**
 * Objects that the service sends set additionalProperties: true, so that generated clients accept new fields of later versions. If the
 * keyword is missing, Java code of openapi-generator fails as if it were false. Objects that callers send are closed (the rule
 * `bounded`). So a schema is either for requests or for responses.
 */
export const openResponses: Rule = function* (contract) {
  for (const { schema, inRequestBody } of everySchema(contract)) {
    const { value: additional } = schema.at('additionalProperties');
    const isMap = isObject(additional);
    if (inRequestBody || schema.at('type').value !== 'object' || isMap || additional === true) continue;
    const message =
      'The service sends this object, and a later version may add a field. Set additionalProperties: true, or use another schema for the response.';
    yield { place: schema, message };
  }
};

const listFields = ['object', 'data', 'has_more', 'next_cursor'];

/**
 * Lists and refusals have one shape in every contract. What has a next_cursor has has_more, too. A refusal has error and error_code, and
 * repeats the header Request-Id of its response as request_id.
 */
export const oneShape: Rule = function* (contract) {
  for (const { schema } of everySchema(contract)) {
    const isList = schema.at('properties', 'object', 'const').value === 'list';
    if (isList || schema.at('properties', 'next_cursor').value !== undefined)
      yield* demandFields(schema, isList ? listFields : ['has_more', 'next_cursor']);
  }
  for (const { status, place } of responses(contract)) {
    const schema = place.at('content', 'application/json', 'schema');
    if (!/^[45]/.test(status) || schema.at('properties', 'error_code').value === undefined) continue;
    const hasId = place.at('headers', 'Request-Id').value !== undefined;
    yield* demandFields(schema, ['error', 'error_code', ...(hasId ? ['request_id'] : [])]);
  }
};

function* demandFields(schema: Place, fields: readonly string[]): Iterable<Problem> {
  const required = new Set(items(schema.at('required')).map((each) => each.text()));
  for (const field of fields.filter((each) => !required.has(each))) {
    yield { place: schema, message: `This schema does not require ${field}, as every list or refusal does. Add it.` };
  }
}

/** A point in time; the first time of a range and the first one after it; the beginning and the end of a state. */
const instantName = /^(?:\w+_)?(?:at|from|before|since|until)$/;

/**
 * The name of an instant (date-time) ends in _at, or in the word for its end of a range or a state. What ends in _at is an instant. `also`
 * has the other names that instants may have.
 */
export const instantNames: Rule = function* (contract, { also = [] }) {
  const parameters = [...operations(contract), ...webhooks(contract)].flatMap((each) => each.parameters);
  const named = [
    ...everySchema(contract).flatMap(({ schema }) => schema.at('properties').entries()),
    ...parameters.map((each) => [each.at('name').text(), each.at('schema')] as const),
  ];
  for (const [name, schema] of named) {
    const isInstant = hasInstant(schema);
    if (isInstant && !instantName.test(name) && !also.includes(name)) {
      const message = `${name} is an instant. Let its name end in _at, or in _from, _before, _since or _until.`;
      yield { place: schema.mention, message };
    } else if (!isInstant && name.endsWith('_at')) {
      yield {
        place: schema.mention,
        message: `${name} is named as an instant. Give it the format date-time, or rename it.`,
      };
    }
  }
};

function hasInstant(schema: Place): boolean {
  if (schema.at('format').value === 'date-time') return true;
  return ['oneOf', 'anyOf', 'allOf'].flatMap((keyword) => items(schema.at(keyword))).some(hasInstant);
}

/**
 * Rules for code generators. A parameter and a schema have different component names, because some generators make a type of both.
 * A schema has no title, because some generators name its class after it. An integer has a format.
 */
export const generatedCode: Rule = function* (contract) {
  const schemas = everySchema(contract).map(({ schema }) => schema);
  const names = new Set(schemas.map((schema) => componentName(schema, 'schemas')));
  for (const { parameters } of [...operations(contract), ...webhooks(contract)]) {
    for (const parameter of parameters) {
      const name = componentName(parameter, 'parameters');
      if (name === undefined || !names.has(name)) continue;
      yield {
        place: parameter,
        message: `The parameter ${name} has the name of a schema. Rename it.`,
      };
    }
  }
  for (const schema of schemas) {
    if (schema.at('type').value === 'integer') yield* checkInteger(schema);
    const title = schema.at('title');
    if (title.value === undefined) continue;
    yield { place: title, message: `Generators name a class ${title.text()} after this title. Remove it.` };
  }
};

/** Without a format, generated code has 64 bits in some languages and 32 in others. */
function* checkInteger(schema: Place): Iterable<Problem> {
  // The rule `bounded` reports a missing bound.
  if (schema.at('maximum').value === undefined || schema.at('minimum').value === undefined) return;
  const isSmall = Number(schema.at('maximum').value) < 2 ** 31 && Number(schema.at('minimum').value) >= -(2 ** 31);
  const format = isSmall ? 'int32' : 'int64';
  if (schema.at('format').value === format) return;
  yield { place: schema, message: `This integer has no format. Its bounds require ${format}.` };
}

/**
 * Every body has a named example, and every parameter and header has an example. The docs show the examples, and the mock server
 * returns them. Without an example it invents values or fails. A cursor has none, because no page has returned it.
 */
export const exemplified: Rule = function* (contract) {
  for (const { place, parameters } of [...operations(contract), ...webhooks(contract)]) {
    yield* checkContent(place.at('requestBody'), 'This request body');
    for (const parameter of parameters.filter((each) => !isCursor(each)))
      yield* checkExample(parameter, `The parameter ${parameter.at('name').text()}`);
  }
  for (const { status, place } of responses(contract)) {
    yield* checkContent(place, `This ${status} response`);
    for (const [name, header] of place.at('headers').entries()) yield* checkExample(header, `The header ${name}`);
  }
};

function isCursor(parameter: Place): boolean {
  return parameter.at('name').value === 'cursor' && parameter.at('required').value !== true;
}

function* checkContent(holder: Place, what: string): Iterable<Problem> {
  for (const [, mediaType] of holder.at('content').entries()) {
    const examples = mediaType.at('examples');
    if (examples.entries().length > 0) continue;
    yield { place: examples, message: `${what} has no named example. Add one under examples.` };
  }
}

function* checkExample(described: Place, what: string): Iterable<Problem> {
  if (described.at('example').value !== undefined || described.at('examples').entries().length > 0) return;
  yield { place: described, message: `${what} has no example. Add one.` };
}
