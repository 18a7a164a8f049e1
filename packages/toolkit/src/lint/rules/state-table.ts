/**
 * The state tables are complete: every state can be reached, every state that is not final can be left, and transitions send exactly
 * the webhooks of the contract. The server changes a resource only by its table, so a gap would leave it stuck. The states of
 * `loan` are the enum LoanStatus, and its first event is loan.created.
 */
import { pascal } from '../../document/names.ts';
import { items, operations, type Place, type Problem, type Rule } from '../contract.ts';
import { findEnumDrift } from '../schemas.ts';

interface Move {
  readonly name: string;
  readonly place: Place;
  readonly trigger: unknown;
  readonly from: unknown;
  readonly to: unknown;
  readonly events: readonly Place[];
}

export const stateTable: Rule = function* (contract) {
  const tables = contract.at('x-states').entries();
  const moves = tables.flatMap(([, table]) => items(table.at('transitions')).map(toMove));
  for (const [resource, table] of tables) {
    const states = table.at('states');
    const own = items(table.at('transitions')).map(toMove);
    const words = states.entries().map(([state]) => state);
    const name = `${pascal(resource)}Status`;
    yield* findEnumDrift(contract, { name, words, because: `is a state in x-states.${resource}` });
    yield* checkStates(states, own);
    yield* checkMoves(own, { resource, states: words });
    yield* checkTriggers(contract, { resource, moves: own });
  }
  yield* checkEvents(contract.at('webhooks'), moves);
};

/** Any other trigger is the verb of the operation that a caller requests: `return` of a loan is returnLoan. */
const automatic: ReadonlySet<unknown> = new Set(['provider', 'time']);

function* checkTriggers(
  contract: Place,
  { resource, moves }: { readonly resource: string; readonly moves: readonly Move[] },
): Iterable<Problem> {
  const names = new Set(operations(contract).map(({ name }) => name));
  for (const { place, trigger } of moves.filter((each) => !automatic.has(each.trigger))) {
    const name = `${String(trigger)}${pascal(resource)}`;
    if (names.has(name)) continue;
    const message = `${name} is no operation, so nothing triggers this transition. Use a verb of an operation, provider or time.`;
    yield { place: place.at('trigger'), message };
  }
}

function toMove(place: Place): Move {
  const [trigger, from, to] = [place.at('trigger'), place.at('from'), place.at('to')];
  return {
    name: `${trigger.text()} from ${from.text()} to ${to.text()}`,
    place,
    trigger: trigger.value,
    from: from.value,
    to: to.value,
    events: items(place.at('events')),
  };
}

function* checkStates(states: Place, moves: readonly Move[]): Iterable<Problem> {
  const reached = reachedStates(moves);
  for (const [state, place] of states.entries()) {
    const leaving = moves.filter(({ from }) => from === state);
    const timed = leaving.filter(({ trigger }) => trigger === 'time');
    const expiry = place.at('expires_after_seconds');
    if (!reached.has(state)) yield { place, message: `No transition leads to ${state}. Add one, or remove the state.` };
    if (place.at('final').value === true) {
      const message = `${state} is final, but this transition leaves it. Remove the transition.`;
      yield* leaving.map((move) => ({ place: move.place, message }));
    } else if (leaving.length === 0) {
      yield { place, message: `No transition leaves ${state}. Add one, or make the state final.` };
    }
    if (expiry.value !== undefined && timed.length === 0) {
      yield { place: expiry, message: `${state} expires, but no time transition leaves it. Add one.` };
    }
    if (expiry.value === undefined) {
      const message = `This transition has the trigger time, but ${state} has no expires_after_seconds. Set it.`;
      yield* timed.map((move) => ({ place: move.place, message }));
    }
  }
}

function reachedStates(moves: readonly Move[]): Set<unknown> {
  const reached = new Set<unknown>([null]);
  // Iteration over a set includes values that are added meanwhile, so this ends when no new state is reached.
  for (const state of reached) {
    for (const { to } of moves.filter(({ from }) => from === state)) reached.add(to);
  }
  return reached;
}

function* checkMoves(
  moves: readonly Move[],
  { resource, states }: { readonly resource: string; readonly states: readonly string[] },
): Iterable<Problem> {
  const created = `${resource}.created`;
  for (const [index, { name, place, trigger, from, to, events }] of moves.entries()) {
    const isCreate = trigger === 'create';
    for (const key of ['from', 'to']) {
      const end = key === 'from' ? from : to;
      if ((end === null && key === 'from') || states.includes(String(end))) continue;
      yield { place: place.at(key), message: `${String(end)} is not a state of ${resource}. Use one of its states.` };
    }
    if (moves.findIndex((each) => each.name === name) < index) {
      yield { place, message: `The transition ${name} is listed twice. Remove one.` };
    }
    if (isCreate ? from !== null : from === null && trigger !== 'provider') {
      yield {
        place,
        message: `The transition ${name} is impossible. Only a create or a provider starts at null, and a create always does.`,
      };
    }
    if (isCreate && events[0]?.value !== created) {
      yield {
        place: place.at('events'),
        message: `A create must send ${created} first. Put it before the other events.`,
      };
    }
    for (const event of isCreate ? events.slice(1) : events) {
      if (event.value !== created) continue;
      yield { place: event, message: `Only a create sends ${created}, and only once. Remove it.` };
    }
  }
}

function* checkEvents(webhooks: Place, moves: readonly Move[]): Iterable<Problem> {
  const sent = moves.flatMap(({ events }) => events);
  const declared = webhooks.entries();
  for (const event of sent.filter(({ value }) => !declared.some(([name]) => name === value))) {
    yield { place: event, message: `${event.text()} is not a webhook. Add it under webhooks, or remove it.` };
  }
  for (const [name, place] of declared.filter(([webhook]) => !sent.some(({ value }) => value === webhook))) {
    yield {
      place: place.mention,
      message: `No transition sends ${name}. Add it to a transition, or remove the webhook.`,
    };
  }
}
