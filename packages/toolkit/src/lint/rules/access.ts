/**
 * Scopes, key prefixes and the order of refusals match the operations and the catalogue. A scope without an operation would
 * be useless. A scope that is not listed could not be granted.
 */
import { checkBearer, items, operations, repeats } from '../contract.ts';
import type { Rule } from '../place.ts';

/** Steps that need the result of another one. In another order, the server would refuse every body. */
const needs = [
  { before: 'invalid_request', after: 'unsupported_media_type', reason: 'only JSON is compared with the contract' },
  { before: 'invalid_request', after: 'payload_too_large', reason: 'this step reads the body' },
] as const;

/** Returns the steps of an order of refusals that come before a step that they need. */
export function findOrderFaults(order: readonly string[]): (typeof needs)[number][] {
  return needs.filter(({ before, after }) => {
    const [place, needed] = [order.indexOf(before), order.indexOf(after)];
    return place >= 0 && needed > place;
  });
}

export const access: Rule = function* (contract) {
  yield* checkBearer(contract, [['apiKey']]);
  const test = contract.at('x-access', 'key_modes', 'test', 'prefix');
  const live = contract.at('x-access', 'key_modes', 'live', 'prefix');
  if (test.value === live.value) {
    yield { place: live, message: `Test and live keys both begin with ${live.text()}. Give each mode its own prefix.` };
  }

  const scopes = contract.at('x-access', 'scopes').entries();
  const required = operations(contract).map(({ name, place }) => ({ name, scope: place.at('x-behavior', 'scope') }));
  for (const { name, scope } of required.filter((need) => !scopes.some(([each]) => each === need.scope.value))) {
    yield {
      place: scope,
      message: `${name} requires ${scope.text()}, which is not in x-access.scopes. Use a listed scope.`,
    };
  }
  for (const [each, place] of scopes.filter(([listed]) => !required.some(({ scope }) => scope.value === listed))) {
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
  for (const { after, before, reason } of findOrderFaults(order.map((each) => each.text()))) {
    const place = order.find(({ value }) => value === before) ?? contract.at('x-access', 'refusal_order');
    yield { place, message: `${before} needs ${after} before it in x-access.refusal_order: ${reason}. Move it.` };
  }
  for (const code of repeats(order)) {
    yield { place: code, message: `${code.text()} occurs twice in x-access.refusal_order. Remove one.` };
  }
};
