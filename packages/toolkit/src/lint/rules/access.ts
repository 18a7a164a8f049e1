/**
 * Scopes, key prefixes and the order of refusals match the operations and the catalogue. A scope without an operation would
 * be useless. A scope that is not listed could not be granted.
 */
import { items, operations, repeats } from '../contract.ts';
import type { Rule } from '../place.ts';

export const access: Rule = function* (contract) {
  const test = contract.at('x-access', 'key_modes', 'test', 'prefix');
  const live = contract.at('x-access', 'key_modes', 'live', 'prefix');
  if (test.value === live.value) {
    yield { place: live, message: `Test and live keys both begin with ${live.text()}. Give each mode its own prefix.` };
  }

  const scopes = contract.at('x-access', 'scopes').entries();
  const needs = operations(contract).map(({ name, place }) => ({ name, scope: place.at('x-behavior', 'scope') }));
  for (const { name, scope } of needs.filter((need) => !scopes.some(([each]) => each === need.scope.value))) {
    yield {
      place: scope,
      message: `${name} requires ${scope.text()}, which is not in x-access.scopes. Use a listed scope.`,
    };
  }
  for (const [each, place] of scopes.filter(([listed]) => !needs.some(({ scope }) => scope.value === listed))) {
    yield { place, message: `No operation requires the scope ${each}. Remove it.` };
  }

  const order = items(contract.at('x-access', 'refusal_order'));
  const replay = contract.at('x-idempotency', 'replay_step');
  const codes = order.filter(({ value }) => value !== replay.value);
  for (const code of codes.filter((each) => contract.at('x-errors', each.text()).value === undefined)) {
    yield { place: code, message: `${code.text()} is not in the catalogue x-errors. Use a code of the catalogue.` };
  }
  if (replay.value !== undefined && codes.length === order.length) {
    yield {
      place: replay,
      message: `x-access.refusal_order lacks ${replay.text()}. Add it at the step that returns a replay.`,
    };
  }
  const [first] = order;
  if (first && first.value !== 'unauthorized') {
    const message = `${first.text()} comes first in x-access.refusal_order. The key must be checked first: put unauthorized before it.`;
    yield { place: first, message };
  }
  for (const code of repeats(order)) {
    yield { place: code, message: `${code.text()} occurs twice in x-access.refusal_order. Remove one.` };
  }
};
