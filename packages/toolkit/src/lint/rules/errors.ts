import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import {
  type ContractResponse,
  isObject,
  items,
  type Operation,
  operations,
  type Place,
  type Problem,
  repeats,
  responses,
  responsesOf,
  type Rule,
  standsIn,
} from '../contract.ts';
import { componentName, findSchema } from '../schemas.ts';

/** Every code of an error response is documented by some response. So the catalogue has no unused codes (ERR-6). */
export const errorCatalogue: Rule = function* (contract, { fields: required = [] }) {
  const lists = responses(contract).map(({ place }) => place.at('x-error-codes'));
  const documented = new Set(lists.flatMap(items).map(({ value }) => value));
  const fields = [
    'error',
    'error_code',
    ...contract
      .at('x-states')
      .entries()
      .map(([resource]) => resource),
  ];
  for (const [code, place] of contract.at('x-errors').entries()) {
    for (const field of required.filter((each) => place.at(each).value === undefined))
      yield { place, message: `${code} has no ${field}. Every entry of this catalogue has one.` };
    for (const field of items(place.at('stands_in')).filter((each) => !fields.includes(each.text()))) {
      yield {
        place: field,
        message: `${field.text()} has no codes. Use one of these fields: ${fields.join(', ')}.`,
      };
    }
    if (!standsIn(place, 'error', 'error_code') || documented.has(code)) continue;
    yield {
      place,
      message: `No response documents ${code}. Add it to the x-error-codes of a response, or remove it here.`,
    };
  }
};

/**
 * Every refusal lists its codes of the catalogue under the catalogue's status, and has an example for each code. Typed errors, the
 * mock server and the tables in the docs are made from these lists.
 */
export const errorCodes: Rule = function* (contract) {
  const catalogue = contract.at('x-errors');
  for (const response of responses(contract).filter(({ status }) => !status.startsWith('2'))) {
    yield* checkCodes(response, catalogue);
    yield* checkSchema(response, catalogue);
    yield* checkExamples(response, catalogue);
  }
};

function* checkCodes({ status, place }: ContractResponse, catalogue: Place): Iterable<Problem> {
  const list = place.at('x-error-codes');
  const codes = items(list);
  if (codes.length === 0) {
    yield { place: list, message: `This ${status} response lists no code. List its codes in x-error-codes.` };
  }
  for (const code of repeats(codes)) {
    yield { place: code, message: `${code.text()} occurs twice in x-error-codes. Remove one.` };
  }
  for (const code of codes) {
    const entry = catalogue.at(code.text());
    const expected = entry.at('status').text();
    if (entry.value === undefined) {
      yield { place: code, message: `${code.text()} is not in the catalogue x-errors. Use a code of the catalogue.` };
    } else if (!standsIn(entry, 'error', 'error_code')) {
      yield { place: code, message: `${code.text()} is for failed resources only. Remove it from this ${status}.` };
    } else if (expected !== status) {
      yield {
        place: code,
        message: `${code.text()} has the status ${expected} in x-errors. Remove it from this ${status}.`,
      };
    }
  }
}

/** The schema of the body follows from its codes, so that a caller never gets a union of two forms if only one occurs. */
function* checkSchema({ status, place }: ContractResponse, catalogue: Place): Iterable<Problem> {
  const entries = items(place.at('x-error-codes')).map((code) => catalogue.at(code.text()));
  const isOlder = entries.some((entry) => standsIn(entry, 'error'));
  const isCoded = entries.some((entry) => standsIn(entry, 'error_code'));
  if (!isOlder && !isCoded) return;
  const expected = isOlder ? (isCoded ? 'ErrorBody' : 'OlderError') : 'CodedError';
  for (const schema of items(place.at('content')).map((mediaType) => mediaType.at('schema'))) {
    if (componentName(schema, 'schemas') === expected) continue;
    const message = `The codes of this ${status} response are those of ${expected}. Use that schema.`;
    yield { place: schema.mention, message };
  }
}

function* checkExamples({ status, place }: ContractResponse, catalogue: Place): Iterable<Problem> {
  const codes = new Set(items(place.at('x-error-codes')).map((code) => code.text()));
  const mediaTypes = items(place.at('content'));
  if (mediaTypes.length === 0) {
    yield { place, message: `This ${status} response has no content. Add the error schema and examples.` };
  }
  for (const examples of mediaTypes.map((mediaType) => mediaType.at('examples'))) {
    for (const code of codes) {
      const example = examples.at(code);
      if (example.value === undefined) {
        yield { place: examples, message: `${code} has no example. Add one with the key ${code}.` };
      } else if (catalogue.at(code).value !== undefined) {
        yield* checkExample(example.at('value'), { code, entry: catalogue.at(code) });
      }
    }
    for (const [key, example] of examples.entries().filter(([each]) => !codes.has(each))) {
      yield { place: example.mention, message: `The example ${key} is for no code of x-error-codes. Remove it.` };
    }
  }
}

function* checkExample(body: Place, { code, entry }: { code: string; entry: Place }): Iterable<Problem> {
  const isOlder = standsIn(entry, 'error');
  const error = body.at('error');
  const errorCode = body.at('error_code');
  const text = isOlder ? code : entry.at('message').text();
  if (error.value !== text) {
    yield {
      place: error,
      message: `The example of ${code} has the error ${error.text()}. Its error must be "${text}".`,
    };
  }
  if (errorCode.value !== code) {
    yield {
      place: errorCode,
      message: `The example of ${code} has the error_code ${errorCode.text()}. Set it to ${code}.`,
    };
  }
}

// An operation documents every error code that its x-behavior, its parameters and its body cause. A code that only a flag of
// x-behavior causes is documented only if the flag is set. So each operation lists all of its refusals.

interface Implication {
  /** The cause of the codes, for messages. */
  readonly cause: string;
  readonly holds: (operation: Operation) => boolean;
  readonly codes: readonly string[];
  /** True if the codes have no other cause. Then they must be absent if the cause is absent. */
  readonly isOnlyCause: boolean;
}

const implications: readonly Implication[] = [
  flag('live_key', ['live_key_required']),
  {
    cause: 'x-behavior.scope',
    holds: ({ place }) => place.at('x-behavior', 'scope').value !== undefined,
    codes: [
      'unauthorized',
      // Also of an operation that no window counts: the requests of an organization in progress are limited (LIM-7).
      'rate_limited',
      'insufficient_scope',
      'org_suspended',
      'wrong_key_environment',
      'internal_error',
      'service_unavailable',
    ],
    isOnlyCause: false,
  },
  { cause: 'being called', holds: () => true, codes: ['invalid_request'], isOnlyCause: false },
  {
    cause: 'its request body',
    holds: ({ place }) => place.at('requestBody').value !== undefined,
    codes: ['payload_too_large', 'unsupported_media_type'],
    isOnlyCause: false,
  },
  {
    cause: 'its path parameter',
    holds: ({ parameters }) => parameters.some((parameter) => parameter.at('in').value === 'path'),
    codes: ['not_found'],
    isOnlyCause: false,
  },
];

export const refusalsDeclared: Rule = function* (contract, { flags = {} }) {
  const all = [...implications, ...Object.entries(flags).map(([name, codes]) => flag(name, codes))];
  for (const operation of operations(contract)) {
    const declared = declaredCodes(operation);
    for (const { cause, holds, codes, isOnlyCause } of all) {
      for (const code of codes) {
        const declaring = declared.get(code);
        if (holds(operation) && !declaring) {
          const status = contract.at('x-errors', code, 'status').text();
          const message = `${operation.name} lacks ${code}, due to ${cause}. Add it to the x-error-codes of its ${status}.`;
          yield { place: operation.place.at('responses', status).mention, message };
        } else if (!holds(operation) && declaring && isOnlyCause) {
          const message = `${operation.name} has ${code} without ${cause}. Remove it, or set the flag.`;
          yield { place: declaring.mention, message };
        }
      }
    }
  }
};

function flag(name: string, codes: readonly string[]): Implication {
  const holds = ({ place }: Operation): boolean => place.at('x-behavior', name).value === true;
  return { cause: `x-behavior.${name}`, holds, codes, isOnlyCause: true };
}

/** The codes that an operation documents, each with its response. */
function declaredCodes(operation: Operation): Map<unknown, Place> {
  return new Map(
    responsesOf(operation).flatMap(({ place }) => items(place.at('x-error-codes')).map(({ value }) => [value, place])),
  );
}

// A contract's own blocks name codes, scopes and values of its schemas. The options list the places of these, so that a block cannot name
// what the contract does not have.

// Not strict, because schemas of the contract have an example.
const ajv = new Ajv2020({ strict: false });

export const references: Rule = function* (contract, { codes = {}, schemas = {}, scopes = [], unique = [] }) {
  for (const [path, fields] of Object.entries(codes)) {
    for (const code of placesAt(contract, path)) {
      const entry = contract.at('x-errors', code.text());
      if (entry.value === undefined) {
        yield { place: code, message: `${code.text()} is not in the catalogue x-errors. Use a code of the catalogue.` };
      } else if (!standsIn(entry, ...fields)) {
        yield { place: code, message: `${code.text()} does not stand in ${fields.join(' or ')}. Use another code.` };
      }
    }
  }
  for (const scope of scopes.flatMap((path) => placesAt(contract, path))) {
    if (contract.at('x-access', 'scopes', scope.text()).value !== undefined) continue;
    yield { place: scope, message: `${scope.text()} is not in x-access.scopes. Use a listed scope.` };
  }
  for (const [path, name] of Object.entries(schemas)) {
    const validate = compileSchema(findSchema(contract, name));
    for (const place of placesAt(contract, path).filter(({ value }) => validate && !validate(value)))
      yield { place, message: `${place.text()} does not match the schema ${name}. Use a matching value.` };
  }
  for (const path of unique) {
    for (const place of repeats(placesAt(contract, path)))
      yield { place, message: `${place.text()} occurs twice in ${path}. Give each its own.` };
  }
};

/** The places at a path with dots, where `*` is each entry. A place without a value is left out. */
function placesAt(contract: Place, path: string): Place[] {
  const below = (place: Place, key: string) => (key === '*' ? items(place) : [place.at(key)]);
  const found = path.split('.').reduce((places, key) => places.flatMap((place) => below(place, key)), [contract]);
  return found.filter(({ value }) => value !== undefined);
}

/** Undefined if the schema is invalid. Redocly reports that. */
function compileSchema({ value }: Place): ValidateFunction | undefined {
  try {
    return isObject(value) ? ajv.compile(value) : undefined;
  } catch {
    return undefined;
  }
}
