/**
 * The numbers and header names of x-limits match the schemas and responses. The server reads x-limits, and callers read the schemas
 * and responses.
 */
import { items, operations, responses } from '../contract.ts';
import type { Place, Rule } from '../place.ts';
import { componentName, everySchema, findSchema } from '../schemas.ts';

export const limits: Rule = function* (contract, { may_rise = {}, waits = {} }) {
  const block = contract.at('x-limits');
  const page = findSchema(contract, 'PageLimit');
  const details = findSchema(contract, 'CodedError').at('properties', 'details');
  const headers = responses(contract).flatMap(({ place }) => place.at('headers').entries());
  const retryAfter = block.at('headers', 'retry_after');

  const longWaits = operations(contract).flatMap(({ name, place }) => {
    const path = Object.hasOwn(waits, name) ? waits[name] : undefined;
    if (path === undefined) return [];
    const spans = items(block.at(...path.split('.'))).map((span) => span.at('window_seconds'));
    const limit = spans.toSorted((a, b) => Number(b.value) - Number(a.value))[0];
    const declared = place.at('responses', '429', 'headers', retryAfter.text(), 'schema', 'maximum');
    return limit ? [{ declared, limit, name: `${path}: the longest window_seconds` }] : [];
  });
  // After a window is used up, the wait ends with the window. Only the operations of `waits` can require a longer one.
  const windowMaxima = headers
    .filter(([name]) => name === retryAfter.value || name === block.at('headers', 'reset').value)
    .map(([, header]) => header.at('schema', 'maximum'))
    .filter(({ location }) =>
      longWaits.every(({ declared }) => declared.location.absolutePointer !== location.absolutePointer),
    );

  const pairs = [
    ...longWaits,
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
  const lists = everySchema(contract)
    .map(({ schema }) => schema)
    .filter((schema) => componentName(schema, 'schemas')?.endsWith('List') === true);
  // A response allows ten times a limit that may rise, so that older generated clients read what a later version sends.
  const spacious = [
    ...Object.entries(may_rise).map(([field, path]) => {
      const [schema = '', ...keys] = field.split('.');
      const fieldPlace = findSchema(contract, schema).at(...keys.flatMap((key) => ['properties', key]));
      return { declared: fieldPlace.at('maximum'), limit: block.at(...path.split('.')), name: path };
    }),
    { declared: details.at('maxItems'), limit: block.at('max_details'), name: 'max_details' },
    ...lists.map((schema) => ({
      declared: schema.at('properties', 'data', 'maxItems'),
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
