/**
 * Every refusal of the admin contract lists its code of the catalogue under the catalogue's status, with an example, and every
 * operation documents the refusals that its role, its parameters and its body cause.
 */
import { items, operations, responses, responsesOf } from '../contract.ts';
import type { ContractResponse, Operation } from '../contract.ts';
import { isObject } from '../place.ts';
import type { Place, Problem, Rule } from '../place.ts';

const always = ['forbidden', 'internal_error'];
const causes: readonly {
  readonly cause: string;
  readonly codes: readonly string[];
  readonly holds: (of: Operation) => boolean;
}[] = [
  { cause: 'being called', codes: always, holds: () => true },
  { cause: 'its x-role', codes: ['unauthorized', 'rate_limited', 'service_unavailable'], holds: needsCaller },
  {
    cause: 'its parameters or its body',
    codes: ['invalid_request'],
    holds: (of) => of.parameters.length > 0 || hasBody(of),
  },
  { cause: 'its request body', codes: ['payload_too_large', 'unsupported_media_type'], holds: hasBody },
  {
    cause: 'its path parameter',
    codes: ['not_found'],
    holds: ({ parameters }) => parameters.some((parameter) => parameter.at('in').value === 'path'),
  },
];

export const adminRefusals: Rule = function* (contract) {
  const catalogue = contract.at('x-errors');
  yield* checkCatalogue(contract, catalogue);
  for (const response of responses(contract).filter(isRefusal)) yield* checkRefusal(response, catalogue);
  for (const operation of operations(contract)) {
    const declared = new Set(responsesOf(operation).flatMap(({ place }) => codesOf(place)));
    for (const { cause, codes, holds } of causes) {
      for (const code of codes) {
        if (!holds(operation) || declared.has(code)) continue;
        const status = catalogue.at(code, 'status').text();
        const message = `${operation.name} lacks ${code}, due to ${cause}. Add the response ${status} with this code.`;
        yield { place: operation.place.at('responses', status).mention, message };
      }
    }
  }
};

/** The codes of the catalogue are those of AdminError, each with a status, a message and an action, and each is documented. */
function* checkCatalogue(contract: Place, catalogue: Place): Iterable<Problem> {
  const documented = new Set(responses(contract).flatMap(({ place }) => codesOf(place)));
  for (const [code, entry] of catalogue.entries()) {
    const keys = isObject(entry.value) ? Object.keys(entry.value).toSorted().join() : '';
    const { value: status } = entry.at('status');
    if (keys !== 'action,message,status' || typeof status !== 'number' || status < 400 || status > 599) {
      yield { place: entry, message: `${code} needs exactly status (400 to 599), message and action.` };
    } else if (!documented.has(code)) {
      yield {
        place: entry,
        message: `No response documents ${code}. Add it to the x-error-codes of a response, or remove it here.`,
      };
    }
  }
}

function* checkRefusal({ status, place }: ContractResponse, catalogue: Place): Iterable<Problem> {
  const codes = codesOf(place);
  if (codes.length === 0)
    yield { place, message: `This ${status} response lists no code. List its codes in x-error-codes.` };
  const json = place.at('content', 'application/json');
  const enumPlace = json.at('schema', 'properties', 'error_code', 'enum');
  const known = new Set(items(enumPlace).map(({ value }) => value));
  for (const code of codes) {
    const expected = catalogue.at(code, 'status').text();
    if (catalogue.at(code).value === undefined) {
      yield {
        place: place.at('x-error-codes'),
        message: `${code} is not in the catalogue x-errors. Use a code of the catalogue.`,
      };
    } else if (expected !== status) {
      yield {
        place: place.at('x-error-codes'),
        message: `${code} has the status ${expected} in x-errors. Remove it from this ${status}.`,
      };
    }
    if (!known.has(code)) yield { place: enumPlace, message: `The enum of error_code lacks ${code}. Add it.` };
    const example = json.at('examples', code, 'value', 'error_code');
    if (example.value !== code) {
      yield { place: example, message: `${code} has no example with its error_code. Add one with the key ${code}.` };
    }
  }
  for (const [name] of json.at('examples').entries()) {
    if (codes.includes(name)) continue;
    yield {
      place: place.at('x-error-codes'),
      message: `The example ${name} is for no code of x-error-codes. Add the code, or remove the example.`,
    };
  }
}

/** True if a response is an error of the catalogue. The 503 of readiness is a report: its schema has no code. */
function isRefusal({ status, place }: ContractResponse): boolean {
  const code = place.at('content', 'application/json', 'schema', 'properties', 'error_code');
  return !status.startsWith('2') && !(status === '503' && code.value === undefined);
}

function needsCaller({ place }: Operation): boolean {
  return place.at('x-role').value !== 'anyone';
}

function hasBody({ place }: Operation): boolean {
  return place.at('requestBody').value !== undefined;
}

function codesOf(response: Place): string[] {
  return items(response.at('x-error-codes')).map((code) => code.text());
}
