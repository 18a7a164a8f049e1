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
export const errorCatalogue: Rule = function* (contract) {
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

// The sandbox's magic values use error codes that are valid in their place, and venue ids that a caller can send. So a caller can try
// each refusal before going live, and the sandbox follows the contract.

// Not strict, because schemas of the contract have an example.
const ajv = new Ajv2020({ strict: false });

interface Position {
  readonly name: string;
  /** The code must have one of these values in its stands_in. */
  readonly fields: readonly string[];
}

const onCall: Position = { name: 'a call', fields: ['error', 'error_code'] };
const callCodes = ['availability_error', 'payment_refusal'];
/** The codes with which a resource fails. */
const failureCodes = ['error_code', 'payment_error'];

export const sandboxCodes: Rule = function* (contract) {
  const sandbox = contract.at('x-sandbox');
  const resources = contract.at('x-states').entries();
  const onResource: Position = { name: 'a failed resource', fields: resources.map(([name]) => name) };
  const venues = items(sandbox.at('venues'));
  const codes = [
    ...items(sandbox.at('search_queries')).map((code) => ({ code, position: onCall })),
    ...venues.flatMap((venue) =>
      [...callCodes, ...failureCodes].map((field) => ({
        code: venue.at(field),
        position: callCodes.includes(field) ? onCall : onResource,
      })),
    ),
  ];
  for (const { code, position } of codes.filter((each) => each.code.value !== undefined)) {
    const entry = contract.at('x-errors', code.text());
    if (entry.value === undefined) {
      yield { place: code, message: `${code.text()} is not in the catalogue x-errors. Use a code of the catalogue.` };
    } else if (!standsIn(entry, ...position.fields)) {
      yield { place: code, message: `${code.text()} is not a code of ${position.name}. Use another code.` };
    }
  }
  yield* checkOrganizations(contract);
  const ids = venues.map((venue) => venue.at('id'));
  yield* checkIds(ids, findSchema(contract, 'VenueId'));
};

function* checkOrganizations(contract: Place): Iterable<Problem> {
  const organizations = items(contract.at('x-sandbox', 'organizations'));
  for (const name of repeats(organizations.map((organization) => organization.at('name')))) {
    yield { place: name, message: `The organization ${name.text()} occurs twice. Give each its own name.` };
  }
  const scopes = organizations.flatMap((organization) => items(organization.at('scopes')));
  for (const scope of scopes.filter((each) => contract.at('x-access', 'scopes', each.text()).value === undefined)) {
    yield { place: scope, message: `${scope.text()} is not in x-access.scopes. Use a listed scope.` };
  }
}

function* checkIds(ids: readonly Place[], schema: Place): Iterable<Problem> {
  const validate = compileSchema(schema);
  for (const id of ids.filter(({ value }) => validate && !validate(value))) {
    yield { place: id, message: `${id.text()} does not match the schema VenueId. Use a matching id.` };
  }
  for (const id of repeats(ids)) {
    yield { place: id, message: `The venue id ${id.text()} occurs twice. Give each venue its own id.` };
  }
}

/** Undefined if the schema is invalid. Redocly reports that. */
function compileSchema({ value }: Place): ValidateFunction | undefined {
  try {
    return isObject(value) ? ajv.compile(value) : undefined;
  } catch {
    return undefined;
  }
}
