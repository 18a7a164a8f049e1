/**
 * Every response that is a refusal names its codes from the catalogue, with the catalogue's status, and shows each one
 * in an example of its own. Typed errors, the mock server and the docs' tables come from these lists.
 */
import { answers, items, repeats, standsIn } from '../../contract.ts';
import type { Answer } from '../../contract.ts';
import type { Place, Problem, Rule } from '../../place.ts';

export const errorCodes: Rule = function* (contract) {
  const catalogue = contract.at('x-errors');
  for (const answer of answers(contract).filter(({ status }) => !status.startsWith('2'))) {
    yield* checkCodes(answer, catalogue);
    yield* checkSchema(answer, catalogue);
    yield* checkExamples(answer, catalogue);
  }
};

function* checkCodes({ status, place }: Answer, catalogue: Place): Iterable<Problem> {
  const list = place.at('x-error-codes');
  const codes = items(list);
  if (codes.length === 0) {
    yield { place: list, message: `This ${status} response names no code: list them in x-error-codes.` };
  }
  for (const code of repeats(codes)) {
    yield { place: code, message: `${code.text()} stands in x-error-codes twice: take one out.` };
  }
  for (const code of codes) {
    const entry = catalogue.at(code.text());
    const expected = entry.at('status').text();
    if (entry.value === undefined) {
      yield { place: code, message: `${code.text()} is not in the catalogue x-errors: name a code that is.` };
    } else if (!standsIn(entry, 'error', 'error_code')) {
      yield { place: code, message: `${code.text()} stands on bookings only: take it out of this ${status}.` };
    } else if (expected !== status) {
      yield {
        place: code,
        message: `${code.text()} has the status ${expected} in x-errors: take it out of this ${status}.`,
      };
    }
  }
}

/** The body is typed by the codes it can carry, so that no caller has to choose between two forms where one is sent. */
function* checkSchema({ status, place }: Answer, catalogue: Place): Iterable<Problem> {
  const entries = items(place.at('x-error-codes')).map((code) => catalogue.at(code.text()));
  const isOlder = entries.some((entry) => standsIn(entry, 'error'));
  const isCoded = entries.some((entry) => standsIn(entry, 'error_code'));
  if (!isOlder && !isCoded) return;
  const expected = isOlder ? (isCoded ? 'ErrorBody' : 'OlderError') : 'CodedError';
  for (const schema of items(place.at('content')).map((mediaType) => mediaType.at('schema'))) {
    if (schema.location.source.absoluteRef.endsWith(`/schemas/${expected}.yaml`)) continue;
    const message = `The codes of this ${status} response are those of ${expected}: let its schema be that.`;
    yield { place: schema.mention, message };
  }
}

function* checkExamples({ status, place }: Answer, catalogue: Place): Iterable<Problem> {
  const codes = new Set(items(place.at('x-error-codes')).map((code) => code.text()));
  const mediaTypes = items(place.at('content'));
  if (mediaTypes.length === 0) {
    yield { place, message: `This ${status} response has no content: give it the error schema and examples.` };
  }
  for (const examples of mediaTypes.map((mediaType) => mediaType.at('examples'))) {
    for (const code of codes) {
      const example = examples.at(code);
      if (example.value === undefined) {
        yield { place: examples, message: `${code} has no example: add one under the key ${code}.` };
      } else if (catalogue.at(code).value !== undefined) {
        yield* checkExample(example.at('value'), { code, entry: catalogue.at(code) });
      }
    }
    for (const [key, example] of examples.entries().filter(([each]) => !codes.has(each))) {
      yield { place: example.mention, message: `The example ${key} shows no code of x-error-codes: take it out.` };
    }
  }
}

function* checkExample(body: Place, { code, entry }: { code: string; entry: Place }): Iterable<Problem> {
  const isOlder = standsIn(entry, 'error');
  const error = body.at('error');
  const errorCode = body.at('error_code');
  const text = isOlder ? code : entry.at('message').text();
  if (error.value !== text) {
    yield { place: error, message: `The example of ${code} says ${error.text()}: its error must be "${text}".` };
  }
  if (isOlder && errorCode.value !== undefined) {
    yield { place: errorCode, message: `${code} stands in error, without error_code: take it out of the example.` };
  }
  if (!isOlder && errorCode.value !== code) {
    yield {
      place: errorCode,
      message: `The example of ${code} has the error_code ${errorCode.text()}: set it to ${code}.`,
    };
  }
}
