/**
 * Every response has a Request-Id. An error may have a Link to its page in the docs. Every response of an operation that a window counts has the headers of the rate limit (LIM-2, LIM-8). If x-limits has a window of reads, a window counts every operation. A response that
 * asks the caller to wait states for how long. Clients control their rate by these headers.
 */
import { responses, responsesOf, operations } from '../contract.ts';
import type { ContractResponse } from '../contract.ts';
import type { Place, Problem, Rule } from '../place.ts';

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
