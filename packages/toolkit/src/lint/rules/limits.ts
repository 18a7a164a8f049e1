import {
  type ContractResponse,
  items,
  operations,
  type Place,
  type Problem,
  responses,
  responsesOf,
  type Rule,
} from '../contract.ts';
import { componentName, everySchema, findSchema } from '../schemas.ts';

/**
 * The numbers and header names of x-limits match the schemas and responses. The server reads x-limits, and callers read the schemas
 * and responses.
 */
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

// Every response has a Request-Id. An error may have a Link to its page in the docs. Every response of an operation that a
// window counts has the headers of the rate limit (LIM-2, LIM-8). If x-limits has a window of reads, a window counts every
// operation. A response that
// asks the caller to wait states for how long. Clients control their rate by these headers.

interface ExpectedHeader {
  readonly header: string;
  readonly need: 'required' | 'declared' | 'absent';
}

export const meteredHeaders: Rule = function* (contract) {
  const names = contract.at('x-limits', 'headers');
  // The rule behavior-schema reports a missing block.
  if (names.value === undefined) return;
  const windowHeaders = ['limit', 'remaining', 'reset'].map((key) => names.at(key).text());

  const hasReads = contract.at('x-limits', 'reads').value !== undefined;
  for (const operation of operations(contract)) {
    const { name } = operation;
    const reads = operation.place.at('x-behavior', 'reads');
    if (isMetered(operation.place) && reads.value !== undefined) {
      yield { place: reads, message: `${name} is metered, so it does not count as a read. Remove it.` };
    } else if (hasReads && !isCounted(operation.place)) {
      yield {
        place: reads.mention,
        message: `${name} is neither metered nor a read, so its calls are not counted. Add it.`,
      };
    } else if (reads.value !== undefined && !hasReads) {
      yield { place: reads, message: `${name} is a read, but x-limits has no window of reads. Add x-limits.reads.` };
    }
    if (!isCounted(operation.place) || responsesOf(operation).some(({ status }) => status === '429')) continue;
    yield { place: operation.place.at('responses'), message: `A window counts ${name}, which has no 429. Add one.` };
  }
  for (const response of responses(contract)) {
    const need = windowNeed(response);
    yield* checkHeader(response, { header: 'Request-Id', need: 'required' });
    if (response.status.startsWith('4') || response.status.startsWith('5')) {
      yield* checkHeader(response, { header: 'Link', need: 'declared' });
    }
    for (const header of windowHeaders) yield* checkHeader(response, { header, need });
    if (response.status === '401') yield* checkHeader(response, { header: 'WWW-Authenticate', need: 'required' });
    if (response.status === '429' || response.status === '503') {
      yield* checkHeader(response, { header: names.at('retry_after').text(), need: 'required' });
    }
  }
};

function isMetered(operation: Place): boolean {
  return operation.at('x-behavior', 'metered').value === true;
}

function isCounted(operation: Place): boolean {
  return isMetered(operation) || operation.at('x-behavior', 'reads').value !== undefined;
}

function windowNeed({ status, operation }: ContractResponse): ExpectedHeader['need'] {
  // A 401 comes before the organization is known, so it has no window. A server error may also come that early.
  if (!operation || !isCounted(operation.place) || status === '401') return 'absent';
  return status === '500' || status === '503' ? 'declared' : 'required';
}

function* checkHeader(response: ContractResponse, { header, need }: ExpectedHeader): Iterable<Problem> {
  const declared = response.place.at('headers', header);
  const { mention: place } = declared;
  const what = `${header} of this ${response.status}`;
  const isRequired = declared.at('required').value === true;
  if (declared.value === undefined) {
    if (need !== 'absent') yield { place, message: `${what} is missing: declare it.` };
  } else if (need === 'absent') {
    yield { place, message: `${what} has no window to report. Remove it.` };
  } else if (need === 'required' && !isRequired) {
    yield { place, message: `${what} is always sent. Declare it required.` };
  } else if (need === 'declared' && isRequired) {
    yield { place, message: `${what} is not always known. Declare it not required.` };
  }
}
