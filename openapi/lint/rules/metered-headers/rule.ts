/**
 * Every response carries its Request-Id, every response of a metered operation says what is left of the window (LIM-2),
 * and one that asks to wait says how long. Clients pace themselves by these headers, so none may be forgotten.
 */
import { answers, answersOf, operations } from '../../contract.ts';
import type { Answer } from '../../contract.ts';
import type { Place, Problem, Rule } from '../../place.ts';

interface ExpectedHeader {
  readonly header: string;
  readonly need: 'required' | 'declared' | 'absent';
}

export const meteredHeaders: Rule = function* (contract) {
  const names = contract.at('x-limits', 'headers');
  // A missing block is behavior-schema's to report.
  if (names.value === undefined) return;
  const windowHeaders = ['limit', 'remaining', 'reset'].map((key) => names.at(key).text());

  for (const operation of operations(contract).filter(({ place }) => isMetered(place))) {
    if (answersOf(operation).some(({ status }) => status === '429')) continue;
    yield { place: operation.place.at('responses'), message: `${operation.name} is metered but has no 429: add one.` };
  }
  for (const answer of answers(contract)) {
    const need = windowNeed(answer);
    yield* checkHeader(answer, { header: 'Request-Id', need: 'required' });
    for (const header of windowHeaders) yield* checkHeader(answer, { header, need });
    if (answer.status === '401') yield* checkHeader(answer, { header: 'WWW-Authenticate', need: 'required' });
    if (answer.status === '429' || answer.status === '503') {
      yield* checkHeader(answer, { header: names.at('retry_after').text(), need: 'required' });
    }
  }
};

function isMetered(operation: Place): boolean {
  return operation.at('x-behavior', 'metered').value === true;
}

function windowNeed({ status, operation }: Answer): ExpectedHeader['need'] {
  // A 401 comes before the organization is known, so there is no window to tell of; a failure of ours may come so early.
  if (!operation || !isMetered(operation.place) || status === '401') return 'absent';
  return status === '500' || status === '503' ? 'declared' : 'required';
}

function* checkHeader(answer: Answer, { header, need }: ExpectedHeader): Iterable<Problem> {
  const declared = answer.place.at('headers', header);
  const { mention: place } = declared;
  const what = `${header} of this ${answer.status}`;
  const isRequired = declared.at('required').value === true;
  if (declared.value === undefined) {
    if (need !== 'absent') yield { place, message: `${what} is missing: declare it.` };
  } else if (need === 'absent') {
    yield { place, message: `${what} has no window to tell of: take it out.` };
  } else if (need === 'required' && !isRequired) {
    yield { place, message: `${what} is always sent: declare it required.` };
  } else if (need === 'declared' && isRequired) {
    yield { place, message: `${what} is not always known: declare it not required.` };
  }
}
