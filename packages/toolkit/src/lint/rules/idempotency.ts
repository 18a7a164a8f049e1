/**
 * x-idempotency matches its operations: the header and its length, both statuses, and the header that marks a replay. Clients rely on
 * it when they retry a create.
 */
import { items, responses, operations } from '../contract.ts';
import type { Operation } from '../contract.ts';
import type { Place, Problem, Rule } from '../place.ts';

export const idempotency: Rule = function* (contract) {
  const block = contract.at('x-idempotency');
  // The rule behavior-schema reports a missing block.
  if (block.value === undefined) return;
  for (const named of items(block.at('operations'))) {
    const operation = operations(contract).find(({ place }) => place.at('operationId').value === named.value);
    if (operation) {
      yield* checkKey(operation, block);
      yield* checkAnswers(operation, block);
    } else {
      yield {
        place: named,
        message: `The operation ${named.text()} does not exist. Use an operation of the contract.`,
      };
    }
  }
  yield* checkReplayHeader(contract, block);
};

function* checkKey({ name, parameters, place }: Operation, block: Place): Iterable<Problem> {
  const header = block.at('header').text();
  const expected = block.at('max_length').text();
  const key = parameters.find((each) => each.at('in').value === 'header' && each.at('name').value === header);
  if (!key) {
    yield { place: place.at('parameters'), message: `${name} lacks ${header} of x-idempotency: declare it.` };
    return;
  }
  const maxLength = key.at('schema', 'maxLength');
  if (maxLength.text() === expected) return;
  const message = `${header} has maxLength ${maxLength.text()}, but x-idempotency has ${expected}. Use the same value.`;
  yield { place: maxLength, message };
}

function* checkAnswers({ name, place }: Operation, block: Place): Iterable<Problem> {
  for (const status of ['first_status', 'replay_status'].map((key) => block.at(key).text())) {
    const response = place.at('responses', status);
    if (response.value === undefined) {
      yield { place: response, message: `${name} has no ${status}, which x-idempotency requires. Add the response.` };
    } else if (response.at('headers', 'Location').value === undefined) {
      yield { place: response.at('headers'), message: `The ${status} of ${name} lacks Location. Declare it.` };
    }
  }
}

function* checkReplayHeader(contract: Place, block: Place): Iterable<Problem> {
  const header = block.at('replay_header').text();
  const replayStatus = block.at('replay_status').text();
  const replayed = new Set(items(block.at('operations')).map(({ value }) => value));
  for (const { status, place, operation } of responses(contract)) {
    const declared = place.at('headers', header);
    const isReplay = operation !== undefined && replayed.has(operation.name) && status === replayStatus;
    if (isReplay && declared.value === undefined) {
      yield { place: place.at('headers'), message: `The ${status} of a replay lacks ${header}. Declare it.` };
    } else if (!isReplay && declared.value !== undefined) {
      yield { place: declared.mention, message: `${header} marks a replay, which this ${status} is not. Remove it.` };
    }
  }
}
