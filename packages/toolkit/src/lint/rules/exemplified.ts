/**
 * Every body has a named example, and every parameter and header has an example. The docs show the examples, and the mock server
 * returns them. Without an example it invents values or fails.
 */
import { responses, operations, webhooks } from '../contract.ts';
import type { Place, Problem, Rule } from '../place.ts';

export const exemplified: Rule = function* (contract) {
  for (const { place, parameters } of [...operations(contract), ...webhooks(contract)]) {
    yield* checkContent(place.at('requestBody'), 'This request body');
    for (const parameter of parameters) yield* checkExample(parameter, `The parameter ${parameter.at('name').text()}`);
  }
  for (const { status, place } of responses(contract)) {
    yield* checkContent(place, `This ${status} response`);
    for (const [name, header] of place.at('headers').entries()) yield* checkExample(header, `The header ${name}`);
  }
};

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
