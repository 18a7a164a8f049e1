/**
 * Scopes, key prefixes and the order of refusal agree with the operations and the catalogue. A scope that no operation
 * needs would be granted for nothing, and one that is not listed could be granted to nobody.
 */
import { items, operations, repeats } from '../../contract.ts';
import type { Rule } from '../../place.ts';

export const access: Rule = function* (contract) {
  const test = contract.at('x-access', 'key_modes', 'test', 'prefix');
  const live = contract.at('x-access', 'key_modes', 'live', 'prefix');
  if (test.value === live.value) {
    yield { place: live, message: `Test and live keys both begin with ${live.text()}: give each its own prefix.` };
  }

  const scopes = contract.at('x-access', 'scopes').entries();
  const needs = operations(contract).map(({ name, place }) => ({ name, scope: place.at('x-behavior', 'scope') }));
  for (const { name, scope } of needs.filter((need) => !scopes.some(([each]) => each === need.scope.value))) {
    yield { place: scope, message: `${name} needs ${scope.text()}, which x-access.scopes lacks: name one it has.` };
  }
  for (const [each, place] of scopes.filter(([known]) => !needs.some(({ scope }) => scope.value === known))) {
    yield { place, message: `No operation needs the scope ${each}: take it out.` };
  }

  const order = items(contract.at('x-access', 'refusal_order'));
  const replay = contract.at('x-idempotency', 'replay_step');
  const codes = order.filter(({ value }) => value !== replay.value);
  for (const code of codes.filter((each) => contract.at('x-errors', each.text()).value === undefined)) {
    yield { place: code, message: `${code.text()} is not in the catalogue x-errors: name a code that is.` };
  }
  if (replay.value !== undefined && codes.length === order.length) {
    yield { place: replay, message: `x-access.refusal_order lacks ${replay.text()}: say where a replay is answered.` };
  }
  const [first] = order;
  if (first && first.value !== 'unauthorized') {
    const message = `${first.text()} is refused first, before it is known who calls: put unauthorized before it.`;
    yield { place: first, message };
  }
  for (const code of repeats(order)) {
    yield { place: code, message: `${code.text()} stands twice in the order of refusal: take one out.` };
  }
};
