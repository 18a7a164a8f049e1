/**
 * The numbers and header names of x-limits match the schemas and responses. The server reads x-limits, and callers read the schemas
 * and responses.
 */
import { responses, operations } from '../contract.ts';
import type { Place, Rule } from '../place.ts';
import { findSchema } from '../schemas.ts';

export const limits: Rule = function* (contract) {
  const block = contract.at('x-limits');
  const page = findSchema(contract, 'PageLimit');
  const details = findSchema(contract, 'CodedError').at('properties', 'details');
  const headers = responses(contract).flatMap(({ place }) => place.at('headers').entries());
  const retryAfter = block.at('headers', 'retry_after');

  const spans = block
    .at('session', 'creations')
    .entries()
    .map(([, span]) => span.at('window_seconds'));
  const longest = spans.toSorted((a, b) => Number(b.value) - Number(a.value))[0];
  const sessionRetry = operations(contract)
    .find(({ name }) => name === 'createSession')
    ?.place.at('responses', '429', 'headers', retryAfter.text(), 'schema', 'maximum');
  // After a window is used up, the wait ends with the window. Only a new session can require a longer wait.
  const windowMaxima = headers
    .filter(([name]) => name === retryAfter.value || name === block.at('headers', 'reset').value)
    .map(([, header]) => header.at('schema', 'maximum'))
    .filter((maximum) => maximum.location.absolutePointer !== sessionRetry?.location.absolutePointer);

  const pairs = [
    ...(longest && sessionRetry
      ? [{ declared: sessionRetry, limit: longest, name: 'session.creations: the longest window_seconds' }]
      : []),
    { declared: page.at('default'), limit: block.at('page', 'default'), name: 'page.default' },
    { declared: page.at('maximum'), limit: block.at('page', 'max'), name: 'page.max' },
    ...windowMaxima.map((declared) => ({ declared, limit: block.at('window_seconds'), name: 'window_seconds' })),
  ];
  for (const { declared, limit, name } of pairs.filter((pair) => pair.declared.value !== pair.limit.value)) {
    yield {
      place: declared,
      message: `This is ${declared.text()}, but x-limits.${name} is ${limit.text()}. Use the same value.`,
    };
  }
  // A response allows ten times a limit that may rise, so that older generated clients read what a later version sends.
  const spacious = [
    {
      declared: findSchema(contract, 'Session').at('properties', 'attempts_left', 'maximum'),
      limit: block.at('session', 'max_attempts'),
      name: 'session.max_attempts',
    },
    { declared: details.at('maxItems'), limit: block.at('max_details'), name: 'max_details' },
    ...['BookingList', 'EventList', 'SlotList', 'VenueList'].map((name) => ({
      declared: findSchema(contract, name).at('properties', 'data', 'maxItems'),
      limit: block.at('page', 'max'),
      name: 'page.max',
    })),
  ];
  for (const { declared, limit, name } of spacious.filter((pair) => !isSpacious(pair))) {
    yield {
      place: declared,
      message: `This is ${declared.text()}, but x-limits.${name} is ${limit.text()} and may rise. Use ten times as much.`,
    };
  }
  const wait = block.at('retry_after_seconds');
  const shortest = windowMaxima.find((maximum) => Number(maximum.value) < Number(wait.value));
  if (shortest) {
    const message = `${wait.text()} s is more than ${retryAfter.text()} allows, ${shortest.text()} s. Make it shorter.`;
    yield { place: wait, message };
  }
  for (const [key, name] of block.at('headers').entries()) {
    if (headers.some(([declared]) => declared === name.value)) continue;
    yield {
      place: name,
      message: `No response declares ${name.text()}, the ${key} header. Use a declared header.`,
    };
  }
};

function isSpacious({ declared, limit }: { readonly declared: Place; readonly limit: Place }): boolean {
  return declared.value === undefined || Number(declared.value) >= 10 * Number(limit.value);
}
