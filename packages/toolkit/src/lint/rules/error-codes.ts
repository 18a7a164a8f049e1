/**
 * Every refusal lists its codes of the catalogue under the catalogue's status, and has an example for each code. Typed errors, the
 * mock server and the tables in the docs are made from these lists.
 */
import { responses, items, repeats, standsIn } from '../contract.ts';
import type { ContractResponse } from '../contract.ts';
import type { Place, Problem, Rule } from '../place.ts';
import { componentName } from '../schemas.ts';

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
  if (isOlder && errorCode.value !== undefined) {
    yield {
      place: errorCode,
      message: `${code} is a value of error, without error_code. Remove error_code from the example.`,
    };
  }
  if (!isOlder && errorCode.value !== code) {
    yield {
      place: errorCode,
      message: `The example of ${code} has the error_code ${errorCode.text()}. Set it to ${code}.`,
    };
  }
}
